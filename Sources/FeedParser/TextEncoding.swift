import CLibXML2

/// Finds the encoding of a document, and converts the document to UTF-8.
///
/// A byte order mark is most important, then the `charset` of the answer, then the XML declaration (RFC 7303, section
/// 3). Without any of them, the encoding is UTF-8. Many sites declare an older encoding and send UTF-8, so such a label
/// does not count if the bytes can only be UTF-8. The text that is used in the end is always valid UTF-8.
enum TextEncoding {
    /// Calls `body` with the document as UTF-8 without a byte order mark. A document that is already UTF-8 is neither
    /// copied nor validated: see ``repaired(_:)``.
    static func withUTF8<Result>(_ document: Bytes, charset: String?, _ body: (Bytes) -> Result) -> Result {
        let (label, markCount) = label(of: document, charset: charset)
        let text = Bytes(rebasing: document[markCount...])
        guard label != "UTF-8", !isUTF8(text, labelled: label), let converted = convert(text, from: label) else {
            return body(text)
        }
        return converted.withUnsafeBufferPointer { bytes in
            guard bytes.validCount() < bytes.count else { return body(bytes) }
            return replaced(bytes).withUnsafeBufferPointer(body)
        }
    }

    /// The same, but all bytes are valid UTF-8.
    static func withValidUTF8<Result>(_ document: Bytes, charset: String?, _ body: (Bytes) -> Result) -> Result {
        withUTF8(document, charset: charset) { text in
            guard text.validCount() < text.count else { return body(text) }
            return repaired(text).withUnsafeBufferPointer(body)
        }
    }

    /// The length of the byte order mark of a document with this beginning; nil if the document is not in UTF-8.
    static func markCountOfUTF8(_ start: Bytes, charset: String?) -> Int? {
        let (label, markCount) = label(of: start, charset: charset)
        return label == "UTF-8" ? markCount : nil
    }

    // MARK: Labels

    private static func label(of document: Bytes, charset: String?) -> (String, markCount: Int) {
        let head = Array(document.prefix(4))
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return ("UTF-8", 3) }
        if head == [0xFF, 0xFE, 0, 0] { return ("UTF-32LE", 4) }
        if head == [0, 0, 0xFE, 0xFF] { return ("UTF-32BE", 4) }
        if head.starts(with: [0xFE, 0xFF]) { return ("UTF-16BE", 2) }
        if head.starts(with: [0xFF, 0xFE]) { return ("UTF-16LE", 2) }
        if let wide = wideLabel(head) { return (wide, 0) }
        let label = normalized(charset) ?? normalized(declared(document)) ?? "UTF-8"
        // The first bytes are ASCII, so the label is wrong.
        return (label.hasPrefix("UTF-16") || label.hasPrefix("UTF-32") ? "UTF-8" : label, 0)
    }

    /// The label for UTF-16 and UTF-32 without a mark. It is found because the first character is ASCII (XML 1.0,
    /// appendix F).
    private static func wideLabel(_ head: [UInt8]) -> String? {
        guard head.count == 4 else { return nil }
        switch (head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0) {
        case (true, true, true, false): return "UTF-32BE"
        case (false, true, true, true): return "UTF-32LE"
        case (true, false, true, false): return "UTF-16BE"
        case (false, true, false, true): return "UTF-16LE"
        default: return nil
        }
    }

    /// The `encoding` of the XML declaration.
    private static func declared(_ document: Bytes) -> String? {
        let head = Bytes(rebasing: document.prefix(400)).trimmed
        guard head.has("<?xml", at: 0), let end = head.firstIndex(of: 0x3E),
            let name = (0..<end).first(where: { head.has("encoding", at: $0) })
        else { return nil }
        let value = head[(name + 8)..<end].drop { $0.isSpace || $0 == 0x3D }
        guard let quote = value.first, quote == 0x22 || quote == 0x27 else { return nil }
        return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }

    /// Whether a text with the label of an older encoding is UTF-8: it has at least three characters beyond ASCII, and
    /// twenty for each byte that is not valid. One or two may be chance: `Ã©` in windows-1252 is valid UTF-8, too. With
    /// a label of an encoding of several bytes, eight characters are needed, and no invalid byte: a few Chinese
    /// characters in GB 18030 can be valid UTF-8.
    private static func isUTF8(_ text: Bytes, labelled label: String) -> Bool {
        let characters = text.count { $0 >= 0xC2 }
        if ["GB18030", "BIG5", "CP932", "CP949", "EUC-"].contains(where: label.hasPrefix) {
            return characters >= 8 && text.validCount() == text.count
        }
        guard ["WINDOWS-125", "ISO-8859-", "KOI8-", "MAC"].contains(where: label.hasPrefix) else { return false }
        var (invalid, position) = (0, text.validCount())
        while position < text.count, invalid * 20 <= characters {
            invalid += 1
            position = text.validCount(from: position + 1)
        }
        return characters >= 3 && invalid * 20 <= characters
    }

    /// The name that iconv knows. Labels of narrow encodings mean what people use them for (WHATWG Encoding, section
    /// 4.2): a document in ISO-8859-1 has the quotes of windows-1252.
    private static func normalized(_ label: String?) -> String? {
        guard let label = label?.trimmingSpaces.uppercased(), !label.isEmpty else { return nil }
        return aliases[label] ?? label
    }

    private static let aliases: [String: String] = [
        "UTF8": "UTF-8", "UNICODE-1-1-UTF-8": "UTF-8", "US-ASCII": "ASCII", "ASCII": "ASCII", "ANSI_X3.4-1968": "ASCII",
        "ISO-8859-1": "WINDOWS-1252", "ISO8859-1": "WINDOWS-1252", "ISO_8859-1": "WINDOWS-1252",
        "LATIN1": "WINDOWS-1252", "LATIN-1": "WINDOWS-1252", "L1": "WINDOWS-1252", "CP1252": "WINDOWS-1252",
        "ISO-8859-9": "WINDOWS-1254", "LATIN5": "WINDOWS-1254",
        "ISO-8859-11": "CP874", "TIS-620": "CP874", "TIS620": "CP874", "WINDOWS-874": "CP874",
        "GB2312": "GB18030", "GB_2312-80": "GB18030", "GBK": "GB18030", "X-GBK": "GB18030", "SHIFT_JIS": "CP932",
        "SHIFT-JIS": "CP932", "SJIS": "CP932", "X-SJIS": "CP932", "WINDOWS-31J": "CP932", "EUC-KR": "CP949",
        "KS_C_5601-1987": "CP949", "KSC5601": "CP949", "WINDOWS-949": "CP949", "BIG5": "BIG5-HKSCS",
        "X-MAC-CYRILLIC": "MAC-CYRILLIC", "X-MAC-ROMAN": "MACINTOSH", "ISO-8859-8-I": "ISO-8859-8",
    ]

    // MARK: Conversion

    /// Nil if there is no such encoding, or if it is one that does not define the bytes beyond ASCII.
    private static func convert(_ text: Bytes, from label: String) -> [UInt8]? {
        guard label != "ASCII", let handler = xmlFindCharEncodingHandler(label) else { return nil }
        // Bytes that cannot be converted are replaced. Otherwise libxml2 would write about them to standard error.
        xmlSetStructuredErrorFunc(nil) { _, _ in }
        let input = xmlBufferCreate()
        let output = xmlBufferCreate()
        defer {
            xmlBufferFree(input)
            xmlBufferFree(output)
            xmlCharEncCloseFunc(handler)
            xmlSetStructuredErrorFunc(nil, nil)
        }
        var converted: [UInt8] = []
        converted.reserveCapacity(text.count + text.count / 2)
        var position = 0
        while position < text.count {
            // For each byte that cannot be converted, libxml2 moves all bytes after it. So the pieces are small.
            let count = min(1024, text.count - position)
            xmlBufferAdd(input, text.baseAddress! + position, Int32(count))
            position += count
            drain(handler, input, output, into: &converted, isLast: position == text.count)
        }
        return converted
    }

    /// Converts the bytes in `input`, except the first bytes of a character whose rest is missing.
    private static func drain(
        _ handler: xmlCharEncodingHandlerPtr, _ input: xmlBufferPtr?, _ output: xmlBufferPtr?,
        into converted: inout [UInt8], isLast: Bool
    ) {
        while xmlBufferLength(input) > 0 {
            let before = xmlBufferLength(input)
            let result = xmlCharEncInFunc(handler, output, input)
            converted.append(contentsOf: Bytes(start: xmlBufferContent(output), count: Int(xmlBufferLength(output))))
            xmlBufferEmpty(output)
            if result == -2 {
                converted.append(contentsOf: replacement)
                xmlBufferShrink(input, 1)
            } else if xmlBufferLength(input) == before {
                guard isLast else { return }
                converted.append(contentsOf: replacement)
                return
            }
        }
    }

    private static let replacement = Array("\u{FFFD}".utf8)

    // MARK: Repair

    /// Valid UTF-8 from bytes that are not valid UTF-8. If they look like Russian in an 8-bit encoding, they are
    /// converted from that encoding. Otherwise each invalid byte is read as windows-1252.
    static func repaired(_ text: Bytes) -> [UInt8] {
        if let label = CyrillicGuess.label(of: text), let converted = convert(text, from: label) { return converted }
        return rebuilt(text) { Array(String(Windows1252.scalar($0)).utf8) }
    }

    private static func replaced(_ text: Bytes) -> [UInt8] {
        rebuilt(text) { _ in replacement }
    }

    private static func rebuilt(_ text: Bytes, _ substitute: (UInt8) -> [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + text.count / 8)
        var position = 0
        while position < text.count {
            let valid = text.validCount(from: position)
            result.append(contentsOf: text[position..<valid])
            guard valid < text.count else { break }
            result.append(contentsOf: substitute(text[valid]))
            position = valid + 1
        }
        return result
    }
}

/// Distinguishes Russian in an undeclared 8-bit encoding from western text.
private enum CyrillicGuess {
    /// windows-1251 or KOI8-R, or nil. In Russian text, nearly all letters are beyond ASCII and next to each other.
    /// Most are small letters: E0 to FF in windows-1251, C0 to DF in KOI8-R.
    static func label(of text: Bytes) -> String? {
        var high = 0
        var inRuns = 0
        var low = 0
        var previous: UInt8 = 0
        for byte in text {
            if byte >= 0x80 {
                high += 1
                if previous >= 0xC0, byte >= 0xC0 { inRuns += 1 }
                if (0xC0...0xDF).contains(byte) { low += 1 }
            }
            previous = byte
        }
        guard high > 8, inRuns * 10 > high * 6 else { return nil }
        return low * 2 > high ? "KOI8-R" : "WINDOWS-1251"
    }
}

/// The encoding windows-1252 (WHATWG Encoding, index windows-1252).
package enum Windows1252 {
    /// The character of a byte. Five bytes have none, and give U+FFFD.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? special[Int(byte - 0x80)] : Unicode.Scalar(byte)
    }

    /// The byte of a character. A control character U+0080 to U+009F counts as the byte with its number.
    package static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.value < 0x100 ? UInt8(scalar.value) : bytes[scalar]
    }

    /// The characters of the bytes 0x80 to 0x9F.
    private static let special = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)

    private static let bytes: [Unicode.Scalar: UInt8] = Dictionary(
        uniqueKeysWithValues: zip(special, UInt8(0x80)...0x9F).filter { $0.0 != "\u{FFFD}" })
}

/// The text of a web page.
package enum WebPage {
    /// Calls `body` with the page as valid UTF-8.
    ///
    /// The encoding is found as browsers find it (HTML, section 13.2.3.2): the byte order mark, the `charset` of the
    /// answer, the one of a `meta` element at the beginning. Without any of them it is UTF-8, and bytes that are not
    /// UTF-8 are windows-1252.
    /// - Parameters:
    ///   - bytes: the page as it was received, decompressed.
    ///   - charset: the `charset` of its `Content-Type`.
    package static func withText<Result>(
        _ bytes: [UInt8], charset: String?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        bytes.withUnsafeBufferPointer { page in
            TextEncoding.withValidUTF8(page, charset: charset ?? declaredCharset(page), body)
        }
    }

    /// The `charset` of the first `meta` element that has one, also inside `content="text/html; charset=…"`.
    private static func declaredCharset(_ page: Bytes) -> String? {
        let head = Bytes(rebasing: page.prefix(longestHead))
        var position = 0
        while let tag = head.position(of: "<meta", from: position),
            let end = head[tag...].firstIndex(of: UInt8(ascii: ">"))
        {
            if let name = head.position(of: "charset", from: tag), name < end, let charset = value(head, name + 7, end)
            {
                return charset
            }
            position = end
        }
        return nil
    }

    /// The word after an equals sign, with or without quotes.
    private static func value(_ head: Bytes, _ start: Int, _ end: Int) -> String? {
        let rest = head[start..<end].drop(while: \.isSpace)
        guard rest.first == UInt8(ascii: "=") else { return nil }
        let word = rest.dropFirst().drop { $0.isSpace || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            .prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    /// In bytes. Browsers look at 1,024; many pages have long scripts before the element.
    private static let longestHead = 8192
}

extension UnsafeBufferPointer<UInt8> {
    /// Where a text in lower case begins next, in any case of letters.
    package func position(of text: StaticString, from start: Int) -> Int? {
        let length = text.utf8CodeUnitCount
        guard start + length <= count else { return nil }
        return (start...count - length).first { Bytes(rebasing: self[$0..<$0 + length]).equalsIgnoringCase(text) }
    }
}
