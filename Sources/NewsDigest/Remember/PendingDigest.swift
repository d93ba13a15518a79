import Foundation

/// The bytes of a digest for one destination.
public struct StoredRendering: Sendable, Equatable {
    /// The name of the `Delivery` they are for.
    public var destination: String
    public var format: Format
    public var bytes: Data

    public init(destination: String, format: Format, bytes: Data) {
        self.destination = destination
        self.format = format
        self.bytes = bytes
    }
}

/// A digest that is stored with its bytes, but not yet delivered everywhere.
public struct PendingDigest: Sendable, Equatable {
    public struct Destination: Sendable, Equatable {
        public var rendering: StoredRendering
        public var isDelivered: Bool
        /// How many runs have tried in vain.
        public var tries: Int
        /// The parts it has taken already: recipients of a mail, messages of a chat (`Parcel.accepted`).
        public var parts: Set<String> = []
    }

    public var digest: Digest
    public var destinations: [Destination]

    /// What is still to be delivered, in the order of the configuration.
    public var open: [StoredRendering] { destinations.filter { !$0.isDelivered }.map(\.rendering) }
}

public enum DigestStatus: String, Sendable, Codable {
    case pending, delivered
    /// Given up, because it could not be delivered before it was too old.
    case released
}
