import Foundation
import Texts
import Values

/// One `[[deliver]]`: a destination and the format of the digest there.
package struct Delivery: Sendable, Equatable {
    /// The name in failure lines and in the state. It is unique among a profile's deliveries.
    package var name: String
    @AnyKind package var destination: any Destination
    package var format: Format
    /// The subject of a mail, which is a template for the digest; nil for the built-in one.
    package var subject: String?
    /// `From` of a mail.
    package var from: String?
    /// The people who get the mail. Each gets a mail of their own, except from a file or standard output.
    package var recipients: [String] = []
    /// Whether the recipient is the `email` of the profile or reader.
    package var isForEmail = false
    package var listID: String?
    package var listUnsubscribe: String?
    /// The key that signs each recipient's address for unsubscribing.
    package var unsubscribeSecret: SecretReference?
    package var viewOnline: OnlineAddress?
    /// The shortest time from one mail to the next in seconds (`rate`); nil for no limit.
    package var mailGap: TimeInterval?
    /// Whether a mail has the events as a calendar, too.
    package var hasCalendar = false
    /// The number of attempts in one run.
    package var attempts = 3
    /// The limit for one attempt.
    package var timeout: TimeInterval = 60

    init(name: String, destination: any Destination, format: Format) {
        self.name = name
        _destination = AnyKind(wrappedValue: destination)
        self.format = format
    }

    /// Whether each recipient gets a mail of their own: it is sent now, and not only written for somebody to send.
    package var isPerRecipient: Bool {
        destination.sendsMails || destination.command != nil && format == .eml && !recipients.isEmpty
    }

    /// Whether it is a file that also has what earlier digests showed.
    package var isRolling: Bool { destination.ownedPath != nil && [.atom, .atomDigests, .ics].contains(format) }

    /// The sender's address of a mail: `from`, or the account at the server, or this machine.
    package var sender: String {
        let username = destination.account?.username
        return from ?? (username?.contains("@") == true ? username : nil)
            ?? "newsdigest@\(ProcessInfo.processInfo.hostName)"
    }

    /// The name in the findings of `check`.
    package var title: String { "deliver '\(name)'" }

    /// The program that reads the digest; nil for another destination.
    package var program: Configuration.Program? {
        destination.command.map { Configuration.Program(name: title, command: $0, timeout: timeout) }
    }

    /// The destination of one digest: its path or address has the values of this digest.
    package func filled(for profile: String, at time: Date, in timeZone: String) -> Delivery {
        var delivery = self
        delivery.destination = destination.filled(for: profile, at: time, in: TimeZone(identifier: timeZone) ?? .gmt)
        return delivery
    }
}

/// Outputs that no configuration names: a file of the command line, or standard output. The state keeps their names.
extension Delivery {
    private static let standardOutputName = "standard output"

    package static func name(ofFile path: String) -> String { "file \(path)" }

    /// - Parameter path: nil for standard output.
    package init(output path: String?, format: Format) {
        if let path {
            // An absolute path, so that `resend` finds the file from any folder.
            let path = URL(filePath: path).path
            self.init(name: Self.name(ofFile: path), destination: FileDestination(path: path), format: format)
        } else {
            self.init(name: Self.standardOutputName, destination: StandardOutput(), format: format)
        }
    }

    /// The output with this name; nil if no output has a name of this form, or if a part of its path is hidden.
    package init?(outputNamed name: String, format: Format) {
        if name.contains(Redactor.hidden) { return nil }
        let prefix = Self.name(ofFile: "")
        if name == Self.standardOutputName {
            self.init(output: nil, format: format)
        } else if name.hasPrefix(prefix) {
            let path = String(name.dropFirst(prefix.count))
            self.init(name: name, destination: FileDestination(path: path), format: format)
        } else {
            return nil
        }
    }
}
