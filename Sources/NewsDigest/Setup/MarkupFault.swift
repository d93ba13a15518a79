import Foundation

/// The first place at which the tags of an XML document are cut or do not match (XML 1.0, section 3).
///
/// Everything else that XML forbids, such as a lone `&`, is left to the reader of the document, which accepts it.
struct MarkupFault: Equatable {
    var line: Int
    /// A sentence without a full stop.
    var reason: String

    /// Nil for a document whose tags all match, and for one in UTF-16.
    init?(in document: [UInt8]) {
        guard !document.starts(with: [0xFE, 0xFF]), !document.starts(with: [0xFF, 0xFE]) else { return nil }
        var scan = Scan(document)
        guard let fault = scan.fault() else { return nil }
        reason = fault.reason
        line = 1 + document[..<fault.index].count { $0 == UInt8(ascii: "\n") }
    }
}

/// One pass over the bytes of a document.
private struct Scan {
    private let bytes: [UInt8]
    private var index = 0
    /// The elements that are open, and where they begin.
    private var open: [(name: String, start: Int)] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func fault() -> (index: Int, reason: String)? {
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start
            let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")].first {
                bytes[start...].starts(with: $0.0.utf8)
            }
            if let (opening, end) = skipped {
                guard skip(past: Array(end.utf8), from: start + opening.utf8.count) else {
                    return (start, "'\(opening)' is not closed")
                }
            } else if let reason = readTag() {
                return (start, reason)
            }
        }
        return open.last.map { ($0.start, "<\($0.name)> is not closed") }
    }

    private mutating func skip(past end: [UInt8], from start: Int) -> Bool {
        index = start
        while let first = bytes[index...].firstIndex(of: end[0]) {
            if bytes[first...].starts(with: end) {
                index = first + end.count
                return true
            }
            index = first + 1
        }
        return false
    }

    /// Reads the tag at the index.
    /// - Returns: what is wrong with it.
    private mutating func readTag() -> String? {
        let start = index
        let isEnd = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
        let name = String(
            decoding: bytes[(start + (isEnd ? 2 : 1))...].prefix { $0 > 0x20 && !"/><".utf8.contains($0) }.prefix(100),
            as: UTF8.self
        ).lowercased()
        var quote: UInt8?
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") {
                return quote == nil ? "a tag is not closed" : "a quotation mark is not closed"
            }
            index += 1
            if let mark = quote {
                if byte == mark { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                if isEnd { return close(name) }
                if bytes[index - 2] != UInt8(ascii: "/") { open.append((name, start)) }
                return nil
            }
        }
        return "the file ends inside a tag"
    }

    private mutating func close(_ name: String) -> String? {
        open.popLast()?.name == name ? nil : "</\(name)> closes nothing that is open here"
    }
}
