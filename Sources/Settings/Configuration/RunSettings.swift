import Foundation

/// The settings that a run has only once, whoever it serves: those of its first reader.
package struct RunSettings: Sendable, Equatable {
    package var network: Configuration.Network
    /// If several machines use the state: a reader whom one of them served within this time is not due again.
    package var round: TimeInterval
    /// For how many seconds the bytes of a digest are kept.
    package var keepDigests: TimeInterval
    /// For how many seconds the articles of web pages are kept.
    package var keepTexts: TimeInterval

    /// - Parameter readers: all whom the run serves. If there is nobody, the usual settings count.
    package init(_ readers: [Configuration]) {
        let first = readers.first ?? Configuration()
        network = first.network
        round = first.round
        keepDigests = first.digest.keepDigests
        keepTexts = first.digest.keepTexts
    }
}
