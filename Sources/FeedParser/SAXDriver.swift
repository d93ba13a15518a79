import CLibXML2

/// Pushes a document through libxml2, and passes its events to a reader.
enum SAXDriver {
    static func run(_ reader: UnsafeMutablePointer<XMLReader>, over document: DocumentWindow, recovering: Bool)
        -> XMLReader.Reading
    {
        _ = libxml2
        var handler = handlers
        let context = xmlCreatePushParserCtxt(&handler, reader, nil, 0, nil)!
        defer { xmlFreeParserCtxt(context) }
        reader.pointee.context = context
        xmlCtxtUseOptions(context, options | (recovering ? Int32(XML_PARSE_RECOVER.rawValue) : 0))
        var push = DocumentPush(of: document, to: context, reader)
        let isUTF8 = push.run()
        let error = xmlCtxtGetLastError(context)
        let isWhole = isUTF8 && (recovering || push.isWellFormed)
        return XMLReader.Reading(
            feed: isWhole ? reader.pointee.builder.finished() : reader.pointee.builder.feed, root: reader.pointee.root,
            isFeed: reader.pointee.builder.isFeed,
            isWellFormed: push.isWellFormed, isUTF8: isUTF8, line: Int(error?.pointee.line ?? 0),
            reason: error?.pointee.message.map { String(cString: $0).trimmingSpaces } ?? "")
    }

    /// Nothing outside the document is loaded: no DTD, no external entity, nothing from the network.
    private static let options = Int32(
        XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_HUGE.rawValue | XML_PARSE_NOERROR.rawValue
            | XML_PARSE_NOWARNING.rawValue | XML_PARSE_IGNORE_ENC.rawValue)

    private static var handlers: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        readContent(&handler)
        readDeclarations(&handler)
        return handler
    }

    /// Sets the handlers of elements and texts.
    private static func readContent(_ handler: inout xmlSAXHandler) {
        handler.startElementNs = { reader, name, prefix, uri, namespaces, _, count, _, attributes in
            let reader = reader!.assumingMemoryBound(to: XMLReader.self)
            if namespaces > 0 { reader.pointee.bind(Int(namespaces)) }
            reader.pointee.start(name!, prefix, uri, Attributes(attributes, count: Int(count)))
        }
        handler.endElementNs = { reader, name, prefix, uri in
            reader!.assumingMemoryBound(to: XMLReader.self).pointee.end(name!, prefix, uri)
        }
        handler.characters = { reader, text, count in
            reader!.assumingMemoryBound(to: XMLReader.self).pointee.characters(Bytes(start: text, count: Int(count)))
        }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
    }

    /// Sets the handlers of the document type and its entities.
    private static func readDeclarations(_ handler: inout xmlSAXHandler) {
        // libxml2 calls this at the end of the document type. A document may declare default attributes for elements.
        // They have no meaning in feeds, and would be added to each element.
        handler.externalSubset = { reader, _, _, _ in
            newsdigest_dropDefaultAttributes(reader!.assumingMemoryBound(to: XMLReader.self).pointee.context)
        }
        handler.entityDecl = { reader, name, type, _, _, content in
            guard type == XML_INTERNAL_GENERAL_ENTITY.rawValue, let name, let content else { return }
            reader!.assumingMemoryBound(to: XMLReader.self).pointee.entities
                .declare(String(cString: name), Bytes(cString: content))
        }
        handler.getEntity = { reader, name in
            let reader = reader!.assumingMemoryBound(to: XMLReader.self)
            let isCut = newsdigest_cutsPredefinedEntities(reader.pointee.context)
            let entity = reader.pointee.entities.entity(name!, isPredefined: !isCut)
            if reader.pointee.entities.expanded > FeedLimits.entityExpansion {
                reader.pointee.stop(.limit("entities of more than \(FeedLimits.entityExpansion) bytes"))
            }
            return entity
        }
    }
}
