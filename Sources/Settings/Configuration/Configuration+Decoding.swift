import Files
import Foundation
import Platform
import Texts
import Values

extension Configuration {
    /// Reads the configuration: the named file, or the user's file if there is one, or the built-in configuration.
    ///
    /// - Throws: `RunError.configuration` with file and line of the first error.
    package init(path: String?, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        let paths = Paths(environment: environment)
        if let path {
            try self.init(contentsOf: path, environment: environment)
        } else if FileManager.default.fileExists(atPath: paths.configuration) {
            try self.init(contentsOf: paths.configuration, environment: environment)
        } else {
            self = .builtIn(environment: environment)
        }
        for profile in profilesInOrder { profile.tellSecrets(environment) }
    }

    /// Reads a TOML file. If the file names no source, the built-in sources are used.
    ///
    /// - Throws: `RunError.configuration` with file and line of the first error.
    package init(
        contentsOf path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let bytes: Data?
        do {
            bytes = try FileHandle.read(path, upTo: Self.longestFile)
        } catch {
            let isThere = FileManager.default.fileExists(atPath: path)
            let reason =
                isThere
                ? "cannot be read: \(errorText(of: error))" : "does not exist; 'newsdigest init' writes a new one"
            throw RunError.configuration(file: path, line: nil, reason: reason)
        }
        guard let bytes else {
            throw RunError.configuration(
                file: path, line: nil, reason: "is longer than \(Self.longestFile >> 20) MiB, the limit"
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let line = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .firstIndex { String(validating: $0, as: UTF8.self) == nil }
            throw RunError.configuration(file: path, line: line.map { $0 + 1 }, reason: "is not UTF-8 text")
        }
        try self.init(toml: text, file: path, environment: environment)
    }

    static let longestFile = 16 << 20

    package init(toml text: String, file: String, environment: [String: String]) throws {
        let document = try TOMLNode(parsing: text, file: file)
        // If there are readers or profiles, a mail at the top of the file goes to them, so it needs no recipient of
        // its own.
        let hasReaders = [RootKey.readers, .profiles].contains { document.entries[$0.rawValue] != nil }
        try self.init(document, needsRecipients: !hasReaders, file: file, environment: environment)
        let table = try ConfigurationTable<RootKey>(document, path: "", file: file)
        let base = document.without(RootKey.profiles.rawValue).without(RootKey.readers.rawValue)
        for (name, overlay) in (try table.nodes(.profiles) ?? [:]).sorted(by: { $0.key < $1.key }) {
            let path = table.name(.profiles) + "." + name
            guard name != "default", !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
            else {
                throw table.error(path, "should be letters, digits, - or _, and not 'default'", line: overlay.line)
            }
            let keys = try ConfigurationTable<RootKey>(overlay, path: path, file: file)
            for key in [RootKey.profiles, .readers, .state, .round] where keys.node(key) != nil {
                throw keys.error(key, "cannot be inside a profile")
            }
            profiles[name] = try Configuration(
                base.overlaid(with: overlay), isEmailNearer: keys.node(.email) != nil && keys.node(.deliver) == nil,
                file: file, environment: environment)
            profiles[name]?.profileName = name
            if overlay.namesCategories { profiles[name]?.placeOfCategories = "under [\(path).digest]" }
        }
        let commands = try feedCommands()
        readerList = try table.table(.readers, keys: ReadersKey.self).map { readers in
            let home = Paths(environment: environment).home
            let path = try readers.path(.file, home: home)
            let command = try readers.command(.command)
            guard path == nil || command == nil else { throw readers.error(.command, "and 'file' exclude each other") }
            guard let origin = path.map(ReaderList.Origin.file) ?? command.map({ .command($0) }) else {
                throw readers.error(.file, "is missing, and so is 'command'; write one of them")
            }
            return ReaderList(
                origin: origin, file: file, base: base, profiles: Set(profiles.keys), commands: commands)
        }
        fileOfReaders = readerList?.path
        for name in profiles.keys { profiles[name]?.fileOfReaders = readerList?.path }
    }

    /// - Throws: `RunError.configuration` if feeds with one name have different commands.
    private func feedCommands() throws -> FeedCommands {
        var commands = FeedCommands()
        if let objection = commands.objection(to: ([self] + profiles.values).flatMap(\.feeds)) {
            throw RunError.configuration(file: shownFile, line: nil, reason: objection)
        }
        return commands
    }

    /// - Parameters:
    ///   - hasOwnEmail: whether an address that is not in the document is set later (`address(to:)`).
    ///   - isEmailNearer: whether `email` stands in a profile or reader that inherits its `[[deliver]]`. Then the mail
    ///     goes to this address, and not to the inherited recipients.
    ///   - needsRecipients: whether a mail without a recipient is an error.
    init(
        _ document: TOMLNode, hasOwnEmail: Bool = false, isEmailNearer: Bool = false, needsRecipients: Bool = true,
        file: String, environment: [String: String]
    ) throws {
        let table = try ConfigurationTable<RootKey>(document, path: "", file: file)
        let home = Paths(environment: environment).home
        self.init()
        self.file = file
        state = try table.stateName(.state, home: home)
        round = try table.duration(.round, from: "0s", to: "7d") ?? round
        title = try table.line(.title)
        name = try table.line(.name)
        email = try table.address(.email)
        language = try table.digestLanguage(.language) ?? language
        timeZone = try table.timeZone(.timezone) ?? timeZone
        report = try table.choice(.report) ?? report
        sources = try table.choices(.sources) ?? sources
        interest = try table.table(.interest, keys: InterestKey.self).map(Interest.init) ?? interest
        network = try table.table(.network, keys: NetworkKey.self).map(Network.init) ?? network
        health = try table.table(.health, keys: HealthKey.self).map { try Health($0, home: home) } ?? health
        metricsFile = try table.table(.metrics, keys: MetricsKey.self).flatMap { try $0.path(.file, home: home) }
        categories = try table.ownCategories(.categories)
        try readSources(table, home: home)
        if let table = try table.table(.digest, keys: DigestKey.self) {
            digest = try DigestSettings(table, home: home)
            digest.categories = try table.each(.categories) { try category($0, at: $1, in: table) } ?? []
        }
        try readPrograms(table, home: home)
        try readDeliveries(
            table, home: home, isEmailNearer: isEmailNearer, needsRecipients: needsRecipients && !hasOwnEmail)
        if let table = try table.table(.unsubscribed, keys: UnsubscribedKey.self) {
            unsubscribed = try table.require(.file, try table.path(.file, home: home))
        }
        sectionOrder = namedSections(in: table)
        addBuiltInSources(isAlone: table.namesNoSource, environment: environment)
    }
}

extension Configuration {
    private mutating func readPrograms(_ table: ConfigurationTable<RootKey>, home: String) throws {
        filters = try table.tables(.filter, keys: FilterKey.self)?.map(Filter.init) ?? []
        summaries = try table.tables(.summary, keys: WriterKey.self)?.map { try Writer($0) } ?? []
        if let model = try table.table(.model, keys: ModelKey.self).map({ try Model($0, home: home) }) ?? model {
            self.model = model
            if model.summaries { summaries.append(Writer(model)) }
            if model.intro { digest.intro = digest.intro ?? Writer(model, .intro) }
        }
        vectors =
            try table.table(.grouping, keys: GroupingKey.self).map { try Writer(vectors: $0) } ?? vectors
            ?? model.flatMap(Writer.init(vectorsOf:))
    }

    /// Reads the destinations. A mail goes to its recipients, or to `email` if it has none or if `email` is nearer.
    private mutating func readDeliveries(
        _ table: ConfigurationTable<RootKey>, home: String, isEmailNearer: Bool, needsRecipients: Bool
    ) throws {
        deliveries = try table.tables(.deliver, keys: DeliverKey.self)?.map { try Delivery($0, home: home) } ?? []
        for (offset, delivery) in deliveries.enumerated() {
            deliveries[offset].name = delivery.name.unlike(deliveries[..<offset].map(\.name))
            if delivery.recipients.isEmpty || isEmailNearer {
                deliveries[offset].recipients = [email].compactMap { $0 }
                deliveries[offset].isForEmail = true
            }
            if delivery.destination.sendsMails, deliveries[offset].recipients.isEmpty, needsRecipients {
                let line = table.node(.deliver)?.elements[offset].line
                throw table.error("deliver[\(offset + 1)].recipients", "is missing, and so is 'email'", line: line)
            }
        }
    }

    /// The sections of the sources and of the user, in the order of their lines.
    private func namedSections(in table: ConfigurationTable<RootKey>) -> [String] {
        let own = (table.node(.categories)?.entries ?? [:]).map { (order: $1.order, names: [$0]) }
        let ofSources = configuredKinds.flatMap { kind in
            table.node(type(of: kind).root).map(kind.sectionOrder) ?? []
        }
        return (ofSources + own).sorted { $0.order < $1.order }.flatMap(\.names)
    }
}

extension ConfigurationTable<RootKey> {
    /// Whether there is no table of a source. Then the built-in sources are used.
    package var namesNoSource: Bool {
        Configuration.kindsOfSource.allSatisfy { node($0.root) == nil }
    }
}

package enum RootKey: String, CaseIterable {
    case title, name, email, language, timezone, report, sources, digest, newsapi, feeds, kudago, calendars, interest
    case network, health, metrics, categories, filter, summary, model, grouping, deliver, profiles, readers
    case unsubscribed, state, round
}

enum DigestKey: String, CaseIterable {
    case categories, theme, images, share, templates, growth, leftovers, also, intro
    case maxItems = "max_items"
    case maxPerSection = "max_per_section"
    case minScore = "min_score"
    case maxAge = "max_age"
    case maxBytes = "max_bytes"
    case evenIfEmpty = "even_if_empty"
    case generalFirst = "general_first"
    case keepDigests = "keep_digests"
    case fullText = "full_text"
    case keepTexts = "keep_texts"
}

enum AuthKey: String, CaseIterable {
    case username, password
    case passwordFile = "password_file"
    case passwordCommand = "password_command"
}

enum InterestKey: String, CaseIterable { case boost, mute, include, exclude, languages }

enum NetworkKey: String, CaseIterable {
    case timeout, deadline, parallel, proxy, contact
    case connectTimeout = "connect_timeout"
    case idleTimeout = "idle_timeout"
    case maxBody = "max_body"
    case maxRedirects = "max_redirects"
    case hostGap = "host_gap"
    case allowHTTPDowngrade = "allow_http_downgrade"
    case privateHosts = "private_hosts"
}

enum CategoryKey: String, CaseIterable {
    case title, from, aliases
    case fullText = "full_text"
}

enum ReadersKey: String, CaseIterable { case file, command }

enum UnsubscribedKey: String, CaseIterable { case file }

enum FilterKey: String, CaseIterable { case name, command, timeout }

enum WriterKey: String, CaseIterable { case name, command, max, timeout }

enum GroupingKey: String, CaseIterable { case vectors, max, timeout }

enum ModelKey: String, CaseIterable {
    case url, name, key, timeout, retries, max, context, parallel, summaries, intro, rate, translate, embeddings
    case keyFile = "key_file"
    case keyCommand = "key_command"
    case maxTokensADay = "max_tokens_a_day"
}

/// Where in the file a key may stand that was written somewhere else.
enum KeyPlace {
    /// The place of a key; nil if no table has it, or several and not the top of the file.
    static func of(_ key: String) -> String? {
        if RootKey(rawValue: key) != nil { return "the top of the file, above the first [table]" }
        let tables = tables.filter { $0.keys.contains(key) }
        return tables.count == 1 ? tables.first?.name : nil
    }

    private static let tables: [(name: String, keys: Set<String>)] =
        [
            ("[digest]", keys(DigestKey.self)), ("[interest]", keys(InterestKey.self)),
            ("[network]", keys(NetworkKey.self)),
            ("[health]", keys(HealthKey.self)), ("[grouping]", keys(GroupingKey.self)),
            ("[[deliver]]", keys(DeliverKey.self)), ("[model]", keys(ModelKey.self)),
        ] + Configuration.kindsOfSource.flatMap { $0.keys.map { ($0, $1) } }

    static func keys<Key: RawRepresentable<String> & CaseIterable>(_: Key.Type) -> Set<String> {
        Set(Key.allCases.map(\.rawValue))
    }
}

extension Configuration.DigestSettings {
    init(_ table: ConfigurationTable<DigestKey>, home: String) throws {
        self.init()
        theme = try table.choice(.theme) ?? theme
        images = try table.choice(.images) ?? images
        share = try table.choices(.share) ?? share
        leftovers = try table.choice(.leftovers) ?? leftovers
        also = try table.choice(.also) ?? also
        maxItems = try table.integer(.maxItems, in: 1...10_000) ?? maxItems
        maxPerSection = try table.integer(.maxPerSection, in: 1...10_000) ?? maxPerSection
        minScore = try table.number(.minScore, in: 0...100) ?? minScore
        maxAge = try table.duration(.maxAge, from: "1h", to: "365d") ?? maxAge
        maxBytes = try table.bytes(.maxBytes, in: 4096...100_000_000) ?? maxBytes
        keepDigests = try table.duration(.keepDigests, from: "1d", to: "36500d") ?? keepDigests
        keepTexts = try table.duration(.keepTexts, from: "1d", to: "36500d") ?? keepTexts
        fullText = try table.fullText(.fullText) ?? fullText
        evenIfEmpty = try table.boolean(.evenIfEmpty) ?? evenIfEmpty
        isGeneralFirst = try table.boolean(.generalFirst) ?? isGeneralFirst
        templates = try table.path(.templates, home: home)
        intro = try table.table(.intro, keys: WriterKey.self).map { try Configuration.Writer($0, name: "intro") }
        switch table.node(.growth)?.value {
        case nil: break
        case .string("never"): growth = .never
        case .string("always"): growth = .always
        case .integer(let count) where count > 0: growth = .publishers(count)
        default: throw table.error(.growth, "should be \"never\", \"always\" or a number of publishers, such as 3")
        }
    }
}

extension Configuration.Auth {
    init(_ table: ConfigurationTable<AuthKey>, home: String) throws {
        let username = try table.require(.username, try table.line(.username))
        guard !username.contains(":") else { throw table.error(.username, "contains a colon (RFC 7617 forbids it)") }
        let password = try table.secret(.password, file: .passwordFile, command: .passwordCommand, home: home)
        self.init(username: username, password: try table.require(.password, password))
    }
}

extension Configuration.Interest {
    init(_ table: ConfigurationTable<InterestKey>) throws {
        self.init()
        boost = try table.patterns(.boost) ?? boost
        mute = try table.patterns(.mute) ?? mute
        include = try table.patterns(.include) ?? include
        exclude = try table.patterns(.exclude) ?? exclude
        languages =
            try table.each(.languages) { tag, node in
                guard LanguageTag.isPlausible(tag) else {
                    throw table.error(
                        .languages, "has \"\(tag)\"; write the code of the language, such as \"en\"", at: node)
                }
                return tag
            } ?? []
    }
}

extension Configuration.Network {
    init(_ table: ConfigurationTable<NetworkKey>) throws {
        self.init()
        connectTimeout = try table.duration(.connectTimeout, from: "1s", to: "5m") ?? connectTimeout
        timeout = try table.duration(.timeout, from: "1s", to: "30m") ?? timeout
        idleTimeout = try table.duration(.idleTimeout, from: "1s", to: "5m") ?? idleTimeout
        deadline = try table.duration(.deadline, from: "1s", to: "24h") ?? deadline
        maxBody = try table.bytes(.maxBody, in: 1024...(1 << 30)) ?? maxBody
        maxRedirects = try table.integer(.maxRedirects, in: 0...20) ?? maxRedirects
        parallel = try table.integer(.parallel, in: 1...256) ?? parallel
        hostGap = try table.duration(.hostGap, from: "0s", to: "5m") ?? hostGap
        allowHTTPDowngrade = try table.boolean(.allowHTTPDowngrade) ?? allowHTTPDowngrade
        privateHosts = try table.strings(.privateHosts) ?? privateHosts
        proxy = try table.url(
            .proxy, schemes: ["http", "https", "socks5", "socks5h"], secrets: "the environment variable https_proxy")
        contact = try table.contact(.contact)
    }
}

extension Configuration.Filter {
    init(_ table: ConfigurationTable<FilterKey>) throws {
        let command = try table.require(.command, try table.command(.command))
        self.init(name: try table.line(.name) ?? commandName(command), command: command)
        timeout = try table.duration(.timeout, from: "1s", to: "1h") ?? timeout
    }
}

extension Configuration.Writer {
    /// - Parameter name: the name in messages if the table has none; nil for that of the program.
    init(_ table: ConfigurationTable<WriterKey>, name: String? = nil) throws {
        let command = try table.require(.command, try table.command(.command))
        self.init(name: try table.line(.name) ?? name ?? commandName(command), command: command)
        max = try table.integer(.max, in: 1...10_000) ?? max
        timeout = try table.duration(.timeout, from: "1s", to: "1h") ?? timeout
    }

    init(vectors table: ConfigurationTable<GroupingKey>) throws {
        self.init(name: "vectors", command: try table.require(.vectors, try table.command(.vectors)))
        max = try table.integer(.max, in: 1...10_000) ?? 2000
        timeout = try table.duration(.timeout, from: "1s", to: "1h") ?? timeout
    }
}

extension Configuration.OwnCategory {
    init(_ table: ConfigurationTable<CategoryKey>, name: String) throws {
        let isBuiltIn = Category.builtIn.contains(Category(name))
        self.init(title: try table.line(.title) ?? (isBuiltIn ? nil : name))
        from = try table.strings(.from) ?? from
        aliases = try table.strings(.aliases) ?? aliases
        fullText = try table.fullText(.fullText)
    }
}

extension Configuration {
    private func category(_ text: String, at node: TOMLNode, in table: ConfigurationTable<DigestKey>) throws -> String {
        if let section = sectionNames.section(named: text) { return section.name }
        throw table.error(.categories, "has \"\(text)\"; \(sectionNames.suggestion(for: text))", at: node)
    }
}

extension String {
    /// This name, with a number after it if the name is already in the list.
    fileprivate func unlike(_ names: [String]) -> String {
        guard names.contains(self) else { return self }
        return (2...).lazy.map { "\(self) (\($0))" }.first { !names.contains($0) } ?? self
    }
}

extension TOMLNode {
    /// Whether this profile or reader has its own `categories` of the digest.
    var namesCategories: Bool {
        entries[RootKey.digest.rawValue]?.entries[DigestKey.categories.rawValue] != nil
    }

    /// This table without one of its keys.
    fileprivate func without(_ key: String) -> TOMLNode {
        guard case .table(var entries) = value else { return self }
        entries[key] = nil
        return TOMLNode(value: .table(entries), line: line)
    }
}
