import Foundation
import HTTP
import InFlight
import Platform
import Render
import Settings
import State
import Texts
import Values

/// How the digests of readers with the same settings look.
struct Style: Sendable {
    fileprivate var templates: TemplateSet
    /// The templates of the destinations that have their own subject, by the names of the destinations.
    fileprivate var subjects: [String: TemplateSet]
    /// What its digests have in common with those of other readers.
    fileprivate let stories: RenderedStories
    fileprivate let share: [ShareLink]
    fileprivate let asksForShare: Bool
    /// The terminal for which standard output gets a page.
    fileprivate let screen: Screen?
    /// The folder that keeps pictures between runs; nil when the run must not write.
    fileprivate let pictureFolder: URL?
    /// The keys that sign the addresses for unsubscribing, by the names of the destinations.
    fileprivate let unsubscribeSecrets: [String: String]

    /// - Throws: `RunError.configuration` when a secret cannot be read.
    init(of profile: Configuration, for deliveries: [Delivery], run: Run) async throws {
        let options = run.options
        unsubscribeSecrets = try await profile.unsubscribeSecrets(of: deliveries, environment: run.environment)
        asksForShare = !options.share.isEmpty
        share = options.share.isEmpty ? profile.digest.share : options.share
        (stories, screen) = (run.cache.stories, options.screen)
        let templates = run.cache.templates(in: profile.digest.templates)
        self.templates = templates
        subjects = Dictionary(
            deliveries.compactMap { delivery in delivery.subject.map { (delivery.name, templates.with(subject: $0)) } }
        ) { first, _ in first }
        let isLive = options.mode == .live && !options.isDryRun
        pictureFolder =
            isLive ? URL(filePath: run.localPath).deletingLastPathComponent().appending(path: "pictures") : nil
    }

    /// What is wrong with the templates.
    func failures(for deliveries: [Delivery]) -> [Failure] {
        ([templates] + deliveries.compactMap { subjects[$0.name] }).flatMap(\.failures)
    }

    /// What the file of the work in flight names while such digests are rendered: the user's own templates, or
    /// nothing if there are none.
    var quarantineSubject: String { ownTemplates.map(Quarantine.subject(ofTemplates:)) ?? "" }

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
}

/// Fits the digests of one reader, and makes their bytes.
struct Renderer: Sendable {
    let plan: Plan
    /// The pictures to embed, by address.
    var pictures: [String: [UInt8]] = [:]
    /// The renderings of the same digest for other readers.
    var shared: RenderingCache?
    /// Whether the digest gets a page of its own. A test message gets none.
    var hasPage = true

    private var profile: Configuration { plan.profile }
    private var style: Style { plan.style }

    /// Removes whole stories while the HTML is longer than a mail client shows. These stories stay unsent.
    /// - Parameter lasting: the stories that are removed last (`Selection.lasting`).
    /// - Returns: the digest without them, and these stories.
    func fit(_ digest: Digest, lasting: Set<String>) -> (digest: Digest, dropped: [Story]) {
        guard plan.deliveries.contains(where: \.isPage) else { return (digest, []) }
        let digest = digest.withArticles(ofBytes: profile.digest.maxBytes / 2)
        return digest.fitting(maxBytes: profile.digest.roomOfStories, options, lasting: lasting)
    }

    /// The bytes for each destination.
    /// - Parameter profile: whose last digests are in the rolling files.
    func rendered(_ digest: Digest, lastOf profile: String, in state: State) throws -> [StoredRendering] {
        let earlier = try plan.deliveries.map { try $0.rolling(lastOf: profile, in: state) }
        return InFlight.during(.rendering, of: style.quarantineSubject) {
            zip(plan.deliveries, earlier).map { rendered(digest, for: $0, rolling: $1) }
        }
    }

    func rendered(_ digest: Digest, for delivery: Delivery, rolling: Rolling? = nil) -> StoredRendering {
        var rendering = bytes(of: digest, for: delivery, rolling)
        rendering.mark = delivery.mark
        return rendering
    }

    private func bytes(of digest: Digest, for delivery: Delivery, _ rolling: Rolling?) -> StoredRendering {
        var options = options
        options.rolling = rolling
        var delivery = delivery
        delivery.viewOnline = hasPage ? delivery.viewOnline ?? siteAddress : nil
        if [.atom, .atomDigests].contains(delivery.format) { options.mail = MailHeader(online: delivery.viewOnline) }
        // The name of the history is for the state alone.
        var digest = digest
        digest.profile = profile.profileName
        // Addresses of share services would be most of the text, so they are included only when asked for.
        if !style.asksForShare, [.markdown, .text, .epub].contains(delivery.format) { options.share = [] }
        options.templates = style.subjects[delivery.name] ?? style.templates
        guard delivery.isPerRecipient, delivery.format == .eml else {
            return StoredRendering(
                destination: delivery.name, format: delivery.format,
                bytes: Data(digest.rendered(for: delivery, options, secret: style.unsubscribeSecrets[delivery.name])))
        }
        let headers = delivery.recipients.map { recipient in
            delivery.mailHeader(to: recipient, reader: digest.profile, secret: style.unsubscribeSecrets[delivery.name])
        }
        options.mail = headers.first
        let hasName = digest.name?.cleanLine.isEmpty == false
        let key = "\(delivery.name) \(hasName) \(options.mail?.unsubscribeAddress != nil)"
        let make = { [options] in SharedRendering(digest, as: .eml, options) }
        let rendering = options.templates.showsValuesPlainly ? shared?.value(for: key, make) ?? make() : make()
        let copies = zip(delivery.recipients, headers).map { recipient, header in
            StoredRendering.Copy(to: recipient, rendering.filled(for: digest, header))
        }
        return StoredRendering(destination: delivery.name, format: .eml, copies: copies)
    }

    /// The address of the reader's folder of pages.
    private var siteAddress: OnlineAddress? { profile.deliveries.lazy.compactMap(\.destination.online).first }

    /// The page for the terminal that standard output is; nil for any other destination.
    func page(of digest: Digest, for delivery: Delivery) -> ScreenPage? {
        guard plan.hasSingleOutput, delivery.destination is StandardOutput, let screen = style.screen else {
            return nil
        }
        return TerminalPage(digest, on: screen, options).shown
    }

    /// Whether something shows or reads the whole texts of the stories.
    var readsTexts: Bool {
        style.templates.showsTexts || !profile.summaries.isEmpty || profile.digest.intro != nil || writesBook
    }

    private var writesBook: Bool { plan.deliveries.contains { $0.format == .epub } }

    /// The pictures to embed, by address.
    func pictures(for digest: Digest, over client: HTTPClient) async -> PictureCache.Found {
        let isForBook = writesBook && profile.digest.images != .none
        guard isForBook || profile.digest.images == .embed else { return .init() }
        return await PictureCache(folder: style.pictureFolder).pictures(
            at: isForBook ? digest.picturesOfBook : digest.pictures, over: client, now: digest.created)
    }

    private var options: RenderOptions {
        var options = RenderOptions(of: profile, with: style.templates)
        (options.share, options.stories) = (style.share, style.stories)
        options.picture = { [pictures] in pictures[$0] }
        return options
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
        let digest = profile.digest
        return Look(
            theme: digest.theme, images: digest.images, also: digest.also, leftovers: digest.leftovers,
            templates: digest.templates, share: style.share,
            deliveries: plan.hasSingleOutput ? plan.deliveries : profile.withoutPerson.deliveries)
    }
}

extension Delivery {
    /// What its file also has; nil if it has one digest at a time.
    /// - Parameters:
    ///   - profile: whose last digest is in the file.
    ///   - resent: the file as the digest left it that is delivered again.
    func rolling(lastOf profile: String, adding resent: Data? = nil, in state: State) throws -> Rolling? {
        guard isRolling else { return nil }
        var rolling = Rolling(earlier: try state.lastBytes(of: profile, to: storedNames, as: format))
        rolling.resent = resent
        if let keep = destination.keep { rolling.keep = keep }
        if format == .ics {
            rolling.cancellations = try state.cancellations(ofEvents: rolling.events)
            rolling.current = try state.datedEvents(rolling.events)
        }
        return rolling
    }
}
