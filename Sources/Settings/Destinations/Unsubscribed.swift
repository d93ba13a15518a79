import Files
import Foundation
import Synchronization
import Texts
import Values

/// The unsubscribed addresses: a file with one on each line (`[unsubscribed] file`).
///
/// The file is read again when it has changed, so that an address that is added during a run gets no more mail. If
/// there is no such file, nobody has unsubscribed yet. A file that cannot be read is an error: nobody who unsubscribed
/// must get a mail.
package final class Unsubscribed: Sendable {
    private let path: String
    private let list = Mutex(List())

    /// The addresses of the file as it was at the time of the stamp.
    private struct List {
        var stamp: FileStamp?
        var addresses: Set<String> = []
    }

    package init(path: String) { self.path = path }

    package var count: Int {
        get throws(DeliveryFailure) { try current().count }
    }

    /// The lines that are no mail address, by their numbers, counted from 1.
    package var strangeLines: [Int] {
        get throws(DeliveryFailure) { try entries().filter { Mailbox($0.text) == nil }.map(\.line) }
    }

    /// - Parameter recipient: an address with or without a name. Upper and lower case are the same.
    package func contains(_ recipient: String) throws(DeliveryFailure) -> Bool {
        try current().contains(Mailbox.listed(recipient))
    }
}

extension Unsubscribed {
    private static let longestFile = 256 << 20

    private func current() throws(DeliveryFailure) -> Set<String> {
        try list.withLock { list throws(DeliveryFailure) in
            let now = FileStamp(path)
            if now == nil, errno != ENOENT { throw unreadable }
            if now != list.stamp { list = List(stamp: now, addresses: now == nil ? [] : try read()) }
            return list.addresses
        }
    }

    private var unreadable: DeliveryFailure {
        DeliveryFailure("the list of unsubscribed addresses, '\(path)', cannot be read", retry: .nextRun)
    }

    private func read() throws(DeliveryFailure) -> Set<String> {
        Set(try entries().map { Mailbox.listed($0.text) })
    }

    private func entries() throws(DeliveryFailure) -> [(line: Int, text: String)] {
        guard let bytes = try? FileHandle.read(path, upTo: Self.longestFile) else { throw unreadable }
        // UTF-16 has such bytes. Its addresses would not be found, and people would get mails that they do not want.
        guard !bytes.contains(0) else {
            throw DeliveryFailure(
                "the list of unsubscribed addresses, '\(path)', is not UTF-8 text", retry: .nextRun)
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.enumerated().map { ($0 + 1, Self.entry($1)) }.filter { !$0.text.isEmpty }
    }

    /// A line without a byte order mark and without a comment. A comment is at the beginning, or after a space.
    private static func entry(_ line: Substring) -> String {
        let text = line.trimmingCharacters(in: .whitespaces.union(["\u{FEFF}"]))
        if text.hasPrefix("#") { return "" }
        let comment = text.firstRange(of: " #")?.lowerBound ?? text.endIndex
        return text[..<comment].trimmingCharacters(in: .whitespaces)
    }
}

extension [Delivery] {
    /// The destinations without the recipients who unsubscribed, and without those that have no recipient left.
    ///
    /// - Throws: `RunError.configuration` when the list of unsubscribed addresses cannot be read.
    package func withoutUnsubscribed(_ unsubscribed: Unsubscribed?) throws -> [Delivery] {
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

extension Configuration {
    /// The keys that sign the addresses for unsubscribing, by the names of the destinations.
    ///
    /// - Throws: `RunError.configuration` when one cannot be read.
    package func unsubscribeSecrets(
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
