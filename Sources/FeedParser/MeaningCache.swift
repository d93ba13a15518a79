import CLibXML2

/// The meaning of each element name that occurred, found by the addresses of libxml2's interned strings.
struct MeaningCache {
    private struct Slot {
        var name: UnsafePointer<xmlChar>?
        var prefix: UnsafePointer<xmlChar>?
        var uri: UnsafePointer<xmlChar>?
        var meaning = Meaning.other
    }

    private var slots = [Slot](repeating: Slot(), count: 512)
    private var namespaces: [(uri: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?, namespace: Namespace?)] =
        []
    private var root: (uri: UnsafePointer<xmlChar>?, namespace: Namespace)?

    var rootNamespace: Namespace? { root?.namespace }

    mutating func meaning(
        _ name: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?
    ) -> Meaning {
        var index = slot(for: name, uri)
        for _ in 0..<8 {
            if slots[index].name == name, slots[index].uri == uri, slots[index].prefix == prefix {
                return slots[index].meaning
            }
            if slots[index].name == nil { break }
            index = (index + 1) & (slots.count - 1)
        }
        let text = String(beginning: name)
        var meaning = namespace(text, prefix, uri).map { Vocabulary.meaning(text, in: $0) } ?? .other
        // If the root has a namespace, an element without one has a lower rank.
        if uri == nil, prefix == nil, root?.uri != nil, meaning.rank > 0 { meaning.rank -= 1 }
        slots[index] = Slot(name: name, prefix: prefix, uri: uri, meaning: meaning)
        return meaning
    }

    private mutating func known(_ uri: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?) -> Namespace? {
        if let found = namespaces.first(where: { $0.uri == uri && $0.prefix == prefix }) { return found.namespace }
        let namespace = Vocabulary.namespace(
            uri: uri.map { String(beginning: $0) }, prefix: prefix.map { String(beginning: $0) })
        if namespaces.count < 32 { namespaces.append((uri, prefix, namespace)) }
        return namespace
    }

    private func slot(for name: UnsafePointer<xmlChar>, _ uri: UnsafePointer<xmlChar>?) -> Int {
        let mixed = (UInt(bitPattern: name) ^ UInt(bitPattern: uri) &* 31) &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed >> 40) & (slots.count - 1)
    }

    /// The namespace of an element. An element without a namespace, or in the unknown namespace of the root, belongs to
    /// the vocabulary of the root.
    private mutating func namespace(_ name: String, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?)
        -> Namespace?
    {
        let known = known(uri, prefix)
        guard let root else {
            let namespace = known ?? Vocabulary.namespace(root: name)
            self.root = (uri, namespace == .rdf ? .rss : namespace ?? .rss)
            return namespace
        }
        return known ?? (uri == nil && prefix == nil || uri != nil && uri == root.uri ? root.namespace : nil)
    }
}

extension String {
    /// The beginning of a C string. It is long enough to show that a longer name has no meaning.
    fileprivate init(beginning text: UnsafePointer<xmlChar>) {
        let count = (0...Vocabulary.longest).first { text[$0] == 0 } ?? Vocabulary.longest + 1
        self.init(decoding: Bytes(start: text, count: count), as: UTF8.self)
    }
}
