import Addresses
import Files
import Foundation
import Gather
import Languages
import Platform
import Render
import Settings
import State
import Texts
import Values

/// What can be said about a configuration, its templates, secrets, destinations and state without a request to a source
/// or a destination.
package struct Check: Sendable {
    /// What was found, one line each.
    package private(set) var findings: [String] = []
    /// What works, but the user should know it.
    package private(set) var warnings: [String] = []
    /// The errors that a run would end with.
    package private(set) var problems: [RunError] = []
    /// Where in the configuration a destination stands whose file was refused: the profile, and the delivery's name.
    private var refused: Set<[String]> = []
    /// The feeds whose stories' pages are asked, by the ids of their sources: their names.
    private var feedsWithPages: [String: String] = [:]
    /// Whether the top of the file is only what the readers of `[readers]` have in common.
    private var isForReadersOnly = false
    private let now: Date

    /// - Parameters:
    ///   - configuration: the path from `--config`; nil for the user's own file or the built-in configuration.
    ///   - state: the path from `--state`; nil for the user's own state.
    ///   - profile: the only profile to check; nil for all.
    ///   - now: the time for the names of files.
    package init(
        configuration path: String?, state: String?, profile: String?, now: Date,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async {
        self.now = now
        // A configuration with a mistake names no state.
        var name = state ?? Configuration.stateName(in: environment)
        do {
            let configuration = try Configuration(path: path, environment: environment)
            let state = configuration.stateName(option: state, environment: environment)
            name = state
            findings.append(
                "configuration: \(configuration.file ?? "built in, no file at \(Paths(environment: environment).configuration)")"
            )
            try await look(at: configuration, profile: profile, state: state, environment)
        } catch let error as RunError {
            problems.append(error)
        } catch {
            problems.append(.configuration(file: path ?? "", reason: "\(error)"))
        }
        if let name { look(atState: name) }
        // Several profiles may have the same fault.
        var known: Set<String> = []
        warnings.removeAll { !known.insert($0).inserted }
    }
}

extension Check {
    /// - Parameter profile: the only profile to look at; nil for all.
    private mutating func look(
        at configuration: Configuration, profile: String?, state: String, _ environment: [String: String]
    ) async throws {
        guard profile == nil else {
            let chosen = try await configuration.reader(profile, environment: environment)
            return await look(at: [chosen], listed: [], state: state, environment)
        }
        if let sentence = configuration.servedSentence { findings.append(sentence) }
        let profiles = configuration.profiles.isEmpty ? configuration.topAsPerson : configuration.profilesInOrder
        let listed = await look(atListOf: configuration, environment)
        isForReadersOnly = configuration.readerList != nil && configuration.topAsPerson.isEmpty
        await look(
            at: configuration.profilesInOrder, listed: listed, email: configuration.email, state: state, environment)
        look(atRunSettingsOf: profiles + listed, under: configuration)
    }

    /// - Parameters:
    ///   - listed: the readers of `[readers]`.
    ///   - email: the address at the top of the file, which they inherit.
    private mutating func look(
        at profiles: [Configuration], listed: [Configuration], email: String? = nil, state: String,
        _ environment: [String: String]
    ) async {
        let served = profiles.filter { !isCommon($0) } + listed
        look(atFilesOf: served.isEmpty ? profiles : served, state: state)
        for profile in profiles { await look(at: profile, state: state, environment) }
        let list = ListedDeliveries(of: listed, inheriting: email, at: now)
        findings += list.findings
        warnings += list.warnings
        problems += list.problems.map { .configuration(file: listed[0].shownFile, reason: $0) }
        let readers = served.isEmpty ? profiles : served
        warnings += readers.shownByNone.map(\.sentence) + readers.unused
    }

    private mutating func look(at profile: Configuration, state: String, _ environment: [String: String]) async {
        let sources = profile.usedKinds.compactMap { $0.summary }
        let shown = sources.isEmpty ? "no source at all" : sources.joined(separator: ", ")
        findings.append("profile '\(profile.profileName)': \(shown)")
        if sources.isEmpty {
            warnings.append(
                "profile '\(profile.profileName)' has no source, so a run ends with status 69; "
                    + "'newsdigest sources add URL' adds a feed")
        }
        if let zone = TimeZone.unknownInTZ(environment), profile.timeZone == TimeZone.machine {
            let sentence =
                "TZ is '\(zone)', which is no name of a time zone, so '\(profile.timeZone)' is used; set 'timezone', such as "
                + "\"Europe/Moscow\""
            warnings.append(sentence)
        } else if !TimeZone.isName(profile.timeZone) {
            let name = TimeZone.databaseName(of: profile.timeZone)
            warnings.append(
                "timezone is \"\(profile.timeZone)\", which is no name from the time zone database; write "
                    + (name.map { "\"\($0)\", as which it is read, or another name" }
                        ?? "one, such as \"Europe/Moscow\""))
        }
        if let sentence = profile.unreadCalendars { warnings.append("profile '\(profile.profileName)': \(sentence)") }
        look(atSectionsOf: profile)
        look(atAddressesOf: profile)
        look(atLimitsOf: profile)
        look(atFullTextsOf: profile)
        look(atTemplatesOf: profile)
        let fault = profile.faultOfAddress
        for (name, reference) in profile.secrets { await look(at: reference, name, of: profile, fault, environment) }
        for program in profile.gatheringPrograms + profile.selectingPrograms {
            look(at: program, of: profile, environment)
        }
        if let model = profile.model { findings.append("model: \(model.name) at \(WebAddress.host(of: model.url))") }
        if let path = profile.metricsFile { look(atMetrics: path, of: profile, state: state) }
        if profile.deliveries.isEmpty { findings.append("deliver: standard output, because there is no [[deliver]]") }
        for delivery in profile.deliveries { look(at: delivery, of: profile, environment) }
        if let path = profile.unsubscribed { look(atUnsubscribed: path, of: profile) }
    }

    /// - Returns: the readers of the list.
    private mutating func look(
        atListOf configuration: Configuration, _ environment: [String: String]
    ) async -> [Configuration] {
        guard let readerList = configuration.readerList else { return [] }
        if let program = readerList.program {
            let known = problems.count
            look(at: program, of: configuration, environment)
            guard problems.count == known else { return [] }
        }
        do {
            let list = try await readerList.readers(environment: environment)
            findings.append("readers: \(list.summary)")
            problems += list.faults
            return list.all
        } catch {
            problems.append(
                error as? RunError ?? .configuration(file: readerList.name, reason: "\(error)"))
            return []
        }
    }

    /// Refuses a file that several digests of a run would be written to, and one that newsdigest needs.
    private mutating func look(atFilesOf readers: [Configuration], state: String) {
        var files = OutputFiles()
        for profile in readers.withDifferentSettings { files.protectFiles(of: profile, state: state) }
        var reasons: Set<String> = []
        for profile in readers {
            for delivery in profile.deliveries {
                guard let reason = files.claim(delivery, for: profile.profileName, at: now) else { continue }
                refused.insert([profile.profileName, delivery.name])
                guard reasons.insert(reason).inserted else { continue }
                problem(profile, "\(delivery.title) of '\(profile.profileName)': \(reason)")
            }
        }
    }

    /// Warns about settings of profiles and readers that a run for all of them does not use.
    private mutating func look(atRunSettingsOf readers: [Configuration], under top: Configuration) {
        guard let first = readers.first else { return }
        let (ofFirst, ofTop) = ("of '\(first.profileName)'", "at the top of the file")
        warn(about: "[network]", \.network, of: readers, unlike: first, ofFirst)
        warn(about: "keep_digests", \.digest.keepDigests, of: readers, unlike: first, ofFirst)
        warn(about: "keep_texts", \.digest.keepTexts, of: readers, unlike: first, ofFirst)
        warn(about: "[health]", \.health, of: readers, unlike: top, ofTop)
        warn(about: "[metrics]", \.metricsFile, of: readers, unlike: top, ofTop)
    }

    private mutating func warn<Value: Equatable>(
        about setting: String, _ path: KeyPath<Configuration, Value>, of readers: [Configuration],
        unlike used: Configuration, _ place: String
    ) {
        let others = readers.filter { $0[keyPath: path] != used[keyPath: path] }
        guard let first = others.first else { return }
        let more = others.count > 1 ? " and \((others.count - 1).counted("other"))" : ""
        warnings.append(
            "\(setting): a run with --all-profiles uses the one \(place), and not that of '\(first.profileName)'\(more)"
                + "; write it at the top of the file")
    }

    /// Warns about aliases that lead to another section than the one that has them.
    private mutating func look(atSectionsOf profile: Configuration) {
        for (alias, section, meant) in profile.sectionNames.shadowedAliases {
            let line = profile.line(ofSection: section).map { ", line \($0)" } ?? ""
            warnings.append(
                "configuration '\(profile.shownFile)'\(line): '\(alias)' is an alias of '\(section)', but it means the "
                    + "section '\(meant)', which has this name too")
        }
    }

    /// Warns about feeds that are one source.
    private mutating func look(atAddressesOf profile: Configuration) {
        let sources = Dictionary(grouping: profile.feeds, by: \.sourceID)
        let repeated = profile.feeds.filter { (sources[$0.sourceID]?.count ?? 0) > 1 }
        for feed in Set(repeated.map(\.url)).sorted() {
            warnings.append(
                "profile '\(profile.profileName)': more than one [[feeds]] has the address \(feed.withoutUserInfo); "
                    + "remove all but one")
        }
    }

    /// Warns about limits that do not apply.
    private mutating func look(atLimitsOf profile: Configuration) {
        for feed in profile.feeds where feed.hasLimit && !feed.isGrouped {
            warnings.append(
                "profile '\(profile.profileName)': 'limit' of \(feed.shown) does not apply "
                    + "beside group = false; remove it")
        }
    }

    /// Says of which stories the pages are asked.
    private mutating func look(atFullTextsOf profile: Configuration) {
        guard profile.wantsFullTexts else { return }
        let feeds = profile.feeds.filter { !$0.isOff }
        let sections = profile.categories.sorted { $0.key < $1.key }
        let isUsual = profile.digest.fullText != .off
        let others =
            feeds.filter { $0.fullText.map { ($0 != .off) != isUsual } ?? false }.map(\.shown)
            + sections.filter { $0.value.fullText.map { ($0 != .off) != isUsual } ?? false }.map {
                "section '\($0.key)'"
            }
        let all = isUsual ? "all stories" + (others.isEmpty ? "" : ", except those of ") : "the stories of "
        findings.append(
            "full_text: the pages of \(all)\(others.joined(separator: ", ")); a run asks at most \(PageFetcher.mostPages) "
                + "pages, in at most \(PageFetcher.longestAsking.components.seconds) s")
        for feed in feeds where profile.fullText(of: feed, in: feed.category) != .off {
            feedsWithPages[feed.sourceID] = feed.shown
        }
    }

    /// Warns about feeds whose pages are asked in vain.
    private mutating func look(atPagesIn state: State) throws {
        guard !feedsWithPages.isEmpty else { return }
        let pages = try state.pagesBySource()
        for (source, feed) in feedsWithPages.sorted(by: { $0.value < $1.value }) {
            guard let pages = pages[source] else { continue }
            if pages.areMissing {
                warnings.append("full_text has no effect for \(feed): its items have no pages of their own")
            } else if pages.articles == 0, pages.without >= Self.enoughPages, let refusal = pages.refusal {
                warnings.append(
                    "full_text has no effect for \(feed): none of its last \(pages.without) pages gave an article, most "
                        + "often because \(refusal); 'full_text = false' for this feed asks no more")
            }
        }
    }

    /// The pages of a feed after which it may be said that all are of no use.
    private static let enoughPages = 3

    private mutating func look(atTemplatesOf profile: Configuration) {
        let folder = profile.digest.templates
        let isFolder = folder.map { FileManager.default.fileExists(atPath: $0 + "/.") } ?? true
        guard isFolder else {
            return problem(profile, "the folder of templates '\(folder ?? "")' does not exist")
        }
        let overrides = folder.map { URL(filePath: $0) }
        let templates = TemplateSet(overrides: overrides)
        let subjects = profile.deliveries.compactMap(\.subject).map(templates.with(subject:))
        let failures = ([templates] + subjects).flatMap(\.failures)
        for failure in failures { problem(profile, "\(failure)") }
        if failures.isEmpty {
            findings.append("templates: \(folder ?? "built in")")
            look(atSizeOf: profile, templates)
        }
    }

    /// Warns about a limit of bytes below those of a usual story, because one story always stays.
    private mutating func look(atSizeOf profile: Configuration, _ templates: TemplateSet) {
        guard profile.deliveries.contains(where: \.isPage) else { return }
        let size = profile.usualPage(with: templates, at: now).count
        let kept = profile.digest.maxBytes - profile.digest.roomOfStories
        guard size + kept > profile.digest.maxBytes else { return }
        warnings.append(
            "max_bytes is \(profile.digest.maxBytes), but an HTML digest with one story has about \(size) bytes, and one "
                + "story always stays; write at least \((size + kept + 999) / 1000 * 1000)")
    }

    private mutating func look(
        at reference: SecretReference, _ name: String, of profile: Configuration,
        _ faultOfAddress: (Secret, SecretReference) -> String?, _ environment: [String: String]
    ) async {
        do {
            let secret = try await reference.resolve(environment: environment)
            if let fault = faultOfAddress(secret, reference) {
                return problem(profile, "secret '\(name)': the address \(fault)")
            }
            findings.append("secret '\(name)': \(reference.origin)")
            if let warning = reference.warning { warnings.append("secret '\(name)': \(warning)") }
            if case .literal = reference, let file = profile.file,
                let warning = SecretReference.file(path: file).warning
            {
                warnings.append("secret '\(name)': \(warning)")
            }
        } catch {
            problem(profile, "secret '\(name)': \(error.description)")
        }
    }

    private mutating func look(at delivery: Delivery, of profile: Configuration, _ environment: [String: String]) {
        let name = delivery.title
        let isForReaders = isCommon(profile) && delivery.recipients.isEmpty
        let recipients = isForReaders ? "each reader" : delivery.recipients.joined(separator: ", ")
        warnings += delivery.mistakes.map { "\(name): \($0)" }
        if let program = delivery.program { look(at: program, of: profile, environment) }
        let mail = delivery.format == .eml && !recipients.isEmpty ? ["to \(recipients)"] : []
        let found = delivery.destination.findings(as: delivery.format) + mail
        // The readers' own files are checked.
        let isCheckedElsewhere = isCommon(profile) || refused.contains([profile.profileName, delivery.name])
        if !found.isEmpty, delivery.destination.ownedPath == nil || !isCheckedElsewhere {
            let filled = delivery.filled(for: profile.profileName, at: now, in: profile.timeZone)
            do throws(DeliveryFailure) {
                try filled.destination.check(size: 1)
                findings.append("\(name): \(found.joined(separator: ", "))")
            } catch {
                problem(profile, "\(name): \(error.reason)")
            }
        }
        if delivery.format == .eml, recipients.isEmpty {
            warnings.append(
                "\(name) of '\(profile.profileName)': no 'recipients' and no 'email', so the mail has no recipient")
        }
    }

    /// Whether it is the top of the file, and only what the readers have in common.
    private func isCommon(_ profile: Configuration) -> Bool {
        isForReadersOnly && profile.profileName == Digest.defaultProfile
    }

    private mutating func look(atMetrics path: String, of profile: Configuration, state: String) {
        if let objection = NeededFiles.objection(toMetricsOf: profile, state: state) {
            return problem(profile, "metrics: \(objection)")
        }
        do {
            try FileDelivery(path: path).check(size: 1)
            findings.append("metrics: \(path)")
        } catch {
            problem(profile, "metrics: \(error.reason)")
        }
    }

    private mutating func look(atUnsubscribed path: String, of profile: Configuration) {
        if FileStamp(path) == nil, errno == ENOENT {
            return warnings.append("unsubscribed: '\(path)' does not exist yet, so nobody counts as unsubscribed")
        }
        do {
            let list = Unsubscribed(path: path)
            findings.append("unsubscribed: \(try list.count.counted("address", "addresses")) in '\(path)'")
            if let line = try list.strangeLines.first {
                warnings.append("unsubscribed: '\(path)', line \(line): this is not a mail address")
            }
        } catch {
            problem(profile, "unsubscribed: \(error.reason)")
        }
    }

    /// The `PATH` with which cron runs commands, whatever the shell's own is.
    private static let cronPath = "/usr/bin:/bin"

    private mutating func look(
        at program: Configuration.Program, of profile: Configuration, _ environment: [String: String]
    ) {
        let (name, file) = (program.name, program.command[0])
        guard let found = executable(file, in: environment["PATH"] ?? Self.cronPath) else {
            let isThere = file.contains("/") && FileManager.default.fileExists(atPath: file)
            let error = CommandError(program: file, isThere ? .notExecutable : .notFound)
            return problem(profile, "\(name): \(error)")
        }
        findings.append("\(name): \(found)")
        if executable(file, in: Self.cronPath) == nil {
            warnings.append("\(name): cron would not find '\(file)'; write \"\(found)\"")
        }
    }

    private mutating func look(atState path: String) {
        do {
            let isServer = ServerAddress.isAddress(path)
            if !isServer {
                try State.checkSpace(for: path)
                try State.checkAccess(to: path)
            }
            // For a file, a dry run also shows whether it can be upgraded. For a server, it would copy everything.
            let state = try State.open(path, isServer ? .readOnly : .dryRun)
            defer { state.close() }
            let exists = try isServer ? !state.isNew : FileManager.default.fileExists(atPath: path)
            if exists { try state.checkContent() }
            try look(atPagesIn: state)
            findings.append("state: \(state.path)\(exists ? "" : ", which the first run will create")")
            if !isServer, exists, let warning = SecretReference.file(path: path).warning {
                warnings.append("state: \(warning)")
            }
        } catch let error as RunError {
            if let name = error.stateToUpgrade {
                findings.append("state: \(name) \(RunError.awaitsUpgrade)")
            } else {
                problems.append(error)
            }
        } catch {
            problems.append(.state(path: path, reason: "\(error)"))
        }
    }

    private mutating func problem(_ profile: Configuration, _ reason: String) {
        problems.append(.configuration(file: profile.shownFile, reason: reason))
    }
}

extension Configuration {
    /// The page of a digest with one story, in words of the profile's language.
    fileprivate func usualPage(with templates: TemplateSet, at now: Date) -> [UInt8] {
        let words = Language(code: language).words.title
        func text(_ length: Int) -> String { String(repeating: words + " ", count: length / words.count) }
        let url = "https://example.org/" + String(repeating: "x", count: 80)
        let item = Item(
            sourceID: "", source: words, url: url, title: text(80), summary: text(320), author: words, image: url,
            published: now, category: "general")
        let section = Digest.Section(
            category: "general", title: words, stories: [Story(id: "example", item: item, url: url)])
        let digest = Digest(
            id: "example", profile: profileName, title: title ?? words, name: name, created: now, language: language,
            timeZone: timeZone, sections: [section])
        return digest.rendered(as: .html, RenderOptions(of: self, with: templates))
    }
}

/// The path of a program as a shell finds it; nil when there is none.
private func executable(_ program: String, in path: String) -> String? {
    let candidates = program.contains("/") ? [program] : path.split(separator: ":").map { "\($0)/\(program)" }
    return candidates.first { candidate in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder) && !isFolder.boolValue
            && access(candidate, X_OK) == 0
    }
}

extension Configuration.Feed {
    /// Its name in quotation marks, or its address.
    fileprivate var shown: String { name.map { "'\($0)'" } ?? url.withoutUserInfo }
}

extension SecretReference {
    /// Where the secret comes from, in words.
    fileprivate var origin: String {
        switch self {
        case .literal: "in the file itself"
        case .environment(let name): "in the environment as \(name)"
        case .file(let path): "in '\(path)'"
        case .command(let command): "printed by '\(commandName(command))'"
        }
    }
}
