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
