extension String {
    /// The text of these scalars. This is several times faster than a `UnicodeScalarView` of them.
    package init(scalars: some Sequence<Unicode.Scalar>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(scalars.underestimatedCount)
        for scalar in scalars {
            if scalar.isASCII {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes.append(contentsOf: scalar.utf8)
            }
        }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
