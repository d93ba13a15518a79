import Foundation
import Texts

/// Rules for the addresses of single sites.
enum SiteRules {
    /// Whether this parameter is only for tracking on this host and the hosts below it.
    static func tracks(_ name: String, host: String) -> Bool {
        for domain in domains(of: host) where trackingByDomain[String(domain)]?.contains(name) == true { return true }
        return false
    }

    /// Gives one form to all addresses under which a site serves the same article.
    static func apply(host: inout String, path: inout String, parameters: inout [String]) {
        switch host {
        case "youtu.be":
            let video = path.drop { $0 == "/" }
            guard !video.isEmpty, !video.contains("/") else { return }
            host = "youtube.com"
            path = "/watch"
            parameters = ["v=\(video)"] + parameters.filter { !$0.hasPrefix("v=") }
        case "bbc.co.uk":
            // Both domains serve the same pages, and feeds use either.
            host = "bbc.com"
        case "news.google.com":
            guard let id = GoogleNews.articleID(path: path) else { return }
            path = "/articles/\(id)"
            parameters = []
        default:
            guard host.hasSuffix(".m.wikipedia.org") else { return }
            host = host.replacingOccurrences(of: ".m.wikipedia.org", with: ".wikipedia.org")
        }
    }

    private static let trackingByDomain: [String: Set<String>] = [
        "nytimes.com": ["action", "module", "pgtype", "partner", "emc", "campaign_id", "instance_id", "segment_id"],
        "msn.com": ["cvid", "ei", "pc"],
        "youtube.com": ["feature", "si", "pp", "t", "ab_channel"],
        "youtu.be": ["feature", "si", "pp", "t"],
        "medium.com": ["source", "sk"],
        "wsj.com": ["mod", "st", "reflink"],
        "marketwatch.com": ["mod", "st"],
        "barrons.com": ["mod", "st"],
        "spiegel.de": ["b", "sara_ref"],
        "forbes.com": ["sh", "ss"],
        "theatlantic.com": ["gift"],
        "washingtonpost.com": ["itid", "pwapi_token"],
        "yandex.ru": ["lr", "redircnt"],
        "news.google.com": ["oc", "hl", "gl", "ceid"],
        "x.com": ["s", "t"],
        "twitter.com": ["s", "t"],
        "substack.com": ["r", "publication_id", "post_id", "istriredirect", "triedredirect"],
        "rbc.ru": ["from"],
        "vc.ru": ["from"],
    ]

    /// The host and all domains that contain it: `a.b.org`, `b.org`.
    private static func domains(of host: String) -> [Substring] {
        var domains = [host[...]]
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if rest.contains(".") { domains.append(rest) }
        }
        return domains
    }
}

extension WebAddress {
    /// The address inside this one, if this one only leads to it.
    package var wrapped: String? {
        if let target = targetAfterStar { return target }
        let host = Self.withoutPrefixes(host)
        if host.hasSuffix(".cdn.ampproject.org") { return accelerated(under: ["/c/", "/v/", "/a/"]) }
        switch host {
        case "facebook.com" where path == "/l.php", "l.facebook.com", "lm.facebook.com", "l.instagram.com":
            return absolute(value(of: "u"))
        case "vk.com" where path.hasPrefix("/away"), "vk.ru" where path.hasPrefix("/away"):
            return absolute(value(of: "to"))
        case "bing.com" where path.hasPrefix("/news/apiclick"): return absolute(value(of: "url"))
        case "out.reddit.com": return absolute(value(of: "url"))
        case "youtube.com" where path == "/redirect": return absolute(value(of: "q"))
        case "t.umblr.com" where path == "/redirect": return absolute(value(of: "z"))
        case "news.google.com": return GoogleNews.articleID(path: path).flatMap(GoogleNews.target)
        default:
            guard Self.isGoogle(host) else { return nil }
            if path == "/url" { return absolute(value(of: "url", "q")) }
            return path.hasPrefix("/amp/") ? accelerated(under: ["/amp/"]) : nil
        }
    }

    /// The address after `/*` in the path, as some portals count the readers of their feeds:
    /// `https://redir.example.com/rss/*https://example.org/a`.
    private var targetAfterStar: String? {
        let star = ["/*", "/%2A", "/%2a"].lazy.compactMap { path[...].firstRange(ofLiteral: $0) }.first
        guard let star, let target = String(path[star.upperBound...]).removingPercentEncoding else { return nil }
        let query = parameters.map(\.text).joined(separator: "&")
        return absolute(target + (query.isEmpty ? "" : "?" + query))
    }

    private func absolute(_ target: String?) -> String? {
        guard let target, target.hasPrefix("http://") || target.hasPrefix("https://") else { return nil }
        return target
    }

    private static func isGoogle(_ host: String) -> Bool {
        host == "google.com" || (host.hasPrefix("google.") && host.utf8.count <= "google.com.xx".utf8.count)
    }

    /// The publisher's address in an accelerated copy such as `/amp/s/example.org/story`. `s` means https.
    private func accelerated(under starts: [String]) -> String? {
        guard let start = starts.first(where: path.hasPrefix) else { return nil }
        var rest = path.dropFirst(start.count)
        let isSecure = rest.hasPrefix("s/")
        if isSecure { rest = rest.dropFirst(2) }
        guard rest.prefix(while: { $0 != "/" }).contains(".") else { return nil }
        let query = parameters.map(\.text).joined(separator: "&")
        return (isSecure ? "https://" : "http://") + rest + (query.isEmpty ? "" : "?" + query)
    }
}

/// The addresses of Google News.
enum GoogleNews {
    /// The id after `/articles/`, `/rss/articles/`, `/__i/rss/rd/articles/` or `/read/`.
    static func articleID(path: String) -> Substring? {
        let segments = path.split(separator: "/")
        guard let index = segments.firstIndex(where: { $0 == "articles" || $0 == "read" }), index + 1 < segments.count
        else { return nil }
        return segments[index + 1]
    }

    /// The publisher's address in an id. Ids until 2024 contain it: bytes 08 13 22, a length, the address. Later ids do
    /// not.
    static func target(of id: Substring) -> String? {
        var text = id.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text) else { return nil }
        let bytes = [UInt8](data)
        guard bytes.count > 4, bytes.starts(with: [0x08, 0x13, 0x22]) else { return nil }
        var length = Int(bytes[3] & 0x7F)
        var start = 4
        if bytes[3] & 0x80 != 0 {
            length |= Int(bytes[4]) << 7
            start = 5
        }
        guard start + length <= bytes.count else { return nil }
        let address = String(decoding: bytes[start..<start + length], as: UTF8.self)
        return address.hasPrefix("http") ? address : nil
    }
}
