import Foundation
import Platform
import Texts
import Values

/// A rendered digest on its way to one destination.
package struct Parcel: Sendable {
    package var delivery: Delivery
    /// The name under which the state has the delivery of this digest.
    package var storedName: String
    package var digestID: String
    var profile: String
    var title: String
    /// A copy for each recipient of a mail. Any other destination has one copy.
    package var copies: [StoredRendering.Copy]
    /// The parts that the receiver has already accepted: recipients of a mail, or numbers of a chat's messages.
    package var accepted: Set<String> = []
    /// What standard output shows instead of the copy, if it is a terminal.
    package var page: ScreenPage?
    /// Whether this machine may still deliver it. Is called before each attempt and before each mail.
    package var isOurs: @Sendable () -> Bool = { true }
    /// The recipients whom this run does not try again, and why.
    var failed: [(recipient: String, failure: DeliveryFailure)] = []
    /// The recipients whom the server refused permanently, and why.
    var refused: [(recipient: String, reason: String)] = []
    /// The recipients who have unsubscribed.
    var unwanted: [String] = []
    /// What the user should know whether or not it was delivered, such as an address that was refused permanently.
    var notes: [String] = []
    /// Is called after each part that the receiver accepted, so that a later attempt sends only the rest.
    var took: @Sendable (String) async throws -> Void = { _ in }

    package init(
        _ digest: Digest, _ rendering: StoredRendering, to delivery: Delivery, accepted: Set<String> = []
    ) {
        self.init(
            delivery: delivery, digestID: digest.id, profile: digest.profile, title: digest.title,
            copies: rendering.copies, accepted: accepted)
        storedName = rendering.destination
    }

    package init(
        delivery: Delivery, digestID: String, profile: String, title: String, copies: [StoredRendering.Copy],
        accepted: Set<String> = []
    ) {
        self.delivery = delivery
        storedName = delivery.name
        self.digestID = digestID
        self.profile = profile
        self.title = title
        self.accepted = accepted
        guard delivery.isPerRecipient else {
            self.copies = copies
            return
        }
        // An earlier version stored one mail for all recipients. A recipient who was removed since gets none.
        self.copies = copies.flatMap { copy -> [StoredRendering.Copy] in
            guard let recipient = copy.recipient else { return delivery.recipients.map { .init(to: $0, copy.text) } }
            return delivery.recipients.contains(recipient) ? [copy] : []
        }
    }

    /// What is still to be sent, in words.
    package var size: String {
        copies.count > 1 ? open.count.counted("mail") : "\(copies.first?.text.count ?? 0) bytes"
    }

    /// The bytes of the first copy.
    var bytes: [UInt8] { Array(copies.first?.text.bytes ?? Data()) }

    /// The copies that are still to be sent.
    var open: [StoredRendering.Copy] {
        let done = accepted.union(failed.map(\.recipient) + refused.map(\.recipient) + unwanted)
        return copies.filter { !done.contains($0.recipient ?? "") }
    }

    /// Notes that the receiver accepted a part.
    mutating func accept(_ part: String) async throws(DeliveryFailure) {
        accepted.insert(part)
        try await store(part)
    }

    /// Ends an attempt to send each recipient a mail.
    /// - Throws: the failure, if there is one.
    mutating func endAttempt(_ failure: DeliveryFailure?) async throws(DeliveryFailure) {
        // A stored part counts as delivered, so nobody who gets no mail is stored before somebody has it.
        if failure == nil || !accepted.isEmpty {
            for recipient in unwanted + refused.map(\.recipient) { try await accept(recipient) }
        }
        if let failure { throw failure }
    }

    func store(_ part: String) async throws(DeliveryFailure) {
        do {
            try await took(part)
        } catch {
            throw DeliveryFailure("the delivery could not be stored: \(error)", retry: .nextRun)
        }
    }
}
