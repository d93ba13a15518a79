import CLibXML2

/// Pushes a document through libxml2, piece by piece.
///
/// libxml2 reads tags, names, entities and everything that is not well-formed. The long texts between them, which are
/// most of a feed, go directly to the reader. This happens wherever libxml2 says that it is in text or in a CDATA
/// section and has nothing left to read.
private struct DocumentPush {
    private let window: DocumentWindow
    private var document: Bytes
    private let context: xmlParserCtxtPtr
    private let reader: UnsafeMutablePointer<XMLReader>
    /// All bytes before this position are read.
    private var position = 0
    /// All bytes before this position are valid UTF-8.
    private var valid = 0
    /// Where the content of the next long CDATA section begins. If it is before `position`, it must be searched for.
    private var section = -1
    /// Whether all bytes that libxml2 was given were well-formed.
    private(set) var isWellFormed = true
    /// The number of pending bytes that were searched for `=`, and the number of `=` in them.
    private var counted = (bytes: 0, signs: 0)

    private static let chunk = 65_536
    /// A text of this length or more is passed on directly.
    private static let long = 128

    init(of window: DocumentWindow, to context: xmlParserCtxtPtr, _ reader: UnsafeMutablePointer<XMLReader>) {
        self.window = window
        document = window.bytes
        self.context = context
        self.reader = reader
    }

    /// False if the document is not valid UTF-8.
    mutating func run() -> Bool {
        while !newsdigest_isStopped(context), position < window.limit || advance() {
            guard position < valid || validate() else { return false }
            readText()
            if position < valid { push(upTo: nextLongText()) }
        }
        isWellFormed = xmlParseChunk(context, nil, 0, 1) == 0
        return true
    }

    private mutating func advance() -> Bool {
        guard window.advance(to: position) else { return false }
        document = window.bytes
        (position, valid, section) = (0, 0, -1)
        return window.limit > 0
    }

    /// Validates the next piece. A character may continue in the piece after it, and is checked again there.
    private mutating func validate() -> Bool {
        let end = min(valid + DocumentPush.chunk, window.limit)
        let piece = Bytes(rebasing: document[valid..<end])
        let count = piece.validCount()
        valid += count
        return count == piece.count || count > piece.count - 4 && end < window.limit
    }

    private mutating func push(upTo end: Int) {
        let piece = Bytes(rebasing: document[position..<end])
        isWellFormed = piece.withMemoryRebound(to: CChar.self) {
            xmlParseChunk(context, $0.baseAddress, Int32($0.count), 0) == 0
        }
        position = end
        checkPending()
    }

    /// Refuses a tag or comment that does not end in time. libxml2 waits for the end before it reads it, and the cost
    /// of a tag grows with the square of the number of its attributes.
    private mutating func checkPending() {
        let pending = pending
        guard pending.count > DocumentPush.chunk, pending[0] == 0x3C else {
            counted = (0, 0)
            return
        }
        if pending.count > FeedLimits.markup {
            reader.pointee.stop(.limit("one tag or comment of more than \(FeedLimits.markup) bytes"))
        } else if pending[1] != 0x21, pending[1] != 0x3F, signs(in: pending) > FeedLimits.attributes {
            reader.pointee.stop(.limit("one element with more than \(FeedLimits.attributes) attributes"))
        }
    }

    /// The number of `=` in the pending bytes. Only the new bytes are searched.
    private mutating func signs(in pending: Bytes) -> Int {
        if pending.count < counted.bytes { counted = (0, 0) }
        for byte in pending[counted.bytes...] where byte == 0x3D { counted.signs += 1 }
        counted.bytes = pending.count
        return counted.signs
    }

    /// The bytes that libxml2 was given and has not read yet.
    private var pending: Bytes {
        var count = 0
        let start = newsdigest_pending(context, &count)
        return Bytes(start: start, count: count)
    }
}

// MARK: - Text that libxml2 need not look at

extension DocumentPush {
    /// While libxml2 is in text, reads on to the next place that is not text.
    private mutating func readText() {
        guard pending.isEmpty else { return }
        switch newsdigest_state(context) {
        case XML_PARSER_CDATA_SECTION: readSection()
        case XML_PARSER_CONTENT: readContent()
        default: break
        }
    }

    private mutating func readSection() {
        hand(upTo: TextScan.end(of: document, from: position, to: valid, isSection: true))
    }

    /// Reads text with its references to characters. It stops at a reference that only libxml2 can resolve.
    private mutating func readContent() {
        while position < valid {
            hand(upTo: TextScan.end(of: document, from: position, to: valid, isSection: false))
            guard position < valid else { return }
            if document[position] == 0x0D {
                if !document.has("\n", at: position + 1) { reader.pointee.character(0x0A) }
                position += 1
            } else if let (character, length) = CharacterReference.entity(document, at: position) {
                reader.pointee.character(character)
                position += length
            } else if let (character, length) = CharacterReference.number(document, at: position) {
                reader.pointee.character(character)
                position += length
            } else {
                return
            }
        }
    }

    @inline(__always)
    private mutating func hand(upTo end: Int) {
        guard end > position else { return }
        reader.pointee.characters(Bytes(rebasing: document[position..<end]))
        position = end
    }

    // MARK: Where long texts begin

    /// The next place where a long text begins: after the `>` of a tag, after the `[` of a CDATA section, or after a
    /// reference inside a long text. Otherwise the end of the valid bytes.
    private mutating func nextLongText() -> Int {
        if document[position] == 0x26, let end = first(0x3B, from: position, count: 12), end < valid { return end + 1 }
        if section <= position { section = nextLongSection() }
        var start = position
        while start < section {
            if let tag = last(0x3C, from: start) {
                start = tag + 1
            } else if let close = first(0x3E, from: start), close + 1 < section {
                guard let tag = first(0x3C, from: close + 1) else { return close + 1 }
                start = tag + 1
            } else {
                start += DocumentPush.long
            }
        }
        return section
    }

    private func nextLongSection() -> Int {
        var start = position
        while let bracket = first(0x5B, from: start, count: valid - start) {
            start = bracket + 1
            guard bracket >= 2, document.has("<![CDATA[", at: bracket - 2) else { continue }
            start = bracket + 7
            guard start < valid else { break }
            if let end = sectionEnd(from: start) { start = end } else { return start }
        }
        return valid
    }

    /// Where a CDATA section ends; nil if it is long.
    private func sectionEnd(from start: Int) -> Int? {
        var start = start
        let end = start + DocumentPush.long
        while let bracket = first(0x5D, from: start, count: end - start) {
            start = bracket + 1
            if document.has("]]>", at: bracket) { return bracket }
        }
        return nil
    }

    private func first(_ byte: UInt8, from start: Int, count: Int = long) -> Int? {
        let base = document.baseAddress!
        return newsdigest_find(base + start, byte, max(0, min(count, document.count - start))).map { $0 - base }
    }

    private func last(_ byte: UInt8, from start: Int) -> Int? {
        let base = UnsafeRawPointer(document.baseAddress!)
        var end = min(start + DocumentPush.long, document.count)
        while end - start >= ByteBlock.count, ByteBlock(base, at: end - ByteBlock.count).equal(byte).isClear {
            end -= ByteBlock.count
        }
        return document[start..<end].lastIndex(of: byte)
    }
}

/// Finds the end of text that can be passed on unchanged.
private enum TextScan {
    /// The next place that needs a closer look: the end of the text or section, a reference, a control character, or a
    /// character that XML does not allow. In text, also a line end that is not a line feed (XML 1.0, section 2.11). In
    /// push mode, libxml2 leaves such line ends in sections unchanged.
    @inline(__always)
    static func end(of document: Bytes, from start: Int, to end: Int, isSection: Bool) -> Int {
        let base = UnsafeRawPointer(document.baseAddress!)
        var position = start
        while position < end {
            if position + ByteBlock.count <= end {
                let block = ByteBlock(base, at: position)
                var ends = block.less(than: 0x20) | block.equal(0x5D) | block.equal(0xEF)
                if !isSection { ends = ends | block.equal(0x3C) | block.equal(0x26) }
                guard !ends.isClear else {
                    position += ByteBlock.count
                    continue
                }
                position += ends.first
            }
            guard passes(document, position, isSection: isSection) else { return position }
            position += 1
        }
        return end
    }

    @inline(__always)
    private static func passes(_ document: Bytes, _ position: Int, isSection: Bool) -> Bool {
        switch document[position] {
        case 0x0A, 0x09: true
        case 0x0D: isSection
        case 0..<0x20: false
        case 0x3C, 0x26: isSection
        case 0x5D: !document.has("]]>", at: position)
        // These are U+FFFE and U+FFFF.
        case 0xEF: document[position + 1] != 0xBF || document[position + 2] < 0xBE
        default: true
        }
    }
}

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

/// The bytes of a document that are in memory: all of it, or a window that moves over a long one.
final class DocumentWindow {
    private(set) var bytes: Bytes
    /// Every character or reference that begins before this place is completely in memory. The place is between two
    /// characters.
    private(set) var limit = 0
    /// Whether the bytes in memory include the end of the document.
    private(set) var isAtEnd: Bool
    private var offset = 0
    private let read: Feed.Read?
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    /// Longer than the longest reference to a character, and longer than a text that is passed on directly.
    private static let lookahead = 512

    init(whole document: Bytes) {
        bytes = document
        limit = document.count
        isAtEnd = true
        read = nil
        buffer = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    /// - Parameter size: the number of bytes in memory at a time; at least some kilobytes.
    init(reading read: @escaping Feed.Read, size: Int = 1 << 16) {
        bytes = Bytes(start: nil, count: 0)
        isAtEnd = false
        self.read = read
        buffer = .allocate(capacity: size)
        fill(from: 0)
    }

    deinit {
        buffer.deallocate()
    }

    /// Moves the window, so that it begins at `position`. False if there are no more bytes.
    func advance(to position: Int) -> Bool {
        guard !isAtEnd, let base = buffer.baseAddress else { return false }
        let rest = bytes.count - position
        base.update(from: base + position, count: rest)
        fill(from: rest)
        return true
    }

    private func fill(from start: Int) {
        var count = start
        while let read, count < buffer.count, !isAtEnd {
            let more = read(
                offset, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
            isAtEnd = more == 0
            count += more
            offset += more
        }
        bytes = Bytes(rebasing: Bytes(buffer)[..<count])
        limit = count
        guard !isAtEnd else { return }
        limit -= DocumentWindow.lookahead
        while limit > count - DocumentWindow.lookahead - 3, bytes[limit] & 0xC0 == 0x80 { limit -= 1 }
    }
}
