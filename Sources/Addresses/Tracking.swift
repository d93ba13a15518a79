/// The parts of an address that only say how a person came to the page.
///
/// The lists are maintained by hand. A name is in `names` only if no known site distinguishes its pages by it. A name
/// that can also be a real id is removed only for certain values or hosts.
enum Tracking {
    static func contains(_ parameter: Parameter, host: String) -> Bool {
        var name = parameter.name[...]
        while name.hasPrefix("amp;") { name = name.dropFirst(4) }
        if names.contains(String(name)) || prefixes.contains(where: name.hasPrefix) { return true }
        if SiteRules.tracks(String(name), host: host) { return true }
        return byValue[String(name)]?.contains(parameter.value) ?? false
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
