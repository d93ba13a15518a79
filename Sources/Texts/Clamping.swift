// Arithmetic with numbers from outside. It never overflows.

extension FixedWidthInteger {
    /// The product. If it is too great, the greatest number.
    package func multipliedClamping(by other: Self) -> Self {
        let (product, overflows) = multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }

    /// One more, unless it is already the greatest number.
    package var next: Self { self == .max ? self : self + 1 }
}
