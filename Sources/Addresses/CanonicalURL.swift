import Foundation

/// An article's address in two forms: one to show and share, one only to compare.
///
/// Feeds, aggregators and mail campaigns publish one article under many addresses. `key` is the same for all of these.
/// It is not an address and must never be opened. `clean` is the published address without tracking parameters.
package struct CanonicalURL: Sendable, Hashable {
    /// The published address, taken from its wrapper and without tracking parameters.
    package var clean: String
    /// The key. It is equal for two addresses of the same article, by the rules of `docs/selection.md`.
    package var key: String
    /// The host without `www.`, `m.` and similar prefixes, in ASCII (RFC 5891).
    package var host: String

    /// Nil if the text is not an absolute `http` or `https` address.
    package init?(_ address: String) {
        guard var parts = WebAddress(address) else { return nil }
        // A wrapper may contain another wrapper. A chain of more than three is not followed.
        for _ in 0..<3 {
            guard let target = parts.wrapped, let inner = WebAddress(target) else { break }
            parts = inner
        }
        self.init(parts)
    }

    /// Makes a value from parts that were calculated before.
    package init(clean: String, key: String, host: String) {
        self.clean = clean
        self.key = key
        self.host = host
    }

    /// Whether the address names a site but no page of it.
    package var isBareHost: Bool { key.utf8.count == host.utf8.count }
}

extension CanonicalURL {
    /// Nil if the clean address is too long for an address, or would be read as another one: a path that ends with `&`
    /// and a fragment `038;` look like an escaped `&`.
    private init?(_ parts: WebAddress) {
        let host = WebAddress.withoutPrefixes(parts.host)
        let kept = parts.parameters.filter { !Tracking.contains($0, host: host) }
        let path = WebAddress.withoutTrailingAMP(parts.path)
        clean = Self.clean(parts, path: path, kept)
        guard clean.utf8.count <= WebAddress.longest, !WebAddress.hasEscapedAmpersand(clean) else { return nil }
        self.host = host
        key = Self.key(parts, host: host, path: path, kept)
    }

    private static func clean(_ parts: WebAddress, path: String, _ kept: [Parameter]) -> String {
        var clean = "\(parts.scheme)://\(parts.authority)\(path)"
        if !kept.isEmpty { clean += "?" + kept.map(\.text).joined(separator: "&") }
        if let fragment = parts.fragment, !fragment.isEmpty, !Tracking.isFragment(fragment) { clean += "#" + fragment }
        return withVisibleBytes(clean)
    }

    /// An address has no spaces and no control characters (RFC 3986, section 2). A program that reads it may remove
    /// them.
    private static func withVisibleBytes(_ text: String) -> String {
        // Almost all addresses have visible bytes only, and a comparison is faster than a set.
        if text.utf8.allSatisfy(isVisible) { return text }
        return PercentEncoding.encoded(text, keeping: ByteSet((0...UInt8.max).filter(isVisible)))
    }

    private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F }

    private static func key(_ parts: WebAddress, host: String, path: String, _ kept: [Parameter]) -> String {
        var host = host
        var path = PercentEncoding.normalized(WebAddress.withoutLeadingAMP(path))
        var parameters = kept.map { PercentEncoding.normalized($0.text) }
        SiteRules.apply(host: &host, path: &path, parameters: &parameters)
        path = WebAddress.tidied(path, isIndexImplied: parameters.isEmpty)
        var key = host
        if let port = parts.port { key += ":\(port)" }
        key += path
        if !parameters.isEmpty { key += "?" + parameters.sorted().joined(separator: "&") }
        // `#!` distinguishes the pages of early single-page sites.
        if let fragment = parts.fragment, fragment.hasPrefix("!") { key += "#" + withVisibleBytes(fragment) }
        return key
    }
}

/// One `name=value` of a query, as published.
package struct Parameter {
    package var text: String
    /// The name in lower case.
    package var name: String
    /// The value without percent-encoding, in lower case.
    package var value: String

    package init(_ text: Substring) {
        self.text = String(text)
        let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
        name = text[..<equals].lowercased()
        let raw = String(text[equals...].withoutSign)
        let isPlain = !raw.utf8.contains(UInt8(ascii: "%"))
        value = (isPlain ? raw : raw.removingPercentEncoding ?? raw).lowercased()
    }
}

/// The parts of an address that only say how a person came to the page.
///
/// The lists are maintained by hand. A name is in `names` only if no known site distinguishes its pages by it. A name
/// that can also be a real id is removed only for certain values or hosts.
private enum Tracking {
    static func contains(_ parameter: Parameter, host: String) -> Bool {
        var name = parameter.name
        while name.hasPrefix("amp;") { name.removeFirst(4) }
        if names.contains(name) || prefixes.contains(where: name.hasPrefix) { return true }
        if SiteRules.tracks(name, host: host) { return true }
        return byValue[name]?.contains(parameter.value) ?? false
    }

    /// Whether the fragment is for tracking (`#xtor=RSS-3`, `#utm_source=…`) or a text fragment of a search engine.
    static func isFragment(_ fragment: String) -> Bool {
        let fragment = fragment.lowercased()
        if fragment.hasPrefix(":~:") { return true }
        let name = fragment.prefix { $0 != "=" }
        return name.count < fragment.count && (names.contains(String(name)) || prefixes.contains(where: name.hasPrefix))
    }
}

extension Tracking {
    private static let prefixes = [
        "utm_", "mtm_", "pk_", "piwik_", "matomo_", "itm_", "hsa_", "at_", "oly_", "__hs", "guce_", "fb_action_",
        "_branch_", "vero_", "mimg", "amp_", "bsft_", "hmb_",
    ]

    private static let names: Set<String> = [
        // Advertising click ids
        "fbclid", "gclid", "dclid", "gbraid", "wbraid", "gclsrc", "gad_source", "gad_campaignid", "yclid", "ysclid",
        "ymclid", "twclid", "ttclid", "msclkid", "igshid", "igsh", "li_fat_id", "rb_clickid", "wickedid", "srsltid",
        "epik", "irclickid", "mibextid", "sc_cid", "ef_id", "s_kwcid", "cx_click", "cx_recsorder",
        // Web analytics
        "_openstat", "openstat", "_ga", "_gl", "xtor", "s_cid", "wt_mc", "wt_zmc", "spm", "smid", "taid", "ftag",
        "intcmp", "int_source", "int_medium", "int_campaign", "wtmc", "ref_src", "ref_url",
        "__source", "__twitter_impression", "intcid", "icid", "ncid", "ocid", "guccounter", "wpisrc", "reflink",
        "soc_src", "soc_trk", "rpop", "_bhlid", "referrer_access_token",
        // Newsletters
        "_hsenc", "_hsmi", "mkt_tok", "mc_cid", "mc_eid", "mc_tc", "vgo_ee", "ck_subscriber_id",
        "dm_i", "elqtrack", "elqtrackid", "ml_subscriber", "ml_subscriber_hash", "sfmc_id", "sfmc_activityid",
        // Publishers' own campaigns
        "cmp", "cmpid", "dmcid", "ito", "maca", "ns_mchannel", "ns_campaign", "ns_source", "ns_linkname", "ns_fee",
        "rssfeed", "fb_ref", "fb_source", "mtitle", "mdesc",
    ]

    /// The values for which a parameter is only for tracking.
    private enum Values {
        /// No value, or the name of a channel.
        case channel
        /// The name of a channel, or a host name: the site from which the person came.
        case channelOrHost
        /// No value, or yes.
        case flag
        case exactly(Set<String>)

        func contains(_ value: String) -> Bool {
            switch self {
            case .channel: value.isEmpty || channels.contains(value) || channels.contains { value == "\($0)_\($0)" }
            case .channelOrHost: Values.channel.contains(value) || Self.isHost(value)
            case .flag: flags.contains(value)
            case .exactly(let values): values.contains(value)
            }
        }

        private static func isHost(_ value: String) -> Bool {
            let labels = value.split(separator: ".", omittingEmptySubsequences: false)
            guard labels.count >= 2, let top = labels.last, (2...12).contains(top.count) else { return false }
            if fileEndings.contains(String(top)) { return false }
            return top.allSatisfy { $0.isASCII && $0.isLetter }
                && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "-" || $0.isLetter || $0.isNumber } }
        }
    }

    private static let byValue: [String: Values] = [
        "ref": .channelOrHost, "referrer": .channelOrHost, "referer": .channelOrHost, "source": .channelOrHost,
        "src": .channelOrHost, "from": .channelOrHost, "via": .channelOrHost, "partner": .channelOrHost,
        "feed": .channel, "mod": .channel, "medium": .channel, "campaign": .channel, "cid": .channel,
        "sh": .channel, "oc": .channel, "rss": .flag, "amp": .flag, "is_amp": .flag,
        "outputtype": .exactly(["amp"]),
    ]

    private static let fileEndings: Set<String> = [
        "html", "htm", "php", "asp", "aspx", "xml", "json", "txt", "pdf", "jpg", "jpeg", "png", "gif", "webp", "mp4",
    ]

    private static let flags: Set<String> = ["", "1", "true", "yes", "rss", "y"]

    private static let channels: Set<String> = [
        "rss", "rss2", "rss2.0", "rss-feed", "rss_feed", "rssfeed", "feed", "feeds", "atom", "xml", "twitter", "x",
        "tw", "facebook", "fb", "instagram", "ig", "telegram", "tg", "tgchannel", "whatsapp", "wa", "vk", "vkontakte",
        "ok", "odnoklassniki", "viber", "linkedin", "reddit", "pinterest", "youtube", "email", "mail", "e-mail",
        "newsletter", "nl", "social", "share", "sharing", "share_button", "push", "app", "mobile", "mobileapp",
        "homepage", "home", "main", "mainpage", "googlenews", "google_news", "google-news", "gnews", "google", "yandex",
        "yandexnews", "yandex_news", "ya", "dzen", "zen", "smi2", "bing", "msn", "flipboard", "feedly", "pocket",
        "hackernews", "hn", "copylink", "copy_link", "direct", "top", "topnews",
    ]
}
