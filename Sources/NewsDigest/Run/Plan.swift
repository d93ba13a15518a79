import Foundation
import Gather
import HTTP
import Languages
import Platform
import Render
import Select
import Settings
import State
import Texts
import Values

/// What one run does for one profile: the configuration together with the command line.
struct Plan: Sendable {
    private(set) var reader: Configuration
    /// The name under which the state remembers what was sent. `--out` beside configured destinations has a memory of
    /// its own, so that a trial takes nothing from them.
    var memory: String { isRecap ? State.nameOfRecaps(of: ownMemory) : ownMemory }
    private var ownMemory: String { hasOwnMemory ? State.nameOfOutput(beside: reader.profileName) : reader.profileName }
    private let hasOwnMemory: Bool
    private var isRecap = false
    /// The index of the reader's settings among those of the run.
    var audience = 0
    let sections: [Category]
    let list: SourceList
    let sourceIDs: Set<String>
    /// The sources that the configuration lets into the digest, whatever the command line says.
    let configuredIDs: Set<String>
    /// The sections that the command line names; nil if it names none.
    let wantedSections: [String]?
    let rules: SelectionRules
    private(set) var deliveries: [Delivery]
    /// Whether the destination was named on the command line, or is standard output because there is no other.
    let hasSingleOutput: Bool
    /// Whether the run only finds out what the digest would contain, and neither renders nor delivers it.
    let isPreview: Bool
    let deliverer: Deliverer
    /// The keys that sign the addresses for unsubscribing, by the names of the destinations.
    private let unsubscribeSecrets: [String: String]
    /// Whether the digest has destinations, but all who would get it have unsubscribed.
    private(set) var isUnwanted: Bool
    private let share: [ShareLink]
    private let asksForShare: Bool
    private var templates: TemplateSet
    /// The templates of the destinations that have their own subject, by the names of the destinations.
    private var subjects: [String: TemplateSet]
    /// What its digests have in common with those of other readers.
    private let stories: RenderedStories
    /// The terminal for which standard output gets a page.
    private let screen: Screen?
    /// The folder that keeps pictures between runs; nil when the run must not write.
    private let pictureFolder: URL?
    /// Whether also a digest without stories is delivered.
    let wantsEmptyDigest: Bool
    /// Whether a new digest must wait, because of an earlier one (`DeliveryStatus.isHolding`), or because no destination
    /// is left.
    var isHeld = false

    /// - Throws: `RunError.usage` or `.configuration`, before anything is written.
    init(_ reader: Configuration, run: Run, hasSingleOutput: Bool = false) async throws {
        let options = run.options
        self.reader = reader
        sections = try [Category](
            named: options.categories.isEmpty ? reader.digest.categories : options.categories, in: reader)
        list = await SourceList(
            reader, kinds: options.kinds, sections: sections, isExplicit: !options.categories.isEmpty,
            isReplay: options.mode.isReplay, environment: run.environment)
        sourceIDs = Set(list.sources.map(\.id))
        configuredIDs = try await Self.configuredIDs(of: reader, environment: run.environment)
        wantedSections = options.categories.isEmpty ? nil : sections.map(\.name)
        rules = SelectionRules(reader, sections: sections, options: options, now: run.now)
        self.hasSingleOutput = hasSingleOutput || options.out != nil || options.isDryRun || reader.deliveries.isEmpty
        hasOwnMemory = options.out != nil && !reader.deliveries.isEmpty
        screen = options.screen
        isPreview = options.isDryRun && options.out != "-" && options.out != nil
        wantsEmptyDigest = options.evenIfEmpty || reader.digest.evenIfEmpty
        deliverer = run.newDeliverer(for: reader)
        let configured = self.hasSingleOutput ? [Delivery(interactive: options)] : reader.deliveries
        if self.hasSingleOutput, configured[0].destination is StandardOutput, configured[0].format == .epub,
            isatty(STDOUT_FILENO) == 1
        {
            throw RunError.usage("an e-book cannot be shown on a terminal; --out FILE.epub writes it to a file")
        }
        if let mail = configured.first(where: { $0.isPerRecipient && $0.recipients.isEmpty }) {
            throw RunError.configuration(
                file: reader.shownFile, line: nil,
                reason: "'\(mail.name)' has no recipients: set 'recipients' or 'email', or run --all-profiles to send "
                    + "to the profiles and readers")
        }
        let outputs =
            self.hasSingleOutput
            ? configured : configured.map { $0.filled(for: reader.profileName, at: run.now, in: reader.timeZone) }
        try Self.protectFiles(of: reader, state: run.statePath, from: outputs)
        deliveries = try configured.withoutUnsubscribed(deliverer.unsubscribed)
        isUnwanted = deliveries.isEmpty
        unsubscribeSecrets = try await reader.unsubscribeSecrets(of: configured, environment: run.environment)
        asksForShare = !options.share.isEmpty
        share = options.share.isEmpty ? reader.digest.share : options.share
        stories = run.cache.stories
        let templates = run.cache.templates(in: reader.digest.templates)
        self.templates = templates
        subjects = Dictionary(
            configured.compactMap { delivery in delivery.subject.map { (delivery.name, templates.with(subject: $0)) } }
        ) { first, _ in first }
        let isLive = options.mode == .live && !options.isDryRun
        pictureFolder =
            isLive ? URL(filePath: run.localPath).deletingLastPathComponent().appending(path: "pictures") : nil
        for set in [templates] + deliveries.compactMap({ subjects[$0.name] }) {
            for failure in set.failures { run.report(.failure(failure)) }
        }
    }

    /// The same plan for a recap, whose digests the state remembers apart from the others.
    var forRecap: Plan {
        var plan = self
        plan.isRecap = true
        return plan
    }

    private static func configuredIDs(
        of reader: Configuration, environment: [String: String]
    ) async throws -> Set<String> {
        let sections = try [Category](named: reader.digest.categories, in: reader)
        // As in a replay: the ids need no secret.
        let list = await SourceList(
            reader, sections: sections, isExplicit: true, isReplay: true, environment: environment)
        return Set(list.sources.map(\.id))
    }

    private static func protectFiles(
        of reader: Configuration, state: String, from deliveries: [Delivery]
    ) throws {
        let needed = NeededFiles(of: reader, state: state)
        let objection =
            deliveries.compactMap(\.destination.ownedPath).lazy.compactMap(needed.objection).first
            ?? NeededFiles.objection(toMetricsOf: reader, state: state)
        if let objection { throw RunError.configuration(file: reader.shownFile, line: nil, reason: objection) }
    }

    /// The same plan for a reader with the same settings.
    func serving(_ reader: Configuration) throws -> Plan {
        var plan = self
        plan.reader = reader
        let configured = hasSingleOutput ? deliveries : reader.deliveries
        plan.deliveries = try configured.withoutUnsubscribed(deliverer.unsubscribed)
        plan.isUnwanted = plan.deliveries.isEmpty
        return plan
    }

    /// Leaves out the files that another digest is written to. If no destination is left, a new digest waits.
    /// - Returns: a failure for each.
    mutating func leaveOutFiles(of others: inout OutputFiles, at now: Date) -> [Failure] {
        guard !hasSingleOutput else { return [] }
        var failures: [Failure] = []
        deliveries.removeAll { delivery in
            guard let objection = others.claim(delivery, for: reader.profileName, at: now) else { return false }
            failures.append(Failure(.deliver, delivery.name, objection))
            return true
        }
        isHeld = isHeld || deliveries.isEmpty
        return failures
    }

    /// Why these stored bytes must not be written to their file; nil if they may be, or if they go somewhere else.
    func objection(to rendering: StoredRendering, of digest: Digest, _ files: inout OutputFiles) -> Failure? {
        guard !hasSingleOutput, let delivery = delivery(for: rendering) else { return nil }
        return files.claim(delivery, for: reader.profileName, at: digest.created).map {
            Failure(.deliver, delivery.name, $0)
        }
    }

    /// The destination of this digest.
    func filled(_ delivery: Delivery, for digest: Digest) -> Delivery { filled(delivery, at: digest.created) }

    /// A path of the command line stays as it is.
    private func filled(_ delivery: Delivery, at time: Date) -> Delivery {
        hasSingleOutput ? delivery : delivery.filled(for: reader.profileName, at: time, in: reader.timeZone)
    }

    /// Whether the digest goes to mail servers and to no other destination. Such digests may be delivered side by side.
    var isForMailOnly: Bool { !hasSingleOutput && deliveries.allSatisfy(\.destination.sendsMails) }

    /// The sources whose answers are not ordered by time.
    var searches: Set<String> { Set(list.sources.filter(\.isOrderedByRelevance).map(\.id)) }

    /// The feeds whose items are entries of their own.
    var ungrouped: Set<String> { Set(reader.feeds.filter { !$0.isGrouped }.map(\.sourceID)) }

    /// The feeds to which the configuration gives no category.
    var unsorted: Set<String> { Set(reader.feeds.filter { $0.category == nil }.map(\.sourceID)) }

    /// Whether the profile has any sources, usable or not.
    var hasSources: Bool { !sourceIDs.isEmpty || !list.failures.isEmpty }

    /// The destination for these stored bytes; nil when the profile does not have it any more.
    func delivery(for rendering: StoredRendering) -> Delivery? {
        (deliveries + reader.deliveries).first { delivery in
            let hasRecipient = rendering.copies.contains {
                $0.recipient.map(delivery.recipients.contains) ?? true
            }
            return DestinationName(delivery.name).isStored(as: rendering.destination)
                && delivery.format == rendering.format
                && (hasRecipient || !delivery.isPerRecipient)
        }
    }

    /// The digest with the names of its destinations as the configuration has them.
    func named(_ pending: PendingDigest) -> PendingDigest {
        var pending = pending
        for index in pending.destinations.indices {
            guard let delivery = delivery(for: pending.destinations[index].rendering) else { continue }
            pending.destinations[index].rendering.destination = delivery.name
        }
        return pending
    }

    /// The places that a digest of this time gets.
    func places(at time: Date) -> [String] { deliveries.compactMap { filled($0, at: time).place } }

    func place(of rendering: StoredRendering, _ digest: Digest) -> String? {
        delivery(for: rendering).flatMap { filled($0, for: digest).place }
    }
}

// MARK: - Select

extension Plan {
    /// Stored items with the settings that this profile has for their sources now.
    /// - Parameter titles: the sources' own titles.
    func configured(_ items: consuming [StoredItem], titles: [String: String]) -> [StoredItem] {
        let sources = Dictionary(list.sources.map { ($0.id, $0) }) { first, _ in first }
        for index in items.indices {
            let id = items[index].item.sourceID
            guard let source = sources[id] else { continue }
            items[index].item = source.applied(to: items[index].item, title: titles[id])
        }
        return items
    }

    /// - Parameter run: the run's number. It makes the id differ from that of an earlier digest of the same stories.
    func digest(of selection: Selection, run: Int64, previous: Date?, now: Date) -> Digest {
        let stories = selection.sections.flatMap(\.stories).map(\.id).joined(separator: " ")
        let id = Identity.id(of: "\(memory) \(run) \(now.timeIntervalSince1970) \(stories)").prefix(10)
        return Digest(
            id: String(id), profile: memory,
            title: reader.title ?? Language(code: reader.language).words.title,
            name: reader.name, created: now, previous: previous, language: reader.language,
            timeZone: reader.timeZone, sections: selection.sections, leftOver: selection.leftOver)
    }
}

// MARK: - Render

extension Plan {
    /// Removes whole stories while the HTML is longer than a mail client shows. These stories stay unsent.
    /// - Parameter lasting: the stories that are removed last (`Selection.lasting`).
    /// - Returns: the digest without them, and these stories.
    func fit(_ digest: Digest, lasting: Set<String>) -> (digest: Digest, dropped: [Story]) {
        guard deliveries.contains(where: { [.html, .eml].contains($0.format) }) else { return (digest, []) }
        let digest = digest.withArticles(ofBytes: reader.digest.maxBytes / 2)
        // The intro is written later, because it must not speak of a story that is removed here.
        let room = reader.digest.maxBytes - (reader.digest.intro == nil ? 0 : introRoom)
        return digest.fitting(maxBytes: room, rendering(), lasting: lasting)
    }

    /// The bytes that are kept free for the intro: the size of the longest one in most scripts.
    private var introRoom: Int { min(3_000, reader.digest.maxBytes / 4) }

    /// What the record of the work in flight names while this plan's digests are rendered: the user's own templates, or
    /// nothing if there are none.
    var renderingSubject: String { ownTemplates.map(Quarantine.subject(ofTemplates:)) ?? "" }

    private var ownTemplates: Int64? {
        let texts = [templates.ownTexts] + subjects.sorted { $0.key < $1.key }.map(\.value.ownTexts)
        let own = texts.compactMap { $0 }
        return own.isEmpty ? nil : StableHash.hash(own.map(String.init).joined(separator: " "))
    }

    /// Uses the built-in templates if an earlier run crashed or hung with the user's own.
    /// - Returns: whether it did.
    mutating func replaceQuarantinedTemplates(_ quarantine: Quarantine) -> Bool {
        guard let texts = ownTemplates, quarantine.step(ofTemplates: texts) != nil else { return false }
        (templates, subjects) = (.builtIn, [:])
        return true
    }

    /// - Parameter shared: the renderings of this digest for other readers.
    func rendered(
        _ digest: Digest, for delivery: Delivery, pictures: [String: [UInt8]],
        shared: RenderingCache = RenderingCache(), earlier: Data? = nil
    ) -> StoredRendering {
        var options = rendering(pictures)
        if delivery.isRolling {
            options.rolling = Rolling(earlier: earlier)
            if let keep = delivery.destination.keep { options.rolling?.keep = keep }
        }
        var delivery = delivery
        delivery.viewOnline = delivery.viewOnline ?? siteAddress
        if [.atom, .atomDigests].contains(delivery.format) { options.mail = MailHeader(online: delivery.viewOnline) }
        // The name of the memory is for the history alone.
        var digest = digest
        digest.profile = reader.profileName
        // Addresses of share services would be most of the text, so they are included only when asked for.
        if !asksForShare, [.markdown, .text, .epub].contains(delivery.format) { options.share = [] }
        options.templates = subjects[delivery.name] ?? templates
        guard delivery.isPerRecipient, delivery.format == .eml else {
            return StoredRendering(
                destination: delivery.name, format: delivery.format,
                bytes: Data(digest.rendered(for: delivery, options, secret: unsubscribeSecrets[delivery.name])))
        }
        let headers = delivery.recipients.map { recipient in
            delivery.mailHeader(to: recipient, reader: digest.profile, secret: unsubscribeSecrets[delivery.name])
        }
        options.mail = headers.first
        let hasName = digest.name?.cleanLine.isEmpty == false
        let key = "\(delivery.name) \(hasName) \(options.mail?.unsubscribeAddress != nil)"
        let rendering =
            options.templates.showsValuesPlainly
            ? shared.rendering(key) { SharedRendering(digest, as: .eml, options) }
            : SharedRendering(digest, as: .eml, options)
        let copies = zip(delivery.recipients, headers).map { recipient, header in
            StoredRendering.Copy(to: recipient, rendering.filled(for: digest, header))
        }
        return StoredRendering(destination: delivery.name, format: .eml, copies: copies)
    }

    /// The address of the reader's folder of pages.
    private var siteAddress: OnlineAddress? { reader.deliveries.lazy.compactMap(\.destination.online).first }

    /// The page for the terminal that standard output is; nil for any other destination.
    func page(of digest: Digest, for delivery: Delivery) -> ScreenPage? {
        guard hasSingleOutput, delivery.destination is StandardOutput, let screen else { return nil }
        return TerminalPage(digest, on: screen, rendering()).shown
    }

    /// What the bytes of a digest depend on beside the digest and its reader.
    struct Look: Equatable {
        var theme: Configuration.Theme
        var images: Configuration.Images
        var also: Configuration.Also
        var leftovers: Configuration.Leftovers
        var templates: String?
        var share: [ShareLink]
        var deliveries: [Delivery]
    }

    var look: Look {
        let digest = reader.digest
        return Look(
            theme: digest.theme, images: digest.images, also: digest.also, leftovers: digest.leftovers,
            templates: digest.templates, share: share,
            deliveries: hasSingleOutput ? deliveries : reader.withoutPerson.deliveries)
    }

    /// Whether something shows or reads the whole texts of the stories.
    var readsTexts: Bool {
        templates.showsTexts || !reader.summaries.isEmpty || reader.digest.intro != nil || writesBook
    }

    private var writesBook: Bool { deliveries.contains { $0.format == .epub } }

    /// The pictures to embed, by address.
    func pictures(for digest: Digest, over client: HTTPClient) async -> PictureCache.Found {
        let isForBook = writesBook && reader.digest.images != .none
        guard isForBook || reader.digest.images == .embed else { return .init() }
        return await PictureCache(folder: pictureFolder).pictures(
            at: isForBook ? digest.picturesOfBook : digest.pictures, over: client, now: digest.created)
    }

    private func rendering(_ pictures: [String: [UInt8]] = [:]) -> RenderOptions {
        RenderOptions(
            templates: templates, theme: reader.digest.theme, images: reader.digest.images, share: share,
            also: reader.digest.also, keepsLeftovers: reader.digest.leftovers != .drop, stories: stories,
            picture: { pictures[$0] })
    }
}

extension SelectionRules {
    /// The rules of the configuration, changed by the command line.
    fileprivate init(_ reader: Configuration, sections: [Category], options: Run.Options, now: Date) {
        self.init(reader, sections: sections)
        since = options.since
        if let limit = options.limit {
            isLimited = true
            maxItems = min(limit, Run.Options.mostStories)
            maxPerSection = max(maxItems, maxPerSection)
        }
        // A user who asks for older items with --since wants to see them.
        if let since { maxAge = max(maxAge, now.timeIntervalSince(since)) }
    }
}

extension Configuration {
    /// - Throws: `RunError.configuration` when one cannot be read.
    fileprivate func unsubscribeSecrets(
        of deliveries: [Delivery], environment: [String: String]
    ) async throws -> [String: String] {
        var secrets: [String: String] = [:]
        for delivery in deliveries {
            guard let reference = delivery.unsubscribeSecret else { continue }
            do {
                secrets[delivery.name] = try await reference.resolve(environment: environment).reveal()
            } catch {
                throw RunError.configuration(
                    file: shownFile, line: nil,
                    reason: "the 'unsubscribe_secret' of '\(delivery.name)': \(error)")
            }
        }
        return secrets
    }
}

extension [Delivery] {
    /// The destinations without the recipients who unsubscribed, and without those that have no recipient left.
    ///
    /// - Throws: `RunError.configuration` when the list of unsubscribed addresses cannot be read.
    fileprivate func withoutUnsubscribed(_ unsubscribed: Unsubscribed?) throws -> [Delivery] {
        guard let unsubscribed else { return self }
        return try compactMap { delivery in
            guard delivery.isPerRecipient else { return delivery }
            var delivery = delivery
            do {
                delivery.recipients = try delivery.recipients.filter { try !unsubscribed.contains($0) }
            } catch let error as DeliveryFailure {
                throw RunError.configuration(file: "[unsubscribed]", line: nil, reason: error.reason)
            }
            return delivery.recipients.isEmpty ? nil : delivery
        }
    }
}

extension Delivery {
    /// The output named on the command line, or standard output.
    fileprivate init(interactive options: Run.Options) {
        let format = options.format ?? options.out.flatMap(Format.init(path:)) ?? .markdown
        self.init(output: options.isDryRun || options.out == "-" ? nil : options.out, format: format)
        attempts = 1
    }

    /// The place where a later digest would replace an earlier one or be mixed with it; nil if there is none.
    fileprivate var place: String? { destination.place.map { "\(name) \($0)" } }
}
