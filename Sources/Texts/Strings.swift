import Foundation

/// Searches that compare bytes. They are many times faster than a comparison of characters. They find the same, because
/// the bytes of one scalar do not occur inside another (RFC 3629, section 3).
extension Substring {
    package func firstRange(ofLiteral text: String) -> Range<Index>? {
        var (whole, sought) = (self, text)
        let offset = whole.withUTF8 { whole in sought.withUTF8 { Self.offset(of: $0, in: whole) } }
        guard let offset else { return nil }
        let start = utf8.index(startIndex, offsetBy: offset)
        return start..<utf8.index(start, offsetBy: text.utf8.count)
    }

    package func lastRange(ofLiteral text: String) -> Range<Index>? {
        var last = firstRange(ofLiteral: text)
        while let found = last, let next = self[found.upperBound...].firstRange(ofLiteral: text) { last = next }
        return last
    }

    /// All parts, also the empty ones.
    package func split(atLiteral text: String) -> [Substring] {
        var (parts, rest): ([Substring], Substring) = ([], self)
        while let found = rest.firstRange(ofLiteral: text) {
            parts.append(rest[..<found.lowerBound])
            rest = rest[found.upperBound...]
        }
        return parts + [rest]
    }

    private static func offset(
        of text: UnsafeBufferPointer<UInt8>, in whole: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        guard let first = text.first, let start = whole.baseAddress else { return nil }
        var offset = 0
        while case let places = whole.count - text.count - offset + 1, places > 0,
            let found = memchr(start + offset, Int32(first), places)
        {
            if memcmp(found, text.baseAddress!, text.count) == 0 {
                return UnsafeRawPointer(found) - UnsafeRawPointer(start)
            }
            offset = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
        }
        return nil
    }
}

extension StringProtocol {
    /// The text with another text for each occurrence of `literal`, also before a combining mark. `replacing(_:with:)`
    /// compares characters: a quotation mark with such a mark behind it is another one there, and stays unescaped.
    package func replacing(literal: String, with replacement: String) -> String {
        let parts = Substring(self).split(atLiteral: literal)
        return parts.count == 1 ? String(self) : parts.joined(separator: replacement)
    }
}

extension Substring {
    /// The parts between spaces. A space is a scalar here, since one character may be as long as the whole text.
    package var spaced: [Substring] { unicodeScalars.split(separator: " ").map(Substring.init) }
}

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

extension Collection {
    /// Nil if there is nothing in it.
    package var nonEmpty: Self? { isEmpty ? nil : self }
}
