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
