import CLibXML2

/// The elements of a web page or an outline, in their order, as libxml2's HTML parser reports them: whatever it is
/// given, it goes on.
enum MarkupEvent: Equatable {
    /// Names of elements and attributes are in lower case; of a repeated attribute the first counts.
    case start(String, [String: String])
    case end(String)
    case text(String)

    static func events(in document: Bytes) -> [MarkupEvent] {
        guard isWithinLimits(document) else { return [] }
        _ = libxml2
        let collector = Collector()
        var handler = xmlSAXHandler()
        handler.initialized = 1
        handler.startElement = { context, name, attributes in
            guard let context, let name else { return }
            Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue().start(name, attributes)
        }
        handler.endElement = { context, name in
            guard let context, let name else { return }
            let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
            collector.events.append(.end(String(cString: name)))
        }
        handler.characters = { context, text, count in
            guard let context else { return }
            let collector = Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
            collector.events.append(.text(String(decoding: Bytes(start: text, count: Int(count)), as: UTF8.self)))
        }
        document.withMemoryRebound(to: CChar.self) { characters in
            let context = htmlCreatePushParserCtxt(
                &handler, Unmanaged.passUnretained(collector).toOpaque(), nil, 0, nil, XML_CHAR_ENCODING_UTF8)
            let options = [
                HTML_PARSE_RECOVER, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET, HTML_PARSE_NOIMPLIED,
                HTML_PARSE_IGNORE_ENC,
            ]
            htmlCtxtUseOptions(context, Int32(options.reduce(0) { $0 | $1.rawValue }))
            htmlParseChunk(context, characters.baseAddress, Int32(characters.count), 1)
            htmlFreeParserCtxt(context)
        }
        return collector.events
    }

    private final class Collector {
        var events: [MarkupEvent] = []

        func start(_ name: UnsafePointer<xmlChar>, _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
            var attributes: [String: String] = [:]
            var next = list
            while let name = next?[0] {
                let key = String(cString: name).lowercased()
                if attributes[key] == nil { attributes[key] = next?[1].map { String(cString: $0) } ?? "" }
                next = next?.advanced(by: 2)
            }
            events.append(.start(String(cString: name).lowercased(), attributes))
        }
    }

    /// libxml2 compares each attribute of a tag with each.
    private static func isWithinLimits(_ document: Bytes) -> Bool {
        var equals = 0
        for byte in document {
            if byte == UInt8(ascii: "<") { equals = 0 }
            if byte == UInt8(ascii: "=") { equals += 1 }
            if equals > FeedLimits.attributes { return false }
        }
        return document.count <= FeedLimits.markup
    }
}
