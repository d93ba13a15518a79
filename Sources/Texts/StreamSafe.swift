extension String {
    /// The text with at most 30 combining marks in a row, as in the stream-safe text format (Unicode UAX 15, section
    /// 13). Then comparing, hashing and normalising take time in proportion to the length.
    ///
    /// Further marks are removed. The format itself would separate them by a joiner, which `cleanLine` would remove. No
    /// language needs so many. Characters that `cleanLine` removes do not separate marks here either.
    package var streamSafe: String {
        isStreamSafe ? self : String(StreamSafe.scalars(unicodeScalars))
    }

    package var isStreamSafe: Bool {
        var text = self
        return !text.withUTF8(Self.mayHaveMarks) || StreamSafe.isSafe(unicodeScalars)
    }

    /// Whether the text may contain combining marks. Most texts have no character from the blocks with marks. Among the
    /// lead bytes from U+0300 on, two are for Cyrillic letters.
    private static func mayHaveMarks(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.contains { $0 >= 0xCC && $0 != 0xD0 && $0 != 0xD1 }
    }
}

private enum StreamSafe {
    static let longestRun = 30

    static func isSafe(_ scalars: String.UnicodeScalarView) -> Bool {
        var run = 0
        return scalars.allSatisfy { isKept($0, &run) }
    }

    static func scalars(_ scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var kept = String.UnicodeScalarView()
        var run = 0
        for scalar in scalars where isKept(scalar, &run) { kept.append(scalar) }
        return kept
    }

    private static func isKept(_ scalar: Unicode.Scalar, _ run: inout Int) -> Bool {
        if isMark(scalar) {
            run += 1
            return run <= longestRun
        }
        if !scalar.isActive { run = 0 }
        return true
    }

    /// Whether the scalar is reordered by normalisation, now or after compatibility forms are replaced, or belongs to
    /// the character before it.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Letters of Europe, East Asia and Korea; dashes and quotation marks
        case ..<0x300, 0x400...0x482, 0x2010...0x2027, 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x9FFF,
            0xAC00...0xD7A3:
            false
        default: scalar.properties.isGraphemeExtend || scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
