import Foundation
import Texts
import Values

/// The path of a file for digests, as the configuration writes it. `{profile}` stands for the name of the profile or
/// reader, `{date}` for the digest's own day, and `{date:%Y-%m}` for its time in another form (strftime(3)).
package struct OutputPath {
    var written: String

    static let profile = "{profile}"

    /// The path with both values.
    func filled(for profile: String, at time: Date, in zone: TimeZone) -> String {
        OutputPath(written: dated(at: time, in: zone)).named(for: profile)
    }

    /// A name of a reader never adds a folder, and never means the folder above. Different names stay different, because
    /// what stands for a slash is percent-encoded (RFC 3986, section 2.1).
    func named(for profile: String) -> String {
        let name = profile.replacing(literal: "%", with: "%25").replacing(literal: "/", with: "%2F")
        let isFolder = name == "." || name == ".."
        let file = isFolder ? name.replacing(literal: ".", with: "%2E") : name
        return written.replacing(literal: Self.profile, with: file)
    }

    func dated(at time: Date, in zone: TimeZone) -> String {
        guard written.contains("{date") else { return written }
        return written.replacing(/\{date(?::((?:[^{}%]*%[YymdjFGVuHMS])+[^{}%]*))?\}/) { match in
            (match.1 ?? "%F").replacing(/%./) { Self.text(String($0.0), at: time, in: zone) }
        }
    }

    /// What looks like a placeholder and stays in the path as it is, each with the right form.
    var mistakes: [String] {
        let gone = Date(timeIntervalSince1970: 0)
        let rest = OutputPath(written: dated(at: gone, in: .gmt)).named(for: "")
        let words = rest.matches(of: /\{[^{}\/]*\}/).map { word in
            "'\(word.0)' in the path stays as it is; write \(Self.profile), {date} or {date:%Y-%m-%d}"
        }
        let codes = rest.replacing(/\{[^{}\/]*\}/, with: "/").matches(of: /%(?:\w(?:[^%\/\w]?%\w)*)?/).map { code in
            "'\(code.0)' in the path stays as it is; write {date:\(Self.isKnown(code.0) ? code.0 : "%Y-%m-%d")}"
        }
        return words + codes
    }

    private static func isKnown(_ codes: Substring) -> Bool {
        codes.wholeMatch(of: /(?:[^%]*%[YymdjFGVuHMS])+/) != nil
    }

    private static func text(_ code: String, at time: Date, in zone: TimeZone) -> String {
        var seconds = time_t(time.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: time)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return String(unsafeUninitializedCapacity: 64) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress!, $0.count, code, &parts) }
        }
    }
}
