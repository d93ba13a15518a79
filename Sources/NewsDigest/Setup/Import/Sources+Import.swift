import Addresses
import FeedParser
import Files
import Foundation
import HTTP
import Languages
import Settings
import State
import Texts
import Values

/// What an import took, or would take.
package struct Imported: Sendable, Equatable {
    package var added: [FoundFeed] = []
    /// Sentences on sections and on items.
    package var remarks: [String] = []
    /// Sentences on what was left out, and on what the user should know.
    package var notices: [String] = []

    package init(added: [FoundFeed] = [], remarks: [String] = [], notices: [String] = []) {
        (self.added, self.remarks, self.notices) = (added, remarks, notices)
    }
}

extension Configuration {
    /// The configuration at a path; if there is no file yet, the one that an import would write there, without a feed.
    package static func existingOrInitial(at path: String) throws -> Configuration {
        if FileManager.default.fileExists(atPath: path) { return try Configuration(path: path) }
        return try Configuration(
            toml: initialText(.noFeeds), file: path, environment: ProcessInfo.processInfo.environment)
    }
}

extension Sources {
    /// Adds the feeds of another program. Its folders and tags become sections. What it has shown of feeds that
    /// newsdigest never read counts as seen.
    ///
    /// - Parameters:
    ///   - paths: the files of the program, or folders that contain them.
    ///   - takesPrivate: whether to take feeds in files and at private and loopback addresses of an OPML file.
    ///     Another person may have chosen these addresses.
    ///   - isDryRun: whether only to say what would be done.
    /// - Throws: `RunError.unusableInput` for a file that cannot be read, is not of this program, or names no feed; like
    ///   `add`; like `State.open`.
    package func importFeeds(
        of program: OtherProgram, at paths: [String], takesPrivate: Bool = false, isDryRun: Bool = false
    ) throws -> Imported {
        let files = try program.files(at: paths)
        let list = try Subscriptions(files, of: program)
        for feed in list.feeds { Redactor.current?.learn(passwordIn: feed.url) }
        if list.feeds.isEmpty, list.leftOut.isEmpty {
            throw RunError.unusableInput("\(paths.joined(separator: ", ")) names no feed")
        }
        var (feeds, refusals) = usable(list.feeds)
        if !program.isOwn, !takesPrivate {
            let (allowed, objections) = allowed(of: feeds)
            (feeds, refusals) = (allowed, objections + refusals)
        }
        // The lock is taken before the configuration changes.
        let state =
            try list.shown.isEmpty
            ? nil : State.open(statePath, isDryRun ? .dryRun : .readWrite, patience: State.patience)
        defer { state?.close() }
        var imported = try take(feeds, isDryRun: isDryRun)
        if let state { imported.remarks += try count(list.shown, of: feeds, program, in: state) }
        if let record = program.record, list.shown.isEmpty, !files.contains(where: { $0.kind?.isRecord == true }) {
            imported.notices.append(
                "what you have read is not known, so the first digest goes by the dates of the items; also name "
                    + record.name)
        }
        imported.notices += refusals + list.leftOut
        return imported
    }

    private func take(_ feeds: [Subscriptions.Feed], isDryRun: Bool) throws -> Imported {
        var sections = ImportedSections(configuration)
        let new = feeds.map { feed in
            FeedBlocks.NewFeed(
                url: feed.configured.url, command: feed.command, name: feed.configured.name,
                category: feed.folder.map { sections.take($0) }, isOff: feed.isOff)
        }
        let (added, notices) = try add(new, defining: sections.new, isDryRun: isDryRun)
        // What was there already went nowhere.
        let urls = Set(added.map(\.url))
        var taken = ImportedSections(configuration)
        for feed in feeds where urls.contains(feed.configured.url) { _ = feed.folder.map { taken.take($0) } }
        let commands = feeds.filter { $0.command != nil && urls.contains($0.configured.url) }
        let remarks = commands.map { feed in
            "each run executes '\(feed.command?.last?.cleanLine ?? "")', because newsboat did ('exec:')"
        }
        return Imported(added: added, remarks: remarks + taken.sentences, notices: notices)
    }

    /// Stores what the program has shown.
    /// - Returns: a sentence on it.
    private func count(
        _ shown: [ShownItem], of feeds: [Subscriptions.Feed], _ program: OtherProgram, in state: State
    ) throws -> [String] {
        let ids = Dictionary(
            configuration.feeds.map { ($0.url, $0.sourceID) }, uniquingKeysWith: { first, _ in first })
        let items = Dictionary(grouping: shown, by: { WebAddress.absolute($0.feed) ?? $0.feed })
        var count = 0
        for (url, feed) in Dictionary(feeds.map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first }) {
            guard let shown = items[url] else { continue }
            let source = ids[feed.configured.url] ?? feed.configured.sourceID
            count += try state.countAsShown(
                shown.map { Item($0, ofSource: source) }, ofSource: source,
                named: feed.name ?? feed.configured.url.withoutSecrets, now: now)
        }
        let counted = count == 0 ? "no more items" : count.counted("item")
        return ["\(counted) \(program.deed) \(count == 1 ? "counts" : "count") as seen"]
    }

    /// The feeds whose addresses can be requested, in the form of the configuration, and a sentence for each other one.
    private func usable(_ feeds: [Subscriptions.Feed]) -> (feeds: [Subscriptions.Feed], refusals: [String]) {
        var refusals: [String] = []
        let usable = feeds.compactMap { feed -> Subscriptions.Feed? in
            var feed = feed
            if feed.command != nil { return feed }
            feed.url = WebAddress.withoutFeedScheme(feed.url)
            feed.url = WebAddress.absolute(feed.url) ?? feed.url
            guard let fault = urlFault(feed.url, schemes: ["https", "http", "file"]) else { return feed }
            refusals.append(feed.refusal(because: "it \(fault)"))
            return nil
        }
        return (usable, refusals)
    }

    /// The feeds of a list that may be added, and a sentence for each feed that is left out. Any person may have chosen
    /// the addresses of a list. So a file and a private or loopback address are left out, unless they are configured already.
    private func allowed(
        of feeds: [Subscriptions.Feed]
    ) -> (feeds: [Subscriptions.Feed], refusals: [String]) {
        var policy = NetworkPolicy()
        policy.privateHosts = Set(configuration.network.privateHosts)
        let known = Set(configuration.feeds.map(\.url))
        var refusals: [String] = []
        let allowed = feeds.filter { feed in
            guard !known.contains(feed.url), let objection = policy.objection(to: feed.url, namedBy: nil) else {
                return true
            }
            refusals.append(feed.refusal(because: "\(objection); --private also adds such addresses"))
            return false
        }
        return (allowed, refusals)
    }
}

extension Subscriptions.Feed {
    fileprivate func refusal(because fault: String) -> String {
        "\(place.map { "\($0): " } ?? "")\(url.withoutUserInfo) was left out: \(fault)"
    }

    fileprivate var configured: Configuration.Feed {
        var feed = Configuration.Feed(command.map { .command(.init($0)) } ?? .url(url))
        // Programs write the address, which may have a key, where they know no name.
        feed.name = name?.cleanLine.bounded(Bounds.name).nonEmpty.flatMap { $0.contains("://") ? nil : $0 }
        return feed
    }
}

extension Subscriptions {
    fileprivate init(_ files: [ImportFile], of program: OtherProgram) throws {
        self.init()
        switch program {
        case .newsboat: for file in files { self += try Subscriptions(newsboat: file) }
        case .rss2email: self = try Subscriptions(rss2email: files)
        case .sfeed: self = Subscriptions(sfeed: files)
        case .opml: for file in files { self += try Subscriptions(opml: file) }
        }
    }
}

extension Item {
    fileprivate init(_ shown: ShownItem, ofSource source: String) {
        self.init(
            sourceID: source, source: "", guid: shown.id, url: WebAddress.absolute(shown.link) ?? shown.link,
            title: shown.title, published: shown.published, category: "")
    }
}

extension Subscriptions {
    /// - Throws: `RunError.unusableInput` for a file that is no list, or is cut.
    init(opml file: ImportFile) throws {
        do {
            let list = try OPML(parsing: file.bytes)
            if let fault = MarkupFault(in: file.bytes) {
                throw RunError.unusableInput(
                    "\(file.path), line \(fault.line): \(fault.reason), so the file is cut or broken and nothing was "
                        + "imported; export it again or correct this line")
            }
            feeds = list.feeds.map { outline in
                let folder = outline.folders.first.flatMap { $0.isNoFolder(of: outline) ? nil : $0 }
                let entry = outline.title.map { ", '\($0.bounded(Bounds.name))'" } ?? ""
                return Feed(url: outline.url, name: outline.title, folder: folder, place: file.path + entry)
            }
        } catch FeedError.notAFeed {
            throw RunError.unusableInput("\(file.path): this is not an OPML file")
        } catch let error as FeedError {
            throw RunError.unusableInput("\(file.path): \(error)")
        }
    }
}

extension String {
    /// Whether the folder with this name only says that the feed has none. Thunderbird puts each feed into a folder of
    /// its own; other programs have a folder for the feeds without one, with a name in the user's language.
    fileprivate func isNoFolder(of feed: OPML.Outline) -> Bool {
        self == feed.title || Self.namesOfNone.contains(FoldedText.folded(self))
    }

    /// `all` is Miniflux's; `uncategorized` Feedly's, Tiny Tiny RSS's and, with the translations, FreshRSS's
    /// (`gen.short.default_category` in its `app/i18n`).
    private static let namesOfNone: Set<String> = [
        "all", "uncategorized", "uncategorised", "unkategorisiert", "sans catégorie", "sin categorizar",
        "sem categoria",
        "senza categoria", "без категории", "без категорії", "kategorisiz", "bez kategórie", "brak kategorii",
        "kategória nélküli", "neklasificēts", "nezařazeno", "niet ingedeeld", "pas triat", "ללא קטגוריה", "未分类", "未分類",
        "분류 없음", "دسته بندی نشده",
    ]
}

/// The sections for the folders and tags of another program.
///
/// A folder joins a section that the user named, and one of the newspaper if it has its name or title, or a short form
/// of it. Any other folder becomes a section of its own. The configuration takes many words for a section, such as
/// `world` for `general`; a folder with such a name is defined under `[categories]`, which comes first.
private struct ImportedSections {
    private let known: SectionNames
    private let words: Language
    /// By the folded name of the folder.
    private var sections: [String: String] = [:]
    /// The folders that join a section with another name, each with this section.
    private var joined: [(folder: String, section: String)] = []
    /// The sections that `[categories]` must define.
    private(set) var new: [String] = []

    init(_ configuration: Configuration) {
        known = configuration.sectionNames
        words = Language(code: configuration.language)
    }

    /// - Returns: the section for the folder.
    mutating func take(_ folder: String) -> String {
        let name = folder.split(whereSeparator: \.isWhitespace).joined(separator: " ").cleanLine
        let folded = Category.folded(name)
        if let section = sections[folded] { return section }
        let section = joinedSection(for: name) ?? name
        if section != name {
            joined.append((name, section))
        } else if isTakenForAnother(name) {
            new.append(name)
        }
        sections[folded] = section
        return section
    }

    /// Where folders went that are no sections of their own.
    var sentences: [String] {
        joined.compactMap { folder, section in
            let title = known.own[section]?.title ?? words.title(ofCategory: section)
            return Category.folded(folder) == Category.folded(title) ? nil : "'\(folder)' was added to \(title)"
        }
    }

    private func joinedSection(for name: String) -> String? {
        let folded = Category.folded(name)
        let named = (known.own.keys.sorted() + known.others).first { Category.folded($0) == folded }
        if let named { return named }
        let isAlias = known.own.values.contains { $0.aliases.contains { Category.folded($0) == folded } }
        if isAlias { return known.section(named: name)?.name }
        return (Category.newspaper + [.other]).first { $0.isWritten(folded) }?.name
    }

    /// Whether the configuration would read the name as that of another section.
    private func isTakenForAnother(_ name: String) -> Bool {
        let names = SectionNames(own: known.own)
        return names.section(named: name).map { $0.name != name } ?? (names.misspelt(name) != nil)
    }
}

extension Category {
    /// Whether a folded word is the name of the section, a short form or another number of it (`tech`, `sport`), or its
    /// title in a language of the digest.
    func isWritten(_ word: String) -> Bool {
        let common = word.commonPrefix(with: name).count
        let isForm = otherForms.contains(word) && common > 2 && common >= min(word.count, name.count) - 1
        return word == name || isForm
            || Language.all.contains { Category.folded($0.title(ofCategory: name)) == word }
    }
}
