import Foundation

/// The bytes of a digest for one destination.
package struct StoredRendering: Sendable, Equatable {
    /// The name of the `Delivery` they are for.
    package var destination: String
    package var format: Format
    package var bytes: Data

    package init(destination: String, format: Format, bytes: Data) {
        self.destination = destination
        self.format = format
        self.bytes = bytes
    }
}

/// A digest that is stored with its bytes, but not yet delivered everywhere.
package struct PendingDigest: Sendable, Equatable {
    package struct Destination: Sendable, Equatable {
        package var rendering: StoredRendering
        package var isDelivered: Bool
        /// How many runs have tried in vain.
        package var tries: Int
        /// The parts it has taken already: recipients of a mail, messages of a chat (`Parcel.accepted`).
        package var parts: Set<String> = []

        package init(rendering: StoredRendering, isDelivered: Bool, tries: Int, parts: Set<String> = []) {
            self.rendering = rendering
            self.isDelivered = isDelivered
            self.tries = tries
            self.parts = parts
        }
    }

    package var digest: Digest
    package var destinations: [Destination]

    package init(digest: Digest, destinations: [Destination]) {
        self.digest = digest
        self.destinations = destinations
    }

    /// What is still to be delivered, in the order of the configuration.
    package var open: [StoredRendering] { destinations.filter { !$0.isDelivered }.map(\.rendering) }
}
