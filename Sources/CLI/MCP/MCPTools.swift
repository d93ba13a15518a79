import Foundation
import Gather
import NewsDigest
import Render
import Settings
import State
import Texts
import Values

/// The tools that `newsdigest mcp` offers. Each prints what the command of the same name prints as JSON, or as text if
/// that command has no JSON.
struct MCPTools {
    struct Tool {
        struct Parameter {
            enum Kind: String { case string, integer }

            var name: String
            var kind = Kind.string
            var description: String
            var isRequired = false
        }

        /// What its text is. The structured content is the object, or an object with the list as `items`.
        enum Output { case text, object, list }

        var name: String
        var description: String
        var parameters: [Parameter] = []
        var isReadOnly = true
        var output = Output.text
        var call: ([String: Any]) async throws -> MCPAnswer

        /// Why these arguments cannot be used; nil if they can.
        func fault(in arguments: [String: Any]) -> String? {
            for parameter in parameters {
                guard let value = arguments[parameter.name], !(value is NSNull) else {
                    if parameter.isRequired { return "the argument '\(parameter.name)' is missing" }
                    continue
                }
                let fits = parameter.kind == .string ? value is String : MCPTools.isInteger(value)
                if !fits { return "the argument '\(parameter.name)' should be of type \(parameter.kind.rawValue)" }
            }
            let unknown = arguments.keys.filter { key in !parameters.contains { $0.name == key } }.sorted().first
            return unknown.map { "there is no argument '\($0.prefix(60))'" }
        }

        /// As `tools/list` describes it (JSON Schema).
        var schema: [String: Any] {
            let properties = parameters.map { parameter -> (String, Any) in
                (parameter.name, ["type": parameter.kind.rawValue, "description": parameter.description])
            }
            var schema: [String: Any] = [
                "name": name, "description": description,
                "inputSchema": [
                    "type": "object", "properties": Dictionary(properties) { first, _ in first },
                    "required": parameters.filter(\.isRequired).map(\.name), "additionalProperties": false,
                ] as [String: Any],
                "annotations": [
                    "readOnlyHint": isReadOnly, "destructiveHint": false, "openWorldHint": name == "sources_add",
                ],
            ]
            if output != .text {
                var properties: [String: Any] = [
                    "notice": ["type": "string", "description": "What a limit took away."]
                ]
                if output == .list { properties["items"] = ["type": "array", "items": ["type": "object"]] }
                schema["outputSchema"] = [
                    "type": "object", "properties": properties, "required": output == .list ? ["items"] : [],
                ]
            }
            return schema
        }
    }

    private let tools: [Tool]
    private let writes: Bool

    func named(_ name: String) -> Tool? { tools.first { $0.name == name } }

    var descriptions: [[String: Any]] { tools.map(\.schema) }

    func sentence(onUnknown name: String) -> String {
        let hint = writes ? "" : "; with --write there are more"
        return "there is no tool '\(name.prefix(100))'; \(allowedValues(for: name, among: tools.map(\.name)))\(hint)"
    }

    /// Whether a value of JSON is a whole number. For Foundation, `true` is one, too.
    static func isInteger(_ value: Any) -> Bool {
        guard value is Int, let number = value as? NSNumber else { return false }
        return String(cString: number.objCType) != "c"
    }

    /// - Parameter writes: whether tools that change something are offered, too.
    init(_ common: CommonOptions, writes: Bool) {
        self.writes = writes
        let makers =
            [Self.search, Self.show, Self.history, Self.why, Self.status, Self.latestDigest]
            + (writes ? [Self.save, Self.like, Self.sourcesAdd] : [])
        tools = makers.map { $0(common) }
    }

    private static let item = Tool.Parameter(
        name: "item", description: "The id or the address of an item.", isRequired: true)
    private static let mostFound = 20
    private static let mostListed = 200

    private static func search(_ common: CommonOptions) -> Tool {
        Tool(
            name: "search",
            description:
                "Searches the stored articles and events. An item must have all words, or longer ones that "
                + "begin like them. No source is asked.",
            parameters: [
                .init(name: "query", description: "The words to search for.", isRequired: true),
                .init(name: "limit", kind: .integer, description: "At most this many, up to 200; 20 by default."),
            ], output: .list
        ) { arguments in
            let query = try SearchQuery(arguments["query"] as? String ?? "")
            let limit = try limit(arguments)
            let found = try State.open(common.statePath, .readOnly).search(query.text, limit: limit + 1)
            return MCPAnswer(
                text: try jsonText(of: found.prefix(limit).map { FoundItem($0, at: common.clock) }),
                notice: found.count <= limit
                    ? nil
                    : limit < mostListed
                        ? "there are more than \(limit); a greater limit, up to \(mostListed), or more words show others"
                        : "there are more than \(limit), the most that a search lists; more words show others")
        }
    }

    private static func show(_ common: CommonOptions) -> Tool {
        Tool(
            name: "show", description: "Shows one item with its whole text.", parameters: [item], output: .object
        ) { arguments in
            MCPAnswer(text: try await common.page(of: arguments["item"] as? String ?? "").rendered(as: .json))
        }
    }

    private static func history(_ common: CommonOptions) -> Tool {
        Tool(
            name: "history", description: "Lists the stories that were sent, the newest first; at most 200.",
            parameters: [
                .init(name: "since", description: "Only what was sent within this time, such as 24h or 7d."),
                .init(name: "search", description: "Only stories that contain all these words."),
            ], output: .list
        ) { arguments in
            let state = try State.open(common.statePath, .readOnly)
            let reader = try await common.reader(in: state)
            let since = try (arguments["since"] as? String).map { common.clock - (try Age($0)).seconds }
            let entries = try state.history(
                HistoryFilter(
                    since: since, search: arguments["search"] as? String, profile: common.profile,
                    limit: mostListed + 1))
            let listing = Listing(
                history: Array(entries.prefix(mostListed)), language: reader.language, timeZone: reader.timeZone,
                now: common.clock)
            return MCPAnswer(
                text: try listing.rendered(as: .json),
                notice: entries.count > mostListed
                    ? "there are more than \(mostListed); 'since' and 'search' show fewer" : nil)
        }
    }

    private static func why(_ common: CommonOptions) -> Tool {
        Tool(
            name: "why", description: "Says why an item was in a digest or not.", parameters: [item]
        ) { arguments in
            let state = try State.open(common.statePath, .readOnly)
            let name = arguments["item"] as? String ?? ""
            let found = try await common.why(name, in: state)
            guard !found.isEmpty else {
                if let sentence = try state.quarantineSentence(url: name) { return MCPAnswer(text: sentence) }
                throw RunError.unknownItem(name)
            }
            return MCPAnswer(text: found.joined(separator: "\n"))
        }
    }

    private static func status(_ common: CommonOptions) -> Tool {
        Tool(
            name: "status", description: "Says when newsdigest ran, what waits, and which sources fail.",
            output: .object
        ) { _ in
            let status = try await Status(
                Configuration(path: common.config), profile: common.profile, statePath: common.statePath,
                now: common.clock)
            return MCPAnswer(text: try jsonText(of: status))
        }
    }

    private static func latestDigest(_ common: CommonOptions) -> Tool {
        Tool(
            name: "latest_digest", description: "Shows the newest digest with its stories.", output: .object
        ) { _ in
            let state = try State.open(common.statePath, .readOnly)
            _ = try await common.reader(in: state)
            let digest = try state.knownDigest("last", profile: common.profile)
            return MCPAnswer(text: try jsonText(of: LatestDigest(digest, in: state, at: common.clock)))
        }
    }

    private static func save(_ common: CommonOptions) -> Tool {
        Tool(
            name: "save", description: "Saves an item, or a page by its address.", parameters: [item],
            isReadOnly: false
        ) { arguments in
            var command = SaveCommand()
            (command.common, command.items) = (common, [arguments["item"] as? String ?? ""])
            try await command.run()
            return MCPAnswer(text: "saved")
        }
    }

    private static func like(_ common: CommonOptions) -> Tool {
        Tool(
            name: "like", description: "Notes that the reader likes an item: similar stories come a little higher.",
            parameters: [item], isReadOnly: false
        ) { arguments in
            var opinion = OpinionOptions()
            (opinion.common, opinion.items) = (common, [arguments["item"] as? String ?? ""])
            try await opinion.store(liked: true)
            return MCPAnswer(text: "noted")
        }
    }

    private static func sourcesAdd(_ common: CommonOptions) -> Tool {
        Tool(
            name: "sources_add",
            description: "Adds a feed to the configuration, by its own address or that of its web page.",
            parameters: [.init(name: "url", description: "The address.", isRequired: true)], isReadOnly: false
        ) { arguments in
            let sources = try common.sources()
            let (found, notices) = try await sources.find(arguments["url"] as? String ?? "")
            guard found.count == 1 else {
                throw RunError.usage(
                    "the page links to \(found.count) feeds; add one by its address: "
                        + found.map(\.url).joined(separator: " "))
            }
            let result = try sources.add(found, category: nil)
            let imported = Imported(added: result.added, remarks: [], notices: notices + result.notices)
            return MCPAnswer(text: text(of: imported.lines() + imported.notices))
        }
    }

    private static func limit(_ arguments: [String: Any]) throws -> Int {
        let limit = arguments["limit"] as? Int ?? mostFound
        guard limit > 0 else { throw RunError.usage("limit should be from 1 to \(mostListed)") }
        return min(limit, mostListed)
    }
}

/// The newest digest, with the summaries of its stories.
private struct LatestDigest: Encodable {
    var id, profile, title: String
    var created: Date
    var stories: [FoundItem]

    init(_ digest: HistoryDigest, in state: State, at now: Date) throws {
        (id, profile, title, created) = (digest.id, digest.profile, digest.title, digest.created)
        stories = try digest.entries.compactMap { try state.item($0.id).map { FoundItem($0, at: now) } }
    }
}
