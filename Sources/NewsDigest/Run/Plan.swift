import Foundation
import Gather
import HTTP
import Languages
import Render
import Select
import Settings
import State
import Values

/// What one reader wants of a run: the configuration together with the command line.
struct Plan: Sendable {
    private(set) var profile: Configuration
    /// The name under which the state remembers what was sent. `--out` beside configured destinations has a history of
    /// its own, so that a trial takes nothing from them.
    var historyName: String { isRecap ? State.nameOfRecaps(of: ownHistoryName) : ownHistoryName }
    private var ownHistoryName: String {
        hasOwnHistory ? State.nameOfOutput(beside: profile.profileName) : profile.profileName
    }
    private let hasOwnHistory: Bool
    private var isRecap = false
    /// The index of the reader's settings among those of the run.
    var settingsIndex = 0
    let sections: [Category]
    let list: SourceList
    let sourceIDs: Set<String>
    /// The sources that the configuration lets into the digest, whatever the command line says.
    let configuredIDs: Set<String>
    /// The sections that the command line names; nil if it names none.
    let wantedSections: [String]?
    let rules: SelectionRules
    var style: Style
    private(set) var deliveries: [Delivery]
    /// Whether the destination was named on the command line, or is standard output because there is no other.
    let hasSingleOutput: Bool
    /// Whether the run only finds out what the digest would contain, and neither renders nor delivers it.
    let isPreview: Bool
    let deliverer: Deliverer
    /// Whether the digest has destinations, but all who would get it have unsubscribed.
    private(set) var isUnwanted: Bool
    /// Whether also a digest without stories is delivered.
    let wantsEmptyDigest: Bool
    /// Whether a new digest must wait, because of an earlier one (`DeliveryStatus.isHolding`), or because no destination
    /// is left.
    var isHeld = false

    /// - Throws: `RunError.usage` or `.configuration`, before anything is written.
    init(_ profile: Configuration, run: Run, hasSingleOutput: Bool = false) async throws {
        let options = run.options
        self.profile = profile
        sections = try [Category](
            named: options.categories.isEmpty ? profile.digest.categories : options.categories, in: profile)
        list = await SourceList(
            profile, kinds: options.kinds, sections: sections, isExplicit: !options.categories.isEmpty,
            isReplay: options.mode.isReplay, environment: run.environment)
        sourceIDs = Set(list.sources.map(\.id))
        configuredIDs = Set(await SourceList(shownBy: profile, environment: run.environment).sources.map(\.id))
        wantedSections = options.categories.isEmpty ? nil : sections.map(\.name)
        rules = SelectionRules(profile, sections: sections, options: options, now: run.now)
        self.hasSingleOutput = hasSingleOutput || options.out != nil || options.isDryRun || profile.deliveries.isEmpty
        hasOwnHistory = options.out != nil && !profile.deliveries.isEmpty
        isPreview = options.isDryRun && options.out != "-" && options.out != nil
        wantsEmptyDigest = options.evenIfEmpty || profile.digest.evenIfEmpty
        deliverer = run.newDeliverer(for: profile)
        let configured = self.hasSingleOutput ? [Delivery(interactive: options)] : profile.deliveries
        if self.hasSingleOutput, configured[0].destination is StandardOutput, configured[0].format == .epub,
            isatty(STDOUT_FILENO) == 1
        {
            throw RunError.usage("an e-book cannot be shown on a terminal; --out FILE.epub writes it to a file")
        }
        if let mail = configured.first(where: { $0.isPerRecipient && $0.recipients.isEmpty }) {
            throw RunError.configuration(
                file: profile.shownFile,
                reason: "'\(mail.name)' has no recipients: set 'recipients' or 'email', or name a profile or a reader "
                    + "with --profile; a run sends to all of them with --all-profiles")
        }
        let outputs =
            self.hasSingleOutput
            ? configured : configured.map { $0.filled(for: profile.profileName, at: run.now, in: profile.timeZone) }
        try Self.protectFiles(of: profile, state: run.statePath, from: outputs)
        deliveries = try configured.withoutUnsubscribed(deliverer.unsubscribed)
        isUnwanted = deliveries.isEmpty
        style = try await Style(of: profile, for: configured, run: run)
        for failure in style.failures(for: deliveries) { run.report(.failure(failure)) }
    }

    /// The same plan for a recap, whose digests the state remembers apart from the others.
    var forRecap: Plan {
        var plan = self
        plan.isRecap = true
        if !hasSingleOutput {
            plan.deliveries = deliveries.map(\.forRecap)
            plan.profile.deliveries = profile.deliveries.map(\.forRecap)
        }
        return plan
    }

    private static func protectFiles(of profile: Configuration, state: String, from deliveries: [Delivery]) throws {
        let needed = NeededFiles(of: profile, state: state)
        let objection =
            deliveries.compactMap(\.destination.ownedPath).lazy.compactMap(needed.objection).first
            ?? NeededFiles.objection(toMetricsOf: profile, state: state)
        if let objection { throw RunError.configuration(file: profile.shownFile, reason: objection) }
    }

    /// The same plan for a reader with the same settings.
    func serving(_ profile: Configuration) throws -> Plan {
        var plan = self
        plan.profile = profile
        let configured = hasSingleOutput ? deliveries : profile.deliveries
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
            guard let objection = others.claim(delivery, for: profile.profileName, at: now) else { return false }
            failures.append(Failure(.deliver, delivery.name, objection))
            return true
        }
        isHeld = isHeld || deliveries.isEmpty
        return failures
    }

    /// Why these stored bytes must not be written to their file; nil if they may be, or if they go somewhere else.
    func objection(to rendering: StoredRendering, of digest: Digest, _ files: inout OutputFiles) -> Failure? {
        guard !hasSingleOutput, let delivery = delivery(for: rendering) else { return nil }
        return files.claim(delivery, for: profile.profileName, at: digest.created).map {
            Failure(.deliver, delivery.name, $0)
        }
    }

    /// The destination of this digest.
    func filled(_ delivery: Delivery, for digest: Digest) -> Delivery { filled(delivery, at: digest.created) }

    /// A path of the command line stays as it is.
    private func filled(_ delivery: Delivery, at time: Date) -> Delivery {
        hasSingleOutput ? delivery : delivery.filled(for: profile.profileName, at: time, in: profile.timeZone)
    }

    /// Whether the digest goes to mail servers and to no other destination. Such digests may be delivered side by side.
    var isForMailOnly: Bool { !hasSingleOutput && deliveries.allSatisfy(\.destination.sendsMails) }

    /// Whether the profile has any sources, usable or not.
    var hasSources: Bool { !sourceIDs.isEmpty || !list.failures.isEmpty }

    /// The destination for these stored bytes; nil when the profile does not have it any more.
    func delivery(for rendering: StoredRendering) -> Delivery? {
        (deliveries + profile.deliveries).first { $0.isStored(as: rendering.destination) && $0.takes(rendering) }
    }

    /// Whether the destination for these stored bytes is there, but for other people than those who would get them.
    func hasOtherRecipients(for rendering: StoredRendering) -> Bool {
        profile.deliveries.contains { delivery in
            delivery.isPerRecipient && delivery.format == rendering.format
                && delivery.isStored(as: rendering.destination) && !delivery.takes(rendering)
        }
    }

    /// The destinations of a digest whose stored names are not theirs now, by these names: those of an earlier version,
    /// or their own before they got another one, before another destination got the same, or before their recipients
    /// changed. What waits for the output of an earlier command line goes to that of this one.
    func renamed(in pending: PendingDigest) -> [String: Delivery] {
        var known = pending.destinations.map(\.rendering.destination)
        var found: [String: Delivery] = [:]
        for rendering in pending.destinations.map(\.rendering) where delivery(for: rendering) == nil {
            let able = (deliveries + profile.deliveries).filter { delivery in
                delivery.takes(rendering) && !known.contains(where: delivery.isStored)
            }
            let name = rendering.destination
            // A mail goes only to the person for whom it was made, so it cannot go to a wrong one.
            let delivery =
                able.first { $0.hasPlace(of: rendering) }
                ?? able.first { $0.isPerRecipient && $0.sharesName(with: name) }
                ?? (rendering.isForOutput && !isRecap ? able.first { $0.mark == nil } : nil)
            guard let delivery else { continue }
            known.append(delivery.markedName)
            found[name] = delivery
        }
        return found
    }

    /// The place that a digest of this time gets.
    func place(of delivery: Delivery, at time: Date) -> String? { filled(delivery, at: time).place }
}

extension Plan {
    /// The feeds whose items are entries of their own.
    var ungrouped: Set<String> { Set(profile.feeds.filter { !$0.isGrouped }.map(\.sourceID)) }

    /// A digest for this reader. What it has more is added later.
    /// - Parameter key: what its id is made of. It differs from that of any other digest of the reader.
    func digest(_ key: String, sections: [Digest.Section], at now: Date) -> Digest {
        Digest(
            id: String(Identity.id(of: key).prefix(10)), profile: historyName,
            title: profile.title ?? Language(code: profile.language).words.title, name: profile.name, created: now,
            language: profile.language, timeZone: profile.timeZone, sections: sections)
    }

    /// - Parameter run: the run's number. It makes the id differ from that of an earlier digest of the same stories.
    func digest(of selection: Selection, run: Int64, previous: Date?, now: Date) -> Digest {
        let stories = selection.sections.flatMap(\.stories).map(\.id).joined(separator: " ")
        var digest = digest(
            "\(historyName) \(run) \(now.timeIntervalSince1970) \(stories)", sections: selection.sections, at: now)
        (digest.previous, digest.leftOver) = (previous, selection.leftOver)
        return digest
    }
}

extension SelectionRules {
    /// The rules of the configuration, changed by the command line.
    fileprivate init(_ profile: Configuration, sections: [Category], options: Run.Options, now: Date) {
        self.init(profile, sections: sections)
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

extension Delivery {
    /// The output named on the command line, or standard output.
    fileprivate init(interactive options: Run.Options) {
        let format = options.format ?? options.out.flatMap(Format.init(path:)) ?? .markdown
        self.init(output: options.isDryRun || options.out == "-" ? nil : options.out, format: format)
        attempts = 1
    }

    /// Whether it can get these stored bytes.
    fileprivate func takes(_ rendering: StoredRendering) -> Bool {
        guard format == rendering.format else { return false }
        return !isPerRecipient || rendering.copies.contains { $0.recipient.map(recipients.contains) ?? true }
    }

    /// The place where a later digest would replace an earlier one or be mixed with it; nil if there is none.
    fileprivate var place: String? { destination.place.map { "\(name) \($0)" } }
}
