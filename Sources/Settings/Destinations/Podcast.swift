import Foundation
import Platform

/// A folder with a podcast (`PodcastFolder`). A program speaks each story.
struct Podcast: FolderDestination {
    static let name = "podcast"
    static let initial = Self(path: "", speak: [])
    static let keys: [Key<Self>] = [
        Key("path", \.path, .path.required).example(#""~/podcast""#),
        Key("base_url", \.baseURL, .webAddress(or: "the address of the folder alone"))
            .example(#""https://example.org/podcast/"  # if it is on the web"#),
        Key("speak", \.speak, .command.required)
            .example(#"["espeak-ng", "--stdout"]"#, note: "reads a story, writes WAV or MP3"),
        Key("keep", \.keep, .kept).example(#""30d""#, note: "for ever without it"),
        Key("max_minutes", \.maxMinutes, .integer(1...600)),
    ]
    static let shared: [Key<Delivery>] = []
    static let example = """
        #[[deliver]]
        #to = "podcast"                     # a folder with a podcast: an episode for each digest
        \(lines(mark: "#"))
        """

    var path: String
    var baseURL: String?
    /// The program that reads a passage and writes its sound, with its arguments.
    var speak: [String]
    /// For how long episodes are kept there, in seconds; nil for ever.
    var keep: TimeInterval?
    /// The greatest length of an episode.
    var maxMinutes = 60

    var command: [String]? { speak }
    var distinction: [String] { [] }
    var ownedPath: String? { path.withoutEndSlash + "/feed.xml" }
    /// Speaking takes hardly longer than listening.
    var extraTime: TimeInterval { Double(maxMinutes) * 60 }
    var mistakes: [String] {
        baseURL == nil ? ["without 'base_url', only programs on this machine can load the episodes"] : []
    }

    func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
        try check(size: parcel.bytes.count)
        let (folder, page) = (folder, try parcel.digestPage)
        if try await !folder.filled({ try folder.has(page.id) }) {
            let parts = try await parts(of: page, &parcel, by: deliverer)
            try await folder.filled { try folder.add(page, parts) }
        }
        let isOld = try await folder.filled {
            try folder.finish(page.id)
            return try folder.isOld(page.created)
        }
        if isOld { parcel.notes.append(Self.noteOfOld) }
    }

    var folder: PodcastFolder { PodcastFolder(path: path.withoutEndSlash, baseURL: baseURL, keep: keep) }
}

// MARK: - Speaking

/// Why one passage was not spoken.
private struct Unspoken: Error {
    var reason: String
    var isTooSlow = false
}

extension Podcast {
    /// The passages that fit into an episode. One that cannot be spoken does not stop the others.
    private func parts(
        of page: DigestPage, _ parcel: inout Parcel, by deliverer: Deliverer
    ) async throws(DeliveryFailure) -> [PodcastFolder.Part] {
        let end = ContinuousClock.now + .seconds(parcel.delivery.timeout + extraTime)
        var (parts, unspoken, seconds, hangs) = ([PodcastFolder.Part](), [Unspoken](), 0.0, 0)
        speaking: for passage in page.passages {
            if !parcel.isOurs() { throw .elsewhere }
            if ContinuousClock.now > end {
                throw DeliveryFailure("'\(commandName(speak))' is too slow; the next run goes on", retry: .nextRun)
            }
            let program = Command(
                arguments: speak,
                environment: deliverer.environment(
                    of: parcel, ["NEWSDIGEST_LANGUAGE": passage.language ?? page.language]),
                timeout: parcel.delivery.timeout, outputLimit: Self.mostBytes)
            switch try await part(of: passage, by: program) {
            case .success(let part) where parts.first.map({ $0.kind != part.kind }) == true:
                unspoken.append(Unspoken(reason: "'\(commandName(speak))' wrote sound of another form than before"))
            case .success(let part):
                hangs = 0
                seconds += part.seconds
                // What does not fit stands in the notes of the episode.
                if seconds > Double(maxMinutes) * 60, parts.count > 1 { break speaking }
                parts.append(part)
            case .failure(let reason):
                unspoken.append(reason)
                if reason.isTooSlow { hangs += 1 }
                if hangs == Self.mostHangs { throw failure(unspoken) }
            }
        }
        // The beginning alone is no episode, unless the digest has no story.
        if parts.isEmpty || parts.count == 1 && !unspoken.isEmpty { throw failure(unspoken) }
        if let first = unspoken.first {
            parcel.notes.append("\(unspoken.count) of \(page.passages.count) texts were not spoken: \(first.reason)")
        }
        return parts
    }

    private func failure(_ unspoken: [Unspoken]) -> DeliveryFailure {
        DeliveryFailure(unspoken.first?.reason ?? "nothing was spoken", retry: .nextRun)
    }

    /// Speaks a passage, unless an earlier attempt did.
    private func part(
        of passage: Passage, by program: Command
    ) async throws(DeliveryFailure) -> Result<PodcastFolder.Part, Unspoken> {
        let (folder, speak) = (folder, speak)
        if let known = try await folder.filled({ try folder.part(passage, by: speak) }) { return .success(known) }
        let bytes: [UInt8]
        do throws(CommandError) {
            bytes = try await program.run(Array(passage.text.utf8))
        } catch {
            if error.isOfProgram { throw DeliveryFailure("\(error)", retry: error.retry) }
            if case .timedOut = error.reason { return .failure(Unspoken(reason: "\(error)", isTooSlow: true)) }
            return .failure(Unspoken(reason: "\(error)"))
        }
        if let part = try await folder.filled({ try folder.store(bytes, of: passage, by: speak) }) {
            return .success(part)
        }
        return .failure(Unspoken(reason: "'\(commandName(speak))' wrote neither WAV nor MP3"))
    }

    /// The greatest size of the sound of one passage, in bytes.
    private static let mostBytes = 64 << 20
    /// A program that hangs so often in a row does so for all texts.
    private static let mostHangs = 2
}
