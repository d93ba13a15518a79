import Foundation
import Settings
import State
import Values

extension Run {
    /// Delivers a digest again: the stored bytes, to the same destinations, and only for the profile that it was made
    /// for.
    ///
    /// - Parameters:
    ///   - destination: the name of one of its destinations; nil for all.
    ///   - out: a file to write to instead; `-` for standard output. If no destination is named, the file gets the bytes
    ///     of the format that its ending means, or without such an ending the first that make a file.
    /// - Throws: `RunError.usage` when there is no such destination; `RunError.undelivered`;
    ///   `RunError.output` when an output from the command line, of this command or of the first run, cannot be
    ///   written.
    package func resend(_ digest: HistoryDigest, to destination: String?, out: String?) async throws {
        let state = try State.open(statePath, .readOnly)
        let stored = try state.renderings(of: digest.id)
        guard !stored.isEmpty else {
            throw RunError.usage(
                "the bytes of digest '\(digest.id)' were removed, because it is older than 'keep_digests' allows")
        }
        let wanted = destination.map(DestinationName.init)
        let named = stored.filter { wanted?.isStored(as: $0.destination) ?? true }
        // Its name may be another one now.
        let delivery = named.isEmpty ? readers[0].deliveries.first { $0.name == destination } : nil
        let renderings = delivery.map { delivery in stored.filter(delivery.hasPlace) } ?? named
        guard let first = renderings.first else {
            let names = stored.map { "'\($0.destination)'" }.joined(separator: ", ")
            throw RunError.usage("digest '\(digest.id)' was not for '\(destination ?? "")'; it was for \(names)")
        }
        if let out {
            if let objection = NeededFiles(of: readers[0], state: statePath).objection(to: out) {
                throw RunError.usage(objection)
            }
            // Standard output takes a mail, too.
            let mail = out == "-" ? stored.first { $0.format == .eml } : nil
            let rendering = destination == nil ? stored.document(for: out) ?? mail : first
            guard let rendering else {
                let names = stored.map { "'\($0.destination)'" }.joined(separator: ", ")
                let formats = Set(stored.filter(\.isDocument).map(\.format.rawValue)).sorted().joined(separator: ", ")
                let fault =
                    formats.isEmpty
                    ? "was only for \(names), and none of these gets a file"
                    : "has no bytes of the format that '\(out)' means; it was written as \(formats) for \(names)"
                throw RunError.usage("digest '\(digest.id)' \(fault); --to NAME writes what one of them got")
            }
            let delivery = Delivery(output: out == "-" ? nil : out, format: rendering.format)
            return try await resend(digest, [(rendering, delivery)], asOutput: true)
        }
        var run = self
        if let reader = readers.first(where: { $0.profileName == digest.reader }) {
            run.readers = [reader]
            if State.isOfRecaps(digest.profile) { run.readers[0].deliveries = reader.deliveries.map(\.forRecap) }
        } else {
            run.readers[0].deliveries = []
        }
        try await run.resend(
            digest,
            renderings.map { rendering in
                let delivery = try run.delivery(for: rendering, of: digest)
                return (try run.current(rendering, of: digest, for: delivery, in: state), delivery)
            }, asOutput: renderings.allSatisfy { run.configured($0) == nil })
    }
}

extension Run {
    private func resend(_ digest: HistoryDigest, _ pairs: [(StoredRendering, Delivery)], asOutput: Bool) async throws {
        var failures: [Failure] = []
        let deliverer = newDeliverer(for: readers[0])
        let needed = NeededFiles(of: readers[0], state: statePath)
        for (rendering, delivery) in pairs {
            let parcel = Parcel(
                delivery: asOutput
                    ? delivery : delivery.filled(for: digest.reader, at: digest.created, in: readers[0].timeZone),
                digestID: digest.id, profile: digest.profile, title: digest.title,
                copies: rendering.copies)
            if let path = parcel.delivery.destination.ownedPath, let objection = needed.objection(to: path) {
                failures.append(Failure(.deliver, delivery.name, objection))
                continue
            }
            do throws(DeliveryFailure) {
                for recipient in parcel.copies.compactMap(\.recipient)
                where try deliverer.unsubscribed?.contains(recipient) == true {
                    reportNotes(["\(recipient) has unsubscribed and gets nothing"], of: delivery.name)
                }
                reportNotes(try await deliverer.deliver(parcel), of: delivery.name)
            } catch {
                reportNotes(error.notes, of: delivery.name)
                failures.append(Failure(.deliver, delivery.name, error.reason))
            }
        }
        if asOutput, let failure = failures.first { throw RunError.output(failure) }
        for failure in failures.dropLast() { report(.failure(failure)) }
        if let failure = failures.last { throw RunError.undelivered(failure) }
    }

    /// The bytes for a destination: the stored ones, but a file that has what several digests showed keeps that of all.
    private func current(
        _ rendering: StoredRendering, of digest: HistoryDigest, for delivery: Delivery, in state: State
    ) throws -> StoredRendering {
        let (zone, profile) = (readers[0].timeZone, digest.reader)
        // With a date in its path it is another file by now, and this one is as the digest left it.
        guard delivery.format == rendering.format,
            delivery.filled(for: profile, at: digest.created, in: zone)
                == delivery.filled(for: profile, at: now, in: zone),
            let rolling = try delivery.rolling(lastOf: profile, adding: rendering.bytes, in: state)
        else { return rendering }
        let bytes = rolling.withResent(
            of: digest.created, as: delivery.format, in: TimeZone(identifier: zone) ?? .gmt, now: now)
        return StoredRendering(destination: rendering.destination, format: rendering.format, bytes: bytes)
    }

    /// Reports what the user should know about a delivery (`Parcel.notes`).
    func reportNotes(_ notes: [String], of delivery: String) {
        for note in notes { report(.notice("deliver '\(delivery)': \(note)")) }
    }

    private func configured(_ rendering: StoredRendering) -> Delivery? {
        readers[0].deliveries.first(for: rendering)
    }

    /// The configured destination with this name. A destination that a command line named is a file or standard output.
    private func delivery(for rendering: StoredRendering, of digest: HistoryDigest) throws -> Delivery {
        if let configured = configured(rendering) { return configured }
        let name = rendering.destination
        if let output = Delivery(outputNamed: name, format: rendering.format) { return output }
        throw RunError.usage(
            "the destination '\(name)' of '\(digest.profile)' is no longer configured; --out FILE writes the digest to a file"
        )
    }
}

extension [StoredRendering] {
    /// The bytes for a file. Without a format of its own it gets any, and a text may be Markdown.
    fileprivate func document(for path: String) -> StoredRendering? {
        let format = Format(path: path)
        let exact = first { $0.format == format && ($0.isDocument || format == .eml) }
        return exact ?? first { $0.isDocument && (format == nil || format == .text && $0.format == .markdown) }
    }
}

extension StoredRendering {
    /// Whether it is the digest as a file shows it: no mail, no messages of a chat (their format is JSON), and not the
    /// JSON from which the pages of a folder are made (their format is HTML).
    fileprivate var isDocument: Bool {
        switch format {
        case .eml: false
        case .json: (try? JSONSerialization.jsonObject(with: bytes) as? [String: Any])?["sections"] != nil
        default: bytes.first != UInt8(ascii: "{")
        }
    }
}
