import Files
import Foundation
import Settings
import Texts
import Values

/// What can be said about the destinations of the readers of a list, without a line for each reader.
struct ListedDeliveries {
    private(set) var findings: [String] = []
    private(set) var warnings: [String] = []
    private(set) var problems: [String] = []
    /// What was found, by the titles of the destinations.
    private var files: [String: Files] = [:]
    private var mails: [String: Mails] = [:]
    private var titles: [String] = []
    /// The folders that were checked.
    private var folders: Set<String> = []

    private struct Files {
        var format: Format
        var first: String?
        var faulty = 0
    }

    private struct Mails {
        /// The number of readers whose mails go to these recipients; an empty text for their own address.
        var readers: [String: Int] = [:]
        var unaddressed = 0
    }

    /// - Parameters:
    ///   - email: the address at the top of the configuration, which readers without an own one inherit.
    ///   - now: the time for the names of files.
    init(of readers: [Configuration], inheriting email: String?, at now: Date) {
        var paths: Set<String> = []
        for profile in readers {
            for delivery in profile.deliveries {
                let title = delivery.title
                if files[title] == nil, mails[title] == nil { titles.append(title) }
                if let path = delivery.destination.ownedPath {
                    if paths.insert(path).inserted {
                        warnings += delivery.mistakes.map { "\(title): \($0)" }
                    }
                    note(delivery, of: profile, at: now)
                }
                if delivery.format == .eml { note(recipientsOf: delivery, of: profile, inheriting: email) }
            }
        }
        for title in titles { conclude(title) }
    }

    /// A folder is checked once, whatever the names of its files are.
    private mutating func note(_ delivery: Delivery, of profile: Configuration, at now: Date) {
        let title = delivery.title
        var found = files[title] ?? Files(format: delivery.format)
        defer { files[title] = found }
        let filled = delivery.filled(for: profile.profileName, at: now, in: profile.timeZone)
        guard let path = filled.destination.ownedPath, folders.insert(path.folderOfPath).inserted else { return }
        do throws(DeliveryFailure) {
            try filled.destination.check(size: 1)
        } catch {
            found.first = found.first ?? error.reason
            found.faulty += 1
        }
    }

    private mutating func note(
        recipientsOf delivery: Delivery, of profile: Configuration, inheriting email: String?
    ) {
        var found = mails[delivery.title] ?? Mails()
        if delivery.recipients.isEmpty { found.unaddressed += 1 }
        let isOwn = delivery.isForEmail && profile.email != email
        let recipients = isOwn ? "" : delivery.recipients.joined(separator: ", ")
        if !delivery.recipients.isEmpty { found.readers[recipients, default: 0] += 1 }
        mails[delivery.title] = found
    }

    private mutating func conclude(_ title: String) {
        if let file = files[title] {
            let others = file.faulty > 1 ? "; \((file.faulty - 1).counted("other folder")) had a fault too" : ""
            if let first = file.first { problems.append("\(title): \(first)\(others)") }
            if file.first == nil {
                findings.append("\(title): can be written for each reader, \(file.format.rawValue)")
            }
        }
        guard let mail = mails[title] else { return }
        let ways = mail.readers.sorted { $0.key < $1.key }.map { recipients, count in
            recipients.isEmpty
                ? "to the own address of \(count.counted("reader"))" : "to \(recipients) for \(count.counted("reader"))"
        }
        if !ways.isEmpty { findings.append("readers: \(title): \(ways.joined(separator: "; "))") }
        if mail.unaddressed > 0 {
            let who = mail.unaddressed.counted("reader has", "readers have")
            warnings.append("\(title): \(who) no 'recipients' and no 'email', so the mail has no recipient")
        }
    }
}
