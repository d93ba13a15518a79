import FoundationEssentials

/// A JSON document from outside, made small enough for Foundation's decoder, which needs much time and memory for each
/// value.
///
/// Lists keep their first members that contain something, up to ``FeedLimits/listMembers``. Objects keep their first
/// members, up to ``FeedLimits/members``. Very long names and numbers are left out.
package struct BoundedJSON {
    private let copy = ByteBuffer()
    private var values = 0
    private var depth = 0

    /// The depth to which objects and lists are kept. No service needs more.
    private static let deepest = 64

    /// - Throws: ``FeedError/malformedJSON(_:)``.
    package static func copy(of document: some ContiguousBytes) throws(FeedError) -> Data {
        let result = document.withUnsafeBytes { raw in
            Result { () throws(FeedError) in
                var bounded = BoundedJSON()
                var reader = JSONReader(raw.bindMemory(to: UInt8.self).withoutByteOrderMark)
                _ = try bounded.copyValue(&reader)
                try reader.end()
                return Data(bounded.copy.bytes)
            }
        }
        return try result.get()
    }

    /// - Returns: whether the value contains a text, a number or a truth value.
    private mutating func copyValue(_ reader: inout JSONReader) throws(FeedError) -> Bool {
        values += 1
        let kind = try reader.kind()
        switch kind {
        case .string: return try copyString(&reader)
        case .other: return try copyLiteral(&reader)
        case .object, .list:
            guard depth < Self.deepest, values < FeedLimits.values else {
                try reader.skip()
                copy.append("null")
                return false
            }
            depth += 1
            defer { depth -= 1 }
            return try kind == .object ? copyObject(&reader) : copyList(&reader)
        }
    }

    private func copyString(_ reader: inout JSONReader) throws(FeedError) -> Bool {
        guard let text = try reader.string() else { return false }
        write(text)
        return !text.trimmed.isEmpty
    }

    private func copyLiteral(_ reader: inout JSONReader) throws(FeedError) -> Bool {
        guard let word = try reader.literal() else { return false }
        let isBounded = word.count <= FeedLimits.jsonWord
        if isBounded { copy.append(word) } else { copy.append("null") }
        return isBounded && !word.equals("null")
    }

    private mutating func copyObject(_ reader: inout JSONReader) throws(FeedError) -> Bool {
        var (count, hasContent) = (0, false)
        copy.append(0x7B)
        try reader.members { reader, name throws(FeedError) in
            guard name.count <= FeedLimits.jsonWord, count < FeedLimits.members else { return }
            if count > 0 { copy.append(0x2C) }
            count += 1
            write(name)
            copy.append(0x3A)
            if try copyValue(&reader) { hasContent = true }
        }
        copy.append(0x7D)
        return hasContent
    }

    private mutating func copyList(_ reader: inout JSONReader) throws(FeedError) -> Bool {
        var count = 0
        copy.append(0x5B)
        try reader.values { reader throws(FeedError) in
            guard count < FeedLimits.listMembers else { return }
            let start = copy.count
            if count > 0 { copy.append(0x2C) }
            if try copyValue(&reader) { count += 1 } else { copy.truncate(to: start) }
        }
        copy.append(0x5D)
        return count > 0
    }

    private func write(_ text: Bytes) {
        copy.append(0x22)
        copy.append(escapingJSON: text)
        copy.append(0x22)
    }
}

extension Bytes {
    fileprivate var withoutByteOrderMark: Bytes {
        has("\u{FEFF}", at: 0) ? Bytes(rebasing: dropFirst(3)) : self
    }
}

/// A list whose broken members are left out, so that the others can be used.
package struct Lossy<Element: Decodable>: Decodable {
    package var elements: [Element] = []

    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            if let element = try container.decode(Attempt.self).value { elements.append(element) }
        }
    }

    /// Decoding never fails, so the list continues with its next member.
    private struct Attempt: Decodable {
        var value: Element?
        init(from decoder: any Decoder) throws { value = try? Element(from: decoder) }
    }
}

extension KeyedDecodingContainer {
    /// The value if it exists and has the right type, otherwise nil.
    package func lenient<T: Decodable>(_ key: Key, as type: T.Type = T.self) -> T? {
        (try? decodeIfPresent(T.self, forKey: key)) ?? nil
    }
}
