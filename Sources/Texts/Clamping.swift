// Arithmetic on numbers that others say: it never overflows.

extension FixedWidthInteger {
    /// The product, or the greatest number where it is greater.
    package func multipliedClamping(by other: Self) -> Self {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }

    /// One more, as far as there is one.
    package var next: Self { self == .max ? self : self + 1 }
}
