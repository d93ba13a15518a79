import Files
import Foundation
import Languages
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
            let isThere = (error as? POSIXError)?.code != .ENOENT
            let reason =
                isThere
                ? "cannot be read: \(errorText(of: error))" : "does not exist; 'newsdigest init' writes a new one"
            throw RunError.configuration(file: path, reason: reason)
        }
        guard let bytes else {
            throw RunError.configuration(file: path, reason: "is longer than \(Self.longestFile >> 20) MiB, the limit")
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
        let hasReaders = ["readers", "profiles"].contains { document.entries[$0] != nil }
        try self.init(document, needsRecipients: !hasReaders, file: file, environment: environment)
        let home = Paths(environment: environment).home
        let table = try ConfigurationTable(document, file: file, home: home, known: Self.names)
        let base = document.without("profiles").without("readers")
        for (name, overlay) in (try table.value("profiles", .nodes) ?? [:]).sorted(by: { $0.key < $1.key }) {
            let path = table.name("profiles") + "." + name
            guard name != Digest.defaultProfile, !name.isEmpty,
                name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
            else {
                throw table.error(path, "should be letters, digits, - or _, and not 'default'", line: overlay.line)
            }
            let keys = try ConfigurationTable(overlay, path: path, file: file, known: Self.names)
            for key in Self.keysOfNoProfile where keys.node(key) != nil {
                throw keys.error(key, "cannot be inside a profile")
            }
            profiles[name] = try Configuration(
                base.overlaid(with: overlay), isEmailNearer: keys.node("email") != nil && keys.node("deliver") == nil,
                file: file, environment: environment)
            profiles[name]?.profileName = name
            if overlay.namesCategories { profiles[name]?.placeOfCategories = "under [\(path).digest]" }
        }
        let commands = try feedCommands()
        readerList = try table.value("readers", KeyType<ReaderList.Table>.table)?.origin.map {
            ReaderList(origin: $0, file: file, base: base, profiles: Set(profiles.keys), commands: commands)
        }
        fileOfReaders = readerList?.path
        for name in profiles.keys { profiles[name]?.fileOfReaders = readerList?.path }
    }

    /// - Throws: `RunError.configuration` if feeds with one name have different commands.
    private func feedCommands() throws -> FeedCommands {
        var commands = FeedCommands()
        if let objection = commands.objection(to: ([self] + profiles.values).flatMap(\.feeds)) {
            throw RunError.configuration(file: shownFile, reason: objection)
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
        let home = Paths(environment: environment).home
        var table = try ConfigurationTable(document, file: file, home: home, known: Self.names)
        self.init()
        self.file = file
        for key in Self.ownKeys { try key.read(&self, table) }
        table.own = categories
        for key in Self.tables { try key.read(&self, table) }
        if let node = table.node("digest") {
            let table = try table.inner(node, path: "digest", DigestSettings.names)
            let section = KeyType<String>.string.map { [sectionNames] text, entry in
                if let section = sectionNames.section(named: text) { return section.name }
                throw entry.error("has \"\(text)\"; \(sectionNames.suggestion(for: text))")
            }
            digest.categories = try table.value("categories", .list(section)) ?? []
        }
        useModel()
        try address(
            table, isEmailNearer: isEmailNearer, needsRecipients: needsRecipients && !hasOwnEmail)
        sectionOrder = namedSections(in: table)
        unread = Set(configuredKinds.map { type(of: $0) }.filter { !sources.contains($0.kind) }.map { $0.root })
        addBuiltInSources(isAlone: table.namesNoSource, environment: environment)
    }
}

extension Configuration: KeyedSettings {
    package static var initial: Self { Self() }

    /// The keys that only the file as a whole has.
    static let keysOfNoProfile = ["profiles", "readers", "state", "round"]

    package static let keys = ownKeys + tables

    private static let ownKeys: [Key<Self>] = [
        Key("title", \.title, .line)
            .example(#""Morning digest""#, note: #"the default is "News digest" in the language"#),
        Key("name", \.name, .line).example(#""Anna""#, note: #""Good morning, Anna""#),
        Key("email", \.email, .address)
            .example(#""anna@example.org""#, note: "the recipient if a [[deliver]] has no recipients"),
        Key("language", \.language, .languageOfDigest)
            .note("of headings and fixed words: \(Language.codes.joined(separator: ", "))"),
        Key("timezone", \.timeZone, .timeZone),
        Key("report", \.report, .choice)
            .note(#"report failures that may pass only at the third time in a row; or "all""#),
        Key("sources", \.sources, .list(.choice)),
        Key("state", \.state, .state)
            .example(
                #""state.sqlite""#, note: #"or "postgresql://user@host/database?schema=news", for several machines"#),
        Key("round", \.round, .duration("0s", "7d"))
            .example(note: "several machines: a reader served within this time gets no second digest"),
        Key("interest", \.interest, .table),
        Key("network", \.network, .table),
        Key("health", \.health, .table),
        Key("metrics", \.metricsFile, KeyType<MetricsTable>.table.map { table, _ in table.file }),
        Key("categories", \.categories, .ownCategories),
    ]

    /// What is read when the configured sections are known.
    private static let tables: [Key<Self>] =
        kindsOfSource.map { $0.key } + [
            Key("digest", \.digest, .table),
            Key("filter", \.filters, .tables()),
            Key("summary", \.summaries, .tables()),
            Key("model", \.model, .table),
            Key("grouping", \.vectors, KeyType<GroupingTable>.table.map { table, _ in table.generator }),
            Key("deliver", \.deliveries, .tables()),
            Key("unsubscribed", \.unsubscribed, KeyType<UnsubscribedTable>.table.map { table, _ in table.file }),
            Key("readers", inner: InnerTable(settings: ReaderList.Table.self)),
            Key("profiles"),
        ]
}

extension Configuration {
    /// Asks the model where no program is named.
    private mutating func useModel() {
        guard let model else { return }
        if model.summaries { summaries.append(Generator(model)) }
        if model.intro { digest.intro = digest.intro ?? Generator(model, .intro) }
        vectors = vectors ?? Generator(vectorsOf: model)
    }

    /// A mail goes to its recipients, or to `email` if it has none or if `email` is nearer.
    private mutating func address(_ table: ConfigurationTable, isEmailNearer: Bool, needsRecipients: Bool) throws {
        deliveries.tellApart()
        for (offset, delivery) in deliveries.enumerated() {
            if delivery.recipients.isEmpty || isEmailNearer {
                deliveries[offset].recipients = [email].compactMap { $0 }
                deliveries[offset].isForEmail = true
            }
            if delivery.destination.sendsMails, deliveries[offset].recipients.isEmpty, needsRecipients {
                let line = table.node("deliver")?.elements[offset].line
                throw table.error("deliver[\(offset + 1)].recipients", "is missing, and so is 'email'", line: line)
            }
        }
    }

    /// The sections of the sources and of the user, in the order of their lines.
    private func namedSections(in table: ConfigurationTable) -> [String] {
        let own = (table.node("categories")?.entries ?? [:]).map { (order: $1.order, names: [$0]) }
        let ofSources = configuredKinds.flatMap { kind in
            table.node(type(of: kind).root).map(kind.sectionOrder) ?? []
        }
        return (ofSources + own).sorted { $0.order < $1.order }.flatMap(\.names)
    }
}

extension ConfigurationTable {
    /// Whether there is no table of a source. Then the built-in sources are used.
    package var namesNoSource: Bool {
        Configuration.kindsOfSource.allSatisfy { node($0.root) == nil }
    }
}

extension KeyType<String> {
    fileprivate static var languageOfDigest: Self {
        string.checked { text in
            let known = Language.codes
            return known.contains(text) ? nil : "is \"\(text)\"; \(allowedValues(for: text, among: known))"
        }
    }

    fileprivate static var timeZone: Self {
        string.checked { text in
            if TimeZone(identifier: text) != nil { return nil }
            let hint = hint(for: text, among: TimeZone.knownTimeZoneIdentifiers)
            return "is \"\(text)\", which is not a time zone\(hint.isEmpty ? ", such as \"Europe/Moscow\"" : hint)"
        }
    }
}

extension KeyType<Configuration.OwnCategories> {
    /// `[categories]`: a name and its title, or a name and a table.
    fileprivate static var ownCategories: Self {
        var type = KeyType<[String: TOMLNode]>.nodes.map { nodes, entry in
            try nodes.reduce(into: [:]) { $0[$1.key] = try entry.ownCategory($1.key, $1.value) }
        }
        type.inner = InnerTable(settings: Configuration.OwnCategory.self, isNamed: true)
        return type
    }
}

extension Entry {
    fileprivate func ownCategory(_ name: String, _ node: TOMLNode) throws -> Configuration.OwnCategory {
        let path = "\(table.name(key)).\(name)"
        let lineFault = KeyType<String>.lineFault
        if let fault = lineFault(name) { throw table.error(key, "has a name that \(fault)", at: node) }
        if case .string(let title) = node.value {
            if let fault = lineFault(title) { throw table.error(path, fault, line: node.line) }
            return Configuration.OwnCategory(title: title)
        }
        guard case .table = node.value else {
            throw table.error(path, "is \(node.kind), and should be a title or a table", line: node.line)
        }
        var category = try Configuration.OwnCategory(table.inner(node, path: path, Configuration.OwnCategory.names))
        if !Category.builtIn.contains(Category(name)) { category.title = category.title ?? name }
        return category
    }
}

extension TOMLNode {
    /// Whether this profile or reader has its own `categories` of the digest.
    var namesCategories: Bool { entries["digest"]?.entries["categories"] != nil }

    /// This table without one of its keys.
    fileprivate func without(_ key: String) -> TOMLNode {
        guard case .table(var entries) = value else { return self }
        entries[key] = nil
        return TOMLNode(value: .table(entries), line: line)
    }
}
