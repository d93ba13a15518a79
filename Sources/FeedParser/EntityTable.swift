import CLibXML2

/// The entities of HTML, which feeds use without a declaration, and the entities that the document declares.
///
/// Nothing outside the document is read. The references in a declared entity are expanded once, at its declaration.
final class EntityTable {
    private var known: [String: UnsafeMutablePointer<xmlEntity>] = [:]
    private var declared: [String: [UInt8]] = [:]
    private(set) var expanded = 0
    /// The greatest length of a name in bytes. A longer name counts as unknown, even if it is declared.
    private static let longestName = 200

    deinit {
        for entity in known.values {
            xmlFree(entity.pointee.content)
            newsdigest_xmlFree(UnsafeMutableRawPointer(mutating: entity.pointee.name))
            entity.deallocate()
        }
    }

    private func xmlFree(_ pointer: UnsafeMutablePointer<xmlChar>?) {
        newsdigest_xmlFree(pointer)
    }

    func declare(_ name: String, _ content: Bytes) {
        guard name.utf8.count <= Self.longestName, declared[name] == nil, content.count <= 65_536 else { return }
        declared[name] = Array(content)
    }

    /// The entity in the form that libxml2 needs. In text, libxml2 passes it on unchanged. In an attribute, it parses
    /// the content again.
    func entity(_ name: UnsafePointer<xmlChar>, inAttribute: Bool) -> UnsafeMutablePointer<xmlEntity>? {
        guard (0...Self.longestName).contains(where: { name[$0] == 0 }) else { return nil }
        let key = String(cString: name)
        guard let entity = known[key] ?? make(key) else { return nil }
        known[key] = entity
        if declared[key] != nil { expanded += Int(entity.pointee.length) }
        entity.pointee.etype = inAttribute ? XML_INTERNAL_GENERAL_ENTITY : XML_INTERNAL_PREDEFINED_ENTITY
        return entity
    }

    private func make(_ name: String) -> UnsafeMutablePointer<xmlEntity>? {
        guard var content = declared[name].map({ replaced($0) }) ?? HTMLEntities.text(name).map({ Array($0.utf8) })
        else { return nil }
        let count = content.count
        content.append(0)
        let entity = UnsafeMutablePointer<xmlEntity>.allocate(capacity: 1)
        entity.initialize(to: xmlEntity())
        entity.pointee.type = XML_ENTITY_DECL
        entity.pointee.name = UnsafePointer(xmlStrdup(name))
        entity.pointee.content = content.withUnsafeBufferPointer { xmlStrndup($0.baseAddress, Int32(count)) }
        entity.pointee.orig = entity.pointee.content
        entity.pointee.length = Int32(count)
        return entity
    }

    /// Replaces references inside a declared entity, one level deep. An entity bomb needs more levels.
    private func replaced(_ content: [UInt8]) -> [UInt8] {
        guard content.contains(0x26) else { return content }
        return Array(HTMLText.line(String(decoding: content, as: UTF8.self)).utf8)
    }
}
