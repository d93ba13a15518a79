import CLibXML2

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
        uniqueKeysWithValues: String(decoding: PackageResources.Entities_txt, as: UTF8.self)
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
