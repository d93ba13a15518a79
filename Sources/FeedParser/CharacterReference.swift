import CLibXML2
import CResources

/// References to characters that need no declaration. Each result includes the length from `&` to `;`.
enum CharacterReference {
    /// One of the five entities of XML (XML 1.0, section 4.6); nil for all others.
    @inline(__always)
    static func entity(_ text: Bytes, at position: Int) -> (UInt8, length: Int)? {
        guard text[position] == 0x26, position + 3 < text.count else { return nil }
        switch text[position + 1] {
        case 0x6C: return text.has("&lt;", at: position) ? (0x3C, 4) : nil
        case 0x67: return text.has("&gt;", at: position) ? (0x3E, 4) : nil
        case 0x71: return text.has("&quot;", at: position) ? (0x22, 6) : nil
        case 0x61 where text[position + 2] == 0x6D: return text.has("&amp;", at: position) ? (0x26, 5) : nil
        case 0x61: return text.has("&apos;", at: position) ? (0x27, 6) : nil
        default: return nil
        }
    }

    /// A character by its number; nil if it is not a number, or if the character is not allowed.
    static func number(_ text: Bytes, at position: Int) -> (Unicode.Scalar, length: Int)? {
        guard text.has("&#", at: position) else { return nil }
        let radix: UInt32 = text.has("x", at: position + 2) ? 16 : 10
        let start = position + (radix == 16 ? 3 : 2)
        var value: UInt32 = 0
        // The largest number has seven digits.
        for index in start..<max(start, min(start + 8, text.count)) {
            if text[index] == 0x3B {
                guard index > start, isCharacter(value), let scalar = Unicode.Scalar(value) else { return nil }
                return (scalar, index + 1 - position)
            }
            guard let digit = text[index].hexadecimalDigit.map(UInt32.init), digit < radix else { return nil }
            value = value * radix + digit
        }
        return nil
    }

    /// Whether XML allows the character (XML 1.0, production 2).
    static func isCharacter(_ value: UInt32) -> Bool {
        switch value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// The text of HTML without tags. Nil if there is a tag, or a reference that only an HTML parser understands.
    static func resolved(inHTML html: Bytes) -> [UInt8]? {
        guard !html.contains(0x3C) else { return nil }
        var text: [UInt8] = []
        text.reserveCapacity(html.count)
        var position = 0
        while let next = html[position...].firstIndex(of: 0x26) {
            text.append(contentsOf: html[position..<next])
            guard let length = append(html, at: next, to: &text) else { return nil }
            position = next + length
        }
        text.append(contentsOf: html[position...])
        return text
    }

    /// Appends one character or reference, and returns the number of bytes that were read.
    private static func append(_ html: Bytes, at position: Int, to text: inout [UInt8]) -> Int? {
        if let (character, length) = entity(html, at: position) {
            text.append(character)
            return length
        }
        if let (character, length) = number(html, at: position) {
            text.append(contentsOf: character.utf8)
            return length
        }
        guard position + 1 < html.count, html[position + 1].isLetter || html[position + 1] == 0x23 else {
            text.append(0x26)
            return 1
        }
        let name = HTMLEntities.name(in: html, at: position)
        guard name.endIndex < html.endIndex, html[name.endIndex] == 0x3B,
            let characters = HTMLEntities.text(String(decoding: name, as: UTF8.self))
        else { return nil }
        text.append(contentsOf: characters.utf8)
        return name.count + 2
    }
}

/// The named characters of HTML (HTML, section 13.5). libxml2 knows only those of HTML 4.
enum HTMLEntities {
    /// The characters for `&name;`, if libxml2 does not know the name. Without a semicolon, only for the names that
    /// never needed one.
    static func missing(_ name: String, hasSemicolon: Bool) -> [Unicode.Scalar]? {
        guard hasSemicolon ? htmlEntityLookup(name) == nil : legacy.contains(name) else { return nil }
        return table[name]
    }

    /// The text for `&name;` in XML that does not declare the name. Nil if the character would be markup.
    static func text(_ name: String) -> String? {
        if let found = htmlEntityLookup(name) { return Unicode.Scalar(found.pointee.value).map { String($0) } }
        guard let scalars = table[name], !scalars.contains("&"), !scalars.contains("<") else { return nil }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The letters and digits after the `&` at `position`, at most as many as the longest name has.
    static func name(in html: Bytes, at position: Int) -> Slice<Bytes> {
        html[(position + 1)...].prefix(longest + 1).prefix { $0.isLetter || $0.isDigit }
    }

    private static let longest = 31

    /// The rows of `Entities.txt`: each name with its code points.
    private static let table: [String: [Unicode.Scalar]] = Dictionary(
        uniqueKeysWithValues: String(cString: resource("Entities.txt"))
            .split(whereSeparator: \.isWhitespace).map { row in
                let parts = row.split(separator: "=")
                let scalars = parts[1].split(separator: "+").compactMap {
                    UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
                }
                return (String(parts[0]), scalars)
            })

    private static let legacy = Set(legacyNames.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let legacyNames = """
        AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc
        Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute
        aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute
        ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro
        middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect
        shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml
        """
}

/// The entities of HTML, which feeds use without a declaration, and the entities that the document declares.
///
/// Nothing outside the document is read. The references in a declared entity are expanded once, at its declaration.
final class EntityTable {
    /// Contains and frees the entities that were used.
    private let document = xmlNewDoc(nil)!
    private var declared: [String: [UInt8]] = [:]
    private(set) var expanded = 0
    /// The greatest length of a name in bytes. A longer name counts as unknown, even if it is declared.
    private static let longestName = 200
    /// The number of declared entities that are known.
    private static let mostDeclared = 10_000

    init() {
        // Its document type has the entities.
        xmlCreateIntSubset(document, "entities", nil, nil)
    }

    deinit {
        xmlFreeDoc(document)
    }

    func declare(_ name: String, _ content: Bytes) {
        guard name.utf8.count <= Self.longestName, declared[name] == nil, content.count <= 65_536,
            declared.count < Self.mostDeclared
        else { return }
        declared[name] = Array(content)
    }

    /// The entity in the form that libxml2 needs. libxml2 passes on the content of a predefined entity unchanged, and
    /// parses the content of another one again.
    func entity(_ name: UnsafePointer<xmlChar>, isPredefined: Bool) -> UnsafeMutablePointer<xmlEntity>? {
        // libxml2 has its own entities for the five names of XML, and asks for one only where a document declares it.
        guard xmlGetPredefinedEntity(name) == nil, (0...Self.longestName).contains(where: { name[$0] == 0 }) else {
            return nil
        }
        let key = String(cString: name)
        guard let entity = xmlGetDocEntity(document, name) ?? make(key) else { return nil }
        if declared[key] != nil { expanded += Int(entity.pointee.length) }
        entity.pointee.etype = isPredefined ? XML_INTERNAL_PREDEFINED_ENTITY : XML_INTERNAL_GENERAL_ENTITY
        return entity
    }

    private func make(_ name: String) -> UnsafeMutablePointer<xmlEntity>? {
        guard var content = declared[name].map({ replaced($0) }) ?? HTMLEntities.text(name).map({ Array($0.utf8) })
        else { return nil }
        content.append(0)
        return xmlAddDocEntity(document, name, Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), nil, nil, content)
    }

    /// Replaces references inside a declared entity, one level deep. An entity bomb needs more levels.
    private func replaced(_ content: [UInt8]) -> [UInt8] {
        guard content.contains(0x26) else { return content }
        return Array(HTMLText.line(String(decoding: content, as: UTF8.self)).utf8)
    }
}
