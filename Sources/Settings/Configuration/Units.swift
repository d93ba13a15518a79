import Foundation
import Texts
import Values

extension TimeZone {
    /// The name of the machine's time zone: that of `TZ`, or else of the system. `TZ` may also have a colon before the
    /// name or the path of the name's file, as POSIX and glibc allow it, which Foundation does not read.
    package static let machine: String =
        nameInTZ(ProcessInfo.processInfo.environment).flatMap { isName($0) ? TimeZone(identifier: $0) : nil }?
        .identifier
        ?? system

    /// The name of the system's time zone, whatever `TZ` is in the user's shell.
    package static let system: String = {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")
        let written = try? String(contentsOfFile: "/etc/timezone", encoding: .utf8)
        let names = [link?.components(separatedBy: "/zoneinfo/").last, written]
        return names.lazy.compactMap { $0?.trimmingCharacters(in: .whitespacesAndNewlines) }.first(where: isName)
            ?? current.identifier
    }()

    /// Whether it is a name from the time zone database. Foundation also reads abbreviations, which have several
    /// meanings, and hours from UTC, whose sign is the opposite of that in `TZ`.
    package static func isName(_ text: String) -> Bool {
        guard TimeZone(identifier: text) != nil else { return false }
        return text == "UTC" || knownTimeZoneIdentifiers.contains(text)
            || FileManager.default.fileExists(atPath: database + text)
    }

    /// The name from the time zone database of a zone that Foundation reads; nil if there is none.
    package static func databaseName(of text: String) -> String? {
        if isName(text) { return text }
        if let name = abbreviationDictionary[text.uppercased()] { return name }
        guard let zone = TimeZone(identifier: text), zone.secondsFromGMT() % 3600 == 0 else { return nil }
        let hours = zone.secondsFromGMT() / 3600
        // The names have the sign of POSIX.
        let name = hours == 0 ? "UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
        return isName(name) ? name : nil
    }

    /// The value of `TZ` that is no name of a time zone; nil if there is none.
    package static func unknownInTZ(_ environment: [String: String]) -> String? {
        nameInTZ(environment).flatMap { isName($0) ? nil : environment["TZ"] }
    }

    private static let database = "/usr/share/zoneinfo/"

    private static func nameInTZ(_ environment: [String: String]) -> String? {
        let written = environment["TZ"] ?? ""
        let value = written.hasPrefix(":") ? String(written.dropFirst()) : written
        return (value.hasPrefix(database) ? String(value.dropFirst(database.count)) : value).nonEmpty
    }
}

extension TimeInterval {
    /// Seconds of a duration such as `90s`, `30m`, `48h`, `7d`, `2w` or `1h30m`.
    package init?(duration: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400]
        var seconds = 0.0
        var number = ""
        for character in duration {
            if character.isASCII, character.isNumber || character == "." {
                number.append(character)
            } else if let unit = units[character], let value = Double(number) {
                seconds += value * unit
                number = ""
            } else {
                return nil
            }
        }
        guard number.isEmpty, !duration.isEmpty, seconds.isFinite else { return nil }
        self = seconds
    }

    /// The seconds between two mails at a rate such as `10/s`, `600/m` or `5000/h`.
    init?(gapOfRate rate: String) {
        let parts = rate.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), (1...1_000_000).contains(count), parts[1].count == 1,
            let unit = TimeInterval(duration: "1\(parts[1])"), unit <= 86_400
        else { return nil }
        self = unit / Double(count)
    }
}

extension Int {
    /// Bytes of a size such as `500`, `100kB`, `5MB` or `5MiB`.
    init?(byteCount: String) {
        let digits = byteCount.prefix { $0.isASCII && $0.isNumber }
        let units = ["": 1, "b": 1, "kb": 1000, "mb": 1_000_000, "kib": 1 << 10, "mib": 1 << 20]
        let unit = byteCount.dropFirst(digits.count).lowercased().trimmingCharacters(in: .whitespaces)
        guard let number = Int(digits), let factor = units[unit] else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: factor)
        guard !overflows else { return nil }
        self = bytes
    }
}

/// What is wrong with an address; nil when nothing is wrong. `WebAddress` does not fit here: it corrects mistakes,
/// which the user should correct, and it reads no other schemes.
///
/// - Parameter secrets: where a user name and a password belong.
package func urlFault(_ text: String, schemes: [String], secrets: String = "the keys for them") -> String? {
    let expected = schemes.map { "\($0)://…" }.joined(separator: " or ")
    guard text.allSatisfy({ !$0.isWhitespace && !$0.isNewline }), let url = URL(string: text),
        let scheme = url.scheme?.lowercased()
    else { return "is not a URL; write \(expected)" }
    // In `anna:password@proxy:3128`, the user name would be read as the scheme.
    guard text.contains(":/") else { return "is not a URL; write \(expected)" }
    guard schemes.contains(scheme) else { return "starts with '\(scheme):'; write \(expected)" }
    if scheme == "file" { return url.path.hasPrefix("/") ? nil : "needs an absolute path: file:///…" }
    guard let host = url.host(), !host.isEmpty else { return "has no host; write \(expected)" }
    if let port = url.port, port > UInt16.max { return "has the port \(port); the last is \(UInt16.max)" }
    guard url.user() == nil, url.password() == nil else {
        return "contains a user name or password, which would be printed; use \(secrets)"
    }
    return nil
}

/// Whether it is an address of the web, or `mailto:` with one or more mail addresses (RFC 6068).
func isWebOrMail(_ text: String) -> Bool {
    guard UnsubscribeLink.isMail(text) else { return urlFault(text, schemes: ["https", "http"]) == nil }
    let addresses = text.dropFirst("mailto:".count).prefix { $0 != "?" }.split(
        separator: ",", omittingEmptySubsequences: false)
    return addresses.allSatisfy { Mailbox(String($0))?.address == String($0) }
}

extension String {
    /// Whether it may be the host of a mail server, and not an address.
    package var isHostOfMail: Bool { !contains { " /@".contains($0) } && !holdsPassword }
}
