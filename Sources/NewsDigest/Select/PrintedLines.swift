import Texts

extension [UInt8] {
    /// The lines that a program printed, without the blank ones, with their numbers counted from 1.
    var printedLines: [(number: Int, bytes: ArraySlice<UInt8>)] {
        split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
            .map { (number: $0 + 1, bytes: $1) }.filter { !$0.bytes.isBlankLine }
    }
}
