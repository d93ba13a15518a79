import CLibXML2

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

    init() {
        // Its document type has the entities.
        xmlCreateIntSubset(document, "entities", nil, nil)
    }

    deinit {
        xmlFreeDoc(document)
    }

    func declare(_ name: String, _ content: Bytes) {
        guard name.utf8.count <= Self.longestName, declared[name] == nil, content.count <= 65_536 else { return }
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
