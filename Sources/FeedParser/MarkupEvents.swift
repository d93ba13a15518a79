/// The elements of a web page or an outline in their order, as libxml2's HTML parser reports them. The parser never
/// stops at an error.
package enum MarkupEvent: Equatable {
    /// Names of elements and attributes are in lower case. If an attribute is repeated, the first one counts.
    case start(String, [String: String])
    case end(String)
    case text(String)

    /// Passes the events of a document one after the other, because all of them would need far more memory than the
    /// document. It must be valid UTF-8. Bytes beyond ``FeedLimits/markup`` are ignored.
    package static func read(_ document: UnsafeBufferPointer<UInt8>, _ take: (MarkupEvent) -> Void) {
        withoutActuallyEscaping(take) { take in
            HTMLEvents(
                start: { name, attributes in
                    let pairs = attributes.map { ($0.name.lowercased(), $0.value) }
                    take(.start(name.lowercased(), Dictionary(pairs, uniquingKeysWith: { first, _ in first })))
                },
                end: { take(.end($0)) },
                text: { take(.text(String(decoding: $0, as: UTF8.self))) }
            ).parse(Bytes(rebasing: document.prefix(FeedLimits.markup)))
        }
    }
}
