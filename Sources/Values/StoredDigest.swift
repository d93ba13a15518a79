import Foundation
import Texts

/// A digest with its bytes, ready to be stored as pending.
package struct StoredDigest: Sendable {
    package var digest: Digest
    package var renderings: [StoredRendering]
    /// The items that each story stands for, by the story's id. When the digest is sent, all of them count as sent.
    package var members: [String: [String]]
    /// The id of a digest of the same run with the same stories and members, which is stored before this one. What both
    /// have in common is stored once.
    package var sameStories: String?
    /// Whether it tells again what was sent. Then nothing of it is found in the history, and nothing counts as sent.
    package var isRecap = false

    package init(
        _ digest: Digest, renderings: [StoredRendering], members: [String: [String]] = [:], sameStories: String? = nil
    ) {
        self.digest = digest
        self.renderings = renderings
        self.members = members
        self.sameStories = sameStories
    }
}

/// Why each item was in the digest of a profile or not.
package struct Reasons: Sendable {
    package var profile: String
    /// A profile with the same reasons in the same run, which are stored before these. Then the other values are not
    /// needed.
    package var sameAs: String?
    /// The decisions of select, by item id.
    package var decisions: [String: Decision]
    /// The items that the profile's sources gave in this run, the candidates, and what waited for this run.
    package var items: [StoredItem.Name]
    /// What the profile remembers of its choices after this run; nil if the run chose nothing for it.
    package var choices: Choices?

    package init(
        of profile: String, sameAs: String? = nil, decisions: [String: Decision] = [:], items: [StoredItem.Name] = [],
        choices: Choices? = nil
    ) {
        self.profile = profile
        self.sameAs = sameAs
        self.decisions = decisions
        self.items = items
        self.choices = choices
    }
}

/// The bytes of a digest for one destination.
package struct StoredRendering: Sendable, Equatable {
    /// The name of the `Delivery` that gets the bytes.
    package var destination: String
    /// The mark of this `Delivery`; nil if an earlier version stored the bytes.
    package var mark: String?
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

/// Bytes that are put together from a text that many renderings share and from pieces of their own.
///
/// A digest for a thousand readers is rendered once. The digest of one reader is that text with the reader's own pieces
/// in it, such as the greeting.
package struct Composition: Sendable, Equatable {
    package enum Piece: Sendable, Equatable {
        /// These bytes of the shared text.
        case shared(Range<Int>)
        case own(Data)
        /// All of these pieces together, as `base64Lines`.
        case base64([Piece])
    }

    package var shared: SharedText
    package var pieces: [Piece]

    package init(_ pieces: [Piece], of shared: SharedText) {
        self.pieces = pieces
        self.shared = shared
    }

    /// Bytes that share nothing.
    package init(_ bytes: Data) {
        self.init([.own(bytes)], of: .empty)
    }

    package var bytes: Data { Self.joined(pieces, shared.bytes) }

    /// The number of bytes.
    package var count: Int { Self.count(pieces) }

    private static func count(_ pieces: [Piece]) -> Int {
        pieces.reduce(0) { count, piece in
            switch piece {
            case .shared(let range): return count + range.count
            case .own(let own): return count + own.count
            case .base64(let pieces):
                let encoded = (Self.count(pieces) + 2) / 3 * 4
                return count + encoded + max(0, encoded - 1) / 76 * 2
            }
        }
    }

    private static func joined(_ pieces: [Piece], _ shared: Data) -> Data {
        var bytes = Data()
        for piece in pieces {
            switch piece {
            case .shared(let range): bytes.append(shared[range])
            case .own(let own): bytes.append(own)
            case .base64(let pieces):
                bytes.append(joined(pieces, shared).base64Lines)
            }
        }
        return bytes
    }
}

extension Data {
    /// The bytes as a mail has them: in base64 with lines of 76 characters that end in CRLF (RFC 2045, section 6.8).
    package var base64Lines: Data {
        base64EncodedData(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
    }
}

/// A text that many compositions share. It is one object, so that it is in memory and in the state only once.
package final class SharedText: Sendable, Equatable {
    package let bytes: Data

    package init(_ bytes: Data) {
        self.bytes = bytes
    }

    package static let empty = SharedText(Data())

    package static func == (a: SharedText, b: SharedText) -> Bool { a === b || a.bytes == b.bytes }
}

/// The name of a destination, as the configuration writes it or as the state keeps it.
///
/// A name can contain a secret, such as a key in the path of a file. The state keeps it without secrets, and with a mark
/// that is made of the whole name. So names that differ only in a secret stay different, and a stored name is found
/// again, whatever was known to be secret when it was stored.
package struct DestinationName: Sendable {
    private let name: String
    /// ` #` and four letters or digits.
    private var mark: String {
        Self.mark(atEndOf: name) ?? " #\(Identity.id(of: name).prefix(Self.markLength))"
    }

    package init(_ name: String) { self.name = name }

    /// The name without secrets: `file /srv/<hidden>/news.html #7k2m`. A name that contains none stays as it is.
    package var stored: String {
        let shown = name.withoutSecrets
        return shown == name || name.hasSuffix(mark) ? shown : shown + mark
    }

    /// The SQL pattern of all forms of this name that lack a secret.
    package var storedPattern: String { "%\(Redactor.hidden)%\(mark)" }

    /// Whether the state has this name so, now or in rows of an earlier version.
    package func isStored(as other: String) -> Bool {
        other == name || other.contains(Redactor.hidden) && other.hasSuffix(mark)
    }

    private static let markLength = 4

    private static func mark(atEndOf name: String) -> String? {
        let end = name.suffix(markLength + 2)
        return name.contains(Redactor.hidden) && end.hasPrefix(" #") ? String(end) : nil
    }
}
