import Foundation
import Values

/// A kind of destination with its settings. All that only this kind has stands in the file of its type: its keys, its
/// secrets, what `init` and `check` say of it, and how it is delivered. A new kind needs a place in `Delivery.kinds`.
package protocol Destination: KeyedSettings, Equatable {
    /// The value of `to`.
    static var name: String { get }
    /// The keys of a delivery that it may have besides its own and `to`, `name`, `attempts` and `timeout`.
    static var shared: [Key<Delivery>] { get }
    /// The tables that `init` writes as comments.
    static var example: String { get }

    /// The name and the format where the table has none.
    var usualName: String { get }
    var usualFormat: Format { get }
    /// What `check` says of it.
    func findings(as format: Format) -> [String]
    /// Delivers what is not yet accepted, in one attempt.
    func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure)

    // The following are for some kinds; the others have what the extension below says.

    var content: DestinationContent { get }
    /// Whether it sends each recipient a mail of their own, whatever the format is.
    var sendsMails: Bool { get }
    /// Its secrets, each with its key.
    var secrets: [(key: String, reference: SecretReference)] { get }
    /// Its address, if it is one of the web and a secret may hold it.
    var secretAddress: SecretReference? { get }
    /// The account with which it knows the sender.
    var account: Configuration.Auth? { get }
    /// The program that reads the digest, with its arguments.
    var command: [String]? { get }
    /// What tells it from others with the same usual name, besides the format and the recipients.
    var distinction: [String] { get }
    /// The file that one digest owns: of a folder of pages, the first page.
    var ownedPath: String? { get }
    /// The place where a later digest would replace an earlier one or be mixed with it; nil if there is none.
    var place: String? { get }
    /// The address of the folder with the pages of all digests.
    var online: OnlineAddress? { get }
    /// For how long it has what earlier digests showed, in seconds; nil for the usual time.
    var keep: TimeInterval? { get }
    /// The seconds that an attempt may take beyond `timeout`.
    var extraTime: TimeInterval { get }
    /// What looks like a mistake, a sentence each.
    var mistakes: [String] { get }
    /// The destination of one digest: a path or an address has the values of this digest.
    func filled(for profile: String, at time: Date, in zone: TimeZone) -> Self
    /// Fails if the delivery would surely fail: a missing folder, no permission, no space.
    /// - Parameter size: the bytes of the digest.
    func check(size: Int) throws(DeliveryFailure)
}

extension Destination {
    package var content: DestinationContent { .digest }
    package var sendsMails: Bool { false }
    package var secrets: [(key: String, reference: SecretReference)] { [] }
    package var secretAddress: SecretReference? { nil }
    package var account: Configuration.Auth? { nil }
    package var command: [String]? { nil }
    package var distinction: [String] { command ?? [] }
    package var ownedPath: String? { nil }
    package var place: String? { nil }
    package var online: OnlineAddress? { nil }
    package var keep: TimeInterval? { nil }
    package var extraTime: TimeInterval { 0 }
    package var mistakes: [String] { [] }
    package func filled(for profile: String, at time: Date, in zone: TimeZone) -> Self { self }
    package func check(size: Int) throws(DeliveryFailure) {}
}

/// What a destination wants of a digest: the digest in a format, a page for a folder, or messages for a chat service.
package enum DestinationContent {
    case digest, pages
    case messages(any ChatService, Webhook)
}

extension Delivery {
    package static let kinds: [any Destination.Type] = [
        StandardOutput.self, FileDestination.self, Site.self, Podcast.self, CommandDestination.self, MailServer.self,
        Webhook.self,
    ]
}
