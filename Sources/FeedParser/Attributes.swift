import CLibXML2

/// The attributes of a start tag, in libxml2's layout: five pointers each.
struct Attributes: Sequence {
    struct Attribute {
        var name: UnsafePointer<xmlChar>
        var prefix: UnsafePointer<xmlChar>?
        var value: Bytes

        var isAddress: Bool { ["href", "src", "cite", "longdesc"].contains { Bytes(cString: name).equals($0) } }
    }

    private let base: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    let count: Int

    init(_ base: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        self.base = base
        self.count = base == nil ? 0 : count
    }

    func makeIterator() -> some IteratorProtocol<Attribute> {
        (0..<count).lazy.map { self[$0] }.makeIterator()
    }

    private subscript(index: Int) -> Attribute {
        let field = base! + index * 5
        let start = field[3]!
        return Attribute(name: field[0]!, prefix: field[1], value: Bytes(start: start, count: field[4]! - start))
    }

    /// The value of an attribute by its local name, whatever its prefix.
    subscript(name: StaticString) -> Bytes? {
        for index in 0..<count where (base! + index * 5)[0]!.equals(name) { return self[index].value }
        return nil
    }

    /// An attribute of XML itself: `xml:base` or `xml:lang`.
    func xml(_ name: StaticString) -> Bytes? {
        for index in 0..<count {
            let field = base! + index * 5
            if let prefix = field[1], prefix.equals("xml"), field[0]!.equals(name) { return self[index].value }
        }
        return nil
    }

    var hasPrefix: Bool {
        for index in 0..<count where base![index * 5 + 1] != nil { return true }
        return false
    }

    /// The value of an attribute; nil if it is missing or empty.
    func text(_ name: StaticString) -> String? {
        guard let value = self[name]?.trimmed, !value.isEmpty else { return nil }
        return String(valid: value)
    }

    func number(_ name: StaticString) -> Int? {
        text(name).flatMap { Int($0) }
    }

    /// Whether `media:content` is a picture. Media RSS says so by `medium`, else by `type`, else by the end of the
    /// address.
    func describesPicture(_ url: Bytes) -> Bool {
        if let medium = self["medium"] { return medium.equalsIgnoringCase("image") }
        if let type = self["type"] { return Bytes(rebasing: type.prefix(6)).equalsIgnoringCase("image/") }
        let ending = url.prefix { $0 != 0x3F && $0 != 0x23 }.suffix(5).map(\.lowercased)
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"].contains {
            ending.suffix($0.utf8.count) == Array($0.utf8)[...]
        }
    }
}

extension UnsafePointer<UInt8> {
    /// Whether a C string is equal to this text.
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return self[count] == 0
    }
}

extension Bytes {
    init(cString: UnsafePointer<UInt8>) {
        var count = 0
        while cString[count] != 0 { count += 1 }
        self.init(start: cString, count: count)
    }
}
