import Foundation

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
