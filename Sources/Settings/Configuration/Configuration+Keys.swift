import Foundation
import Platform
import Texts

extension Configuration.DigestSettings: KeyedSettings {
    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("categories")
            .example(
                #"["technology", "science", "events"]"#, note: "only these sections, in this order; the default is all"),
        Key("max_items", \.maxItems, .integer(1...10_000))
            .note("the most stories; the others stay queued for the next digest"),
        Key("max_per_section", \.maxPerSection, .integer(1...10_000)),
        Key("min_score", \.minScore, .number(0...100))
            .note("stories with a lower score stay out; 'newsdigest why' shows scores"),
        Key("max_age", \.maxAge, .duration("1h", "365d")),
        Key("max_bytes", \.maxBytes, .bytes(4096...100_000_000)).note("of HTML; some mail programs cut longer mails"),
        Key("theme", \.theme, .choice).note("auto, light, dark"),
        Key("images", \.images, .choice).note("remote, embed, none"),
        Key("share", \.share, .list(.choice)).note("also x, vk, facebook"),
        Key("growth", \.growth, .growth)
            .note(#"send a story again when this many more publishers have it; or "never", "always""#),
        Key("leftovers", \.leftovers, .choice)
            .note(#"stories that did not fit compete with new ones; or "lead", "drop""#),
        Key("also", \.also, .choice).note(#"five other articles of a story, and their number; or all: "titles""#),
        Key("even_if_empty", \.evenIfEmpty, .boolean).note("deliver a digest even if nothing is new"),
        Key("keep_digests", \.keepDigests, .duration("1d", "36500d")).note("for how long the sent bytes are kept"),
        Key("full_text", \.fullText, .fullText)
            .note(#"ask the page of each chosen story for its article; "show": not in the digest"#),
        Key("keep_texts", \.keepTexts, .duration("1d", "36500d")).note("for how long these articles are kept"),
        Key("general_first", \.isGeneralFirst, .boolean)
            .note("rank important news above sport, celebrities and offers"),
        Key("templates", \.templates, .path)
            .example(#""templates""#, note: "your own folder; 'newsdigest templates DIR' writes the built-in ones"),
        Key("intro", \.intro, .table)
            .example(
                #"{ command = ["/usr/local/bin/introduce"] }   # writes the first paragraph; also max, timeout, as in [[summary]]"#
            ),
    ]
}

extension KeyType<String> {
    /// A web or mail address for the header `User-Agent`, which contains it in parentheses.
    fileprivate static var contact: Self {
        line.checked { text in
            guard isWebOrMail(text) else { return "is \"\(text)\"; write https://…, http://… or mailto:…" }
            let forbidden = "()\\ ".unicodeScalars
            return text.unicodeScalars.first { !$0.isASCII || forbidden.contains($0) }.map {
                "has '\($0)' (\(String(format: "U+%04X", $0.value))), which the header User-Agent cannot contain here; "
                    + "write a host as xn--…, and other characters as %…"
            }
        }
    }
}

extension KeyType<Configuration.Growth> {
    fileprivate static var growth: Self {
        Self(
            show: { if case .publishers(let count) = $0 { "\(count)" } else { nil } },
            read: { entry in
                switch entry.node.value {
                case .string("never"): .never
                case .string("always"): .always
                case .integer(let count) where count > 0: .publishers(count)
                default: throw entry.error("should be \"never\", \"always\" or a number of publishers, such as 3")
                }
            })
    }
}

extension Configuration.Auth: KeyedSettings {
    package static let initial = Self(username: "", password: .literal(Secret("")))
    package static let keys: [Key<Self>] = [
        Key(
            "username", \.username,
            .line.required.checked { $0.contains(":") ? "contains a colon (RFC 7617 forbids it)" : nil }
        )
        .example(#""anna""#),
        Key("password", \.password, .secret.required)
            .example(#""env:FEED_PASSWORD""#, #""~/.config/newsdigest/feed.password""#, #"["pass", "show", "feed"]"#),
    ]
}

extension Configuration.Interest: KeyedSettings {
    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("boost", \.boost, .patterns),
        Key("mute", \.mute, .patterns),
        Key("include", \.include, .patterns).example(#"["moscow"]"#, note: "only items that match one of these"),
        Key("exclude", \.exclude, .patterns).example(#"["title: quiz"]"#, note: "the same as mute"),
        Key("languages", \.languages, .list(.language("has")))
            .example(#"["en", "ru"]"#, note: "only articles in these languages"),
    ]
}

extension Configuration.Network: KeyedSettings {
    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("connect_timeout", \.connectTimeout, .duration("1s", "5m")),
        Key("timeout", \.timeout, .duration("1s", "30m")).note("for one request"),
        Key("idle_timeout", \.idleTimeout, .duration("1s", "5m")).note("without a single byte"),
        Key("deadline", \.deadline, .duration("1s", "24h")).note("for all requests together"),
        Key("max_body", \.maxBody, .bytes(1024...(1 << 30))).note("of one answer, decompressed"),
        Key("max_redirects", \.maxRedirects, .integer(0...20)),
        Key("parallel", \.parallel, .integer(1...256)).note("the most requests at a time; one at a time to each host"),
        Key("host_gap", \.hostGap, .duration("0s", "5m")).note("the pause between two requests to one host"),
        Key("allow_http_downgrade", \.allowHTTPDowngrade, .boolean).note("follow a redirect from https to http"),
        Key("private_hosts", \.privateHosts, .strings)
            .example(#"["rss.home.example.org"]"#, note: "your hosts at private addresses (docs/network.md)"),
        Key("contact", \.contact, .contact)
            .example(#""https://example.org/about""#, note: "or mailto:…; sent to servers (User-Agent)"),
        Key(
            "proxy", \.proxy,
            .url(["http", "https", "socks5", "socks5h"], secrets: "the environment variable https_proxy")
        )
        .example(#""http://proxy.example.org:3128""#, note: "the default is https_proxy etc. in the environment"),
    ]
}

extension Configuration.Filter: KeyedSettings {
    package static let initial = Self(name: "", command: [])
    package static let keys: [Key<Self>] = [
        Key("name", \.name, .line).example(#""summary""#),
        Key("command", \.command, .command.required).example(#"["/usr/local/bin/summarize"]"#),
        Key("timeout", \.timeout, .duration("1s", "1h")),
    ]

    package mutating func finish(_ table: ConfigurationTable) { if name.isEmpty { name = commandName(command) } }
}

extension Configuration.Generator: KeyedSettings {
    package static let initial = Self(name: "", command: [])
    package static let keys: [Key<Self>] = [
        Key("name", \.name, .line).example(#""model""#),
        Key("command", \.command, .command.required).example(#"["/usr/local/bin/summarize"]"#),
        Key("max", \.max, .integer(1...10_000)).note("the most stories of one run"),
        Key("timeout", \.timeout, .duration("1s", "1h")).note("for all of them together"),
    ]

    /// One of several is named by its program, and a table of its own by its key.
    package mutating func finish(_ table: ConfigurationTable) {
        if name.isEmpty { name = table.path.hasSuffix(".intro") ? "intro" : commandName(command) }
    }
}

extension Configuration.Model: KeyedSettings {
    package static let initial = Self(url: "", name: "")
    package static let keys: [Key<Self>] = [
        Key("url", \.url, .line.required.checked { urlFault($0, schemes: ["https", "http"]) })
            .example(#""http://127.0.0.1:11434/v1""#),
        Key("name", \.name, .line.required).example(#""llama3.1""#),
        Key("key", \.key, .secret).example(nil, #""~/.config/newsdigest/model.key""#),
        Key("summaries", \.summaries, .boolean).example("true", note: "of the chosen stories"),
        Key("intro", \.intro, .boolean).example("true", note: "a few lines at the beginning"),
        Key("rate", \.rate, .boolean).example("true", note: "the importance of the 60 best stories"),
        Key("translate", \.translate, .language("is"))
            .example(#""en""#, note: "headlines and summaries of stories in other languages"),
        Key("embeddings", \.embeddings, .line)
            .example(#""nomic-embed-text""#, note: "a model for sentence vectors, instead of [grouping] vectors"),
        Key("max_tokens_a_day", \.maxTokensADay, .integer(0...1_000_000_000)).note("0: no limit"),
        Key("timeout", \.timeout, .duration("1s", "10m")).note("of one request"),
        Key("retries", \.retries, .integer(0...10)),
        Key("max", \.max, .integer(1...1000)).note("the most stories of one run"),
        Key("context", \.context, .integer(1024...10_000_000)).note("tokens of a request with its answer"),
        Key("parallel", \.parallel, .integer(1...32)).note("requests side by side"),
    ]
}

/// `[grouping]`.
package struct GroupingTable: KeyedSettings {
    var command: [String] = []
    var max = 2000
    var timeout: TimeInterval = 120

    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("vectors", \.command, .command.required).example(#"["/usr/local/bin/embed"]"#),
        Key("max", \.max, .integer(1...10_000)).note("the most items of one run"),
        Key("timeout", \.timeout, .duration("1s", "1h")).note("for all of them together"),
    ]

    var generator: Configuration.Generator {
        Configuration.Generator(name: "vectors", command: command, max: max, timeout: timeout)
    }
}

extension Configuration.OwnCategory: KeyedSettings {
    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("title", \.title, .line).example(#""The city""#),
        Key("from", \.from, .strings)
            .example(#"["Moscow", "Город"]"#, note: "the sources' own categories that belong to this section"),
        Key("aliases", \.aliases, .strings).example(#"["town"]"#, note: "other names that --category takes"),
        Key("full_text", \.fullText, .fullText),
    ]
}

/// `[unsubscribed]`.
package struct UnsubscribedTable: KeyedSettings {
    var file = ""

    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("file", \.file, .path.required).example(#""~/.config/newsdigest/unsubscribed.txt""#)
    ]
}

extension Configuration {
    /// The addresses of a monitoring service that waits for news of each run. They contain secrets.
    package struct Health: Sendable, Equatable {
        /// The address for all signals; `/start` and `/fail` are appended.
        package var ping: SecretReference?
        /// The addresses that replace those made from `ping`.
        package var start: SecretReference?
        package var success: SecretReference?
        package var failure: SecretReference?
        package var method = Method.post

        package enum Method: String, Sendable, CaseIterable {
            case post = "POST"
            case get = "GET"
        }

        /// All addresses, each with its key.
        package var secrets: [(name: String, reference: SecretReference)] { secrets(in: "health") }
    }
}

extension Configuration.Health: KeyedSettings {
    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("ping", \.ping, .secret.address())
            .example(
                #""https://hc-ping.com/your-uuid""#, #""~/.config/newsdigest/ping.address""#,
                #"["pass", "show", "ping"]"#),
        Key("start", \.start, .reference.address())
            .example(#""https://status.example.org/api/push/token?status=up&msg=started""#),
        Key("success", \.success, .reference.address())
            .example(#""https://status.example.org/api/push/token?status=up""#),
        Key("failure", \.failure, .reference.address())
            .example(#""https://status.example.org/api/push/token?status=down""#),
        Key("method", \.method, .choice).note("or GET"),
    ]
}

/// `[metrics]`.
package struct MetricsTable: KeyedSettings {
    var file: String?

    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("file", \.file, .path).example(#""/var/lib/prometheus/node-exporter/newsdigest.prom""#)
    ]
}
