/// The parameters of addresses whose values are secret, found by their names.
package enum SecretParameters {
    /// Words that may also mean something else, such as the id of an article.
    private static let ambiguous: Set = [
        "key", "auth", "passwd", "pass", "pwd", "sig", "signature", "session", "sid",
    ]
    /// Words that always mean a secret.
    private static let words: Set = [
        "jwt", "bearer", "sessid", "sessionid", "phpsessid", "jsessionid", "credential", "credentials", "passphrase",
        "authorization", "hmac", "otp",
    ]
    /// Ends of words such as `accesstoken` and `clientsecret`.
    private static let endings = ["token", "secret", "password", "passwd", "signature", "sessid", "sessionid"]
    /// What stands before `key` in words such as `feedkey`. `hockey` and `monkey` are no secrets.
    private static let keys: Set = [
        "access", "account", "api", "app", "auth", "client", "consumer", "crypt", "download", "encryption", "feed",
        "hash", "license", "login", "master", "member", "news", "pass", "podcast", "private", "read", "rss", "secret",
        "security", "service", "session", "share", "shared", "sign", "signing", "site", "stream", "sub",
        "subscription", "user", "view",
    ]

    /// Whether the name of a parameter says that its value is a secret, such as `private_token`, `AccessKeyId`,
    /// `X-Amz-Signature` and `token[]`. One of its words must mean a secret: `author` and `keyword` do not.
    package static func holdsSecret(_ name: some StringProtocol) -> Bool {
        words(of: name).contains { ambiguous.contains($0) || isSecret($0) }
    }

    /// Whether the name always means a secret: it has a word that always means one, or a word before `key`. A name such
    /// as `sid` may also mean the id of an article.
    private static func isUnmistakable(_ name: String) -> Bool {
        let words = words(of: name)
        return words.contains(where: isSecret) || words.count > 1 && words.last == "key"
    }

    private static func isSecret(_ word: String) -> Bool {
        words.contains(word) || endings.contains { word.hasSuffix($0) }
            || word.hasSuffix("key") && keys.contains(String(word.dropLast(3)))
    }

    /// The words of a name in lower case. Signs part them, and so does a capital letter after a small one.
    private static func words(of name: some StringProtocol) -> [String] {
        var words = [""]
        var isAfterSmall = false
        for character in name {
            guard character.isLetter || character.isNumber else {
                words.append("")
                isAfterSmall = false
                continue
            }
            if character.isUppercase, isAfterSmall { words.append("") }
            isAfterSmall = character.isLowercase
            words[words.count - 1] += character.lowercased()
        }
        return words.filter { !$0.isEmpty }
    }

    /// The secret values in an address.
    package static func values(in address: String) -> [String] {
        let query = address.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        return query.split(whereSeparator: { $0 == "&" || $0 == ";" }).compactMap { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && holdsSecret(parts[0]) ? String(parts[1]) : nil
        }
    }

    /// An address, or a sentence with addresses, without users, passwords and secret values.
    package static func hide(in text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "=") || mayMeanAt($0) }) else { return text }
        let bytes = Array(text.utf8)
        var ranges = userInfo(in: bytes)
        DecodedText(bytes).eachUnescaped { ranges += Self.ranges(in: $0, where: holdsSecret) }
        guard !ranges.isEmpty else { return text }
        return String(decoding: bytes.replacing(ranges.merged, with: Redactor.hidden), as: UTF8.self)
    }

    /// The text with a replacement for the users and passwords of the addresses in it.
    /// - Parameter isAddress: whether the whole text is one address.
    package static func replacingUserInfo(
        in text: String, with replacement: String, isAddress: Bool = false
    ) -> String {
        let bytes = Array(text.utf8)
        let ranges = userInfo(in: bytes, isAddress: isAddress).merged
        return ranges.isEmpty ? text : String(decoding: bytes.replacing(ranges, with: replacement), as: UTF8.self)
    }

    /// The users and passwords of the addresses in a text, also where the address is encoded.
    /// - Parameter isAddress: whether the whole text is one address, which a space or a quotation mark does not end.
    static func userInfo(in bytes: [UInt8], isAddress: Bool = false) -> [Range<Int>] {
        guard bytes.contains(where: mayMeanAt) else { return [] }
        var ranges: [Range<Int>] = []
        DecodedText(bytes).eachUnescaped { text in
            let words = isAddress ? [text.bytes[...]] : text.bytes.split { $0 <= 0x20 || "\"'<>".utf8.contains($0) }
            ranges += words.flatMap { userInfo(ofWord: $0, in: text.bytes, isAddress: isAddress) }.map(text.source(of:))
        }
        return ranges
    }

    /// Whether an `@` may be here, as it is or in an escape of `DecodedText`.
    private static func mayMeanAt(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "@") || DecodedText.mayBeginEscape(byte)
    }

    /// The positions of secret values in a page or a feed. Only names that always mean a secret count.
    package static func ranges(inBody bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        DecodedText(bytes).eachUnescaped { text in
            ranges += Self.ranges(in: text, where: isUnmistakable)
        }
        return ranges
    }

    /// The values after `?name=`, `&name=` and `#name=`. A value is not searched for more parameters.
    private static func ranges(in text: DecodedText, where isSecret: (String) -> Bool) -> [Range<Int>] {
        let bytes = text.bytes
        var ranges: [Range<Int>] = []
        var end = 0
        for equals in bytes.indices where equals >= end && bytes[equals] == UInt8(ascii: "=") {
            guard let name = parameter(before: equals, in: bytes), isSecret(name) else { continue }
            end = bytes[(equals + 1)...].firstIndex(where: endsValue) ?? bytes.count
            guard !bytes[end...].starts(with: Redactor.hidden.utf8) else { continue }
            let value = text.source(of: (equals + 1)..<end)
            ranges.append(value.isEmpty ? text.end(of: equals) : value)
        }
        return ranges
    }

    /// The name of the parameter whose value begins after this equals sign.
    private static func parameter(before equals: Int, in bytes: [UInt8]) -> String? {
        var start = equals
        while start > 0, equals - start < longestName, isNameByte(bytes[start - 1]) { start -= 1 }
        guard start < equals, start > 0, "?&;#".utf8.contains(bytes[start - 1]) else { return nil }
        return String(decoding: bytes[start..<equals], as: UTF8.self)
    }

    private static let longestName = 40

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "_-.[]".utf8.contains(byte)
    }

    private static func endsValue(_ byte: UInt8) -> Bool { byte <= 0x20 || "&#;\"'<>".utf8.contains(byte) }

    /// The users and passwords of the addresses in a word.
    private static func userInfo(
        ofWord word: ArraySlice<UInt8>, in bytes: [UInt8], isAddress: Bool
    ) -> [Range<Int>] {
        guard let last = word.lastIndex(of: UInt8(ascii: "@")) else { return [] }
        let word = word[...last]
        let colons = word.indices.filter { word[$0...].starts(with: "://".utf8) }
        let ranges = colons.map { word[startOfScheme(before: $0, in: word)...].userInfo() }
        let beforeScheme = userInfo(
            withoutScheme: word[..<(colons.first ?? word.endIndex)], in: bytes, isAddress: isAddress)
        return (ranges + withoutColon(word) + [beforeScheme]).compactMap { $0 }.filter { !$0.isEmpty }
    }

    /// The users and passwords after a scheme that lost its colon: `https//anna:password@example.org`.
    private static func withoutColon(_ word: ArraySlice<UInt8>) -> [Range<Int>?] {
        word.indices.dropFirst().filter { word[$0...].starts(with: "//".utf8) && word[$0 - 1].isLetterOrDigit }.map {
            let range = word[($0 + 2)...].userInfoOfAuthority()
            return range.flatMap { word[$0].contains(UInt8(ascii: ":")) ? $0 : nil }
        }
    }

    private static func startOfScheme(before colon: Int, in word: ArraySlice<UInt8>) -> Int {
        word[..<colon].lastIndex { !$0.isLetterOrDigit }.map { $0 + 1 } ?? word.startIndex
    }

    /// The user and password of an address without a scheme, such as `anna:password@example.org/feed`. `mailto:` is no
    /// user, and `20:00@Club` in a sentence has no host.
    private static func userInfo(
        withoutScheme word: ArraySlice<UInt8>, in bytes: [UInt8], isAddress: Bool
    ) -> Range<Int>? {
        guard let range = word.userInfo(), let first = bytes[range].firstIndex(of: UInt8(ascii: ":")),
            let last = bytes[range].lastIndex(of: UInt8(ascii: ":")), first + 1 < range.upperBound,
            !schemesOfMail.contains(
                String(decoding: bytes[startOfScheme(before: last, in: word)..<last], as: UTF8.self).lowercased())
        else { return nil }
        let rest = bytes[(range.upperBound + 1)...]
        let host = rest.prefix { $0.isLetterOrDigit || $0 >= 0x80 || "-.[]".utf8.contains($0) }
        let isHost =
            host.dropLast().contains(UInt8(ascii: ".")) || rest[host.endIndex...].first.map(":/".utf8.contains) == true
            || isAddress && host.endIndex == rest.endIndex
        return !host.isEmpty && isHost ? range : nil
    }

    private static let schemesOfMail: Set = ["mailto", "sip", "sips", "xmpp", "acct"]
}

/// Long random values in web addresses. Many are keys, whatever the name of the parameter, and also in a path.
///
/// Others are no secrets, such as YouTube's `channel_id`. So they are hidden only in messages, and never in texts and
/// links.
enum RandomValues {
    /// The sentence without the long random values of the addresses in it.
    static func hide(in text: String) -> String {
        let bytes = Array(text.utf8)
        let ranges = bytes.split { $0 <= 0x20 || "\"'<>".utf8.contains($0) }.flatMap(values)
        return ranges.isEmpty ? text : String(decoding: bytes.replacing(ranges, with: Redactor.hidden), as: UTF8.self)
    }

    /// The random values of a word that contains an address, behind its host.
    private static func values(inWord word: ArraySlice<UInt8>) -> [Range<Int>] {
        let starts = ["http://", "https://"].compactMap { scheme in
            word.indices.first { word[$0...].starts(with: scheme.utf8) }.map { $0 + scheme.utf8.count }
        }
        guard let start = starts.min(), let end = word[start...].firstIndex(where: "/?#".utf8.contains) else {
            return []
        }
        return word[end...].split { !$0.isLetterOrDigit && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
            .filter(isRandom).map(\.indices)
    }

    private static let shortest = 20

    /// Whether letters and digits, or capital and small letters, change more often than in words.
    private static func isRandom(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count >= shortest else { return false }
        let kinds = value.filter(\.isLetterOrDigit).map(Kind.init)
        guard kinds.contains(.digit), kinds.contains(where: { $0 != .digit }) else { return false }
        // A small letter follows the capital of a word.
        let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 && !($0 == .capital && $1 == .small) }
        return changes * 5 >= kinds.count
    }

    private enum Kind {
        case digit, capital, small

        init(_ byte: UInt8) {
            self = byte <= UInt8(ascii: "9") ? .digit : byte <= UInt8(ascii: "Z") ? .capital : .small
        }
    }
}
