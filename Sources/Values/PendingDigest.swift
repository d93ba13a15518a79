import Foundation

/// The bytes of a digest for one destination.
package struct StoredRendering: Sendable, Equatable {
    /// The name of the `Delivery` that gets the bytes.
    package var destination: String
    package var format: Format
    /// A copy for each recipient of a mail. Any other destination has one copy.
    package var copies: [Copy]

    package struct Copy: Sendable, Equatable {
        /// The recipient, as the configuration writes the address; nil if the destination needs none.
        package var recipient: String?
        package var text: Composition

        package init(to recipient: String? = nil, _ text: Composition) {
            self.recipient = recipient
            self.text = text
        }
    }

    package init(destination: String, format: Format, copies: [Copy]) {
        self.destination = destination
        self.format = format
        self.copies = copies
    }

    package init(destination: String, format: Format, bytes: Data) {
        self.init(destination: destination, format: format, copies: [Copy(Composition(bytes))])
    }

    /// The bytes of the first copy.
    package var bytes: Data { copies.first?.text.bytes ?? Data() }
}

/// A digest that is stored with its bytes but is not yet delivered everywhere.
package struct PendingDigest: Sendable, Equatable {
    package struct Destination: Sendable, Equatable {
        package var rendering: StoredRendering
        package var isDelivered: Bool
        /// The parts that the destination already accepted: recipients of a mail, or messages of a chat
        /// (`Parcel.accepted`).
        package var parts: Set<String> = []

        package init(rendering: StoredRendering, isDelivered: Bool, parts: Set<String> = []) {
            self.rendering = rendering
            self.isDelivered = isDelivered
            self.parts = parts
        }
    }

    package var digest: Digest
    package var destinations: [Destination]

    package init(digest: Digest, destinations: [Destination]) {
        self.digest = digest
        self.destinations = destinations
    }

    /// The renderings that are not delivered yet, in the order of the configuration.
    package var open: [StoredRendering] { destinations.filter { !$0.isDelivered }.map(\.rendering) }
}
