import Foundation

/// What a program of the user answered when it was asked about a text.
package struct ProgramAnswer: Sendable, Equatable {
    /// The hash of the text that it was asked about (`StableHash.hash`).
    package var version: Int64
    package var title: String?
    /// Nil if the answer could not be used.
    package var summary: String?

    package init(version: Int64, title: String? = nil, summary: String? = nil) {
        self.version = version
        self.title = title
        self.summary = summary
    }
}

/// A sentence vector that a program gave for an item.
package struct StoredVector: Sendable, Equatable {
    /// The hash of the text that it was asked about (`StableHash.hash`).
    package var version: Int64
    /// One signed byte for each number (`SentenceVector.packed`).
    package var packed: Data

    package init(version: Int64, packed: Data) {
        self.version = version
        self.packed = packed
    }
}
