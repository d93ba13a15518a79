import Files
import Foundation
import Texts
import Values

/// What the answers of feeds and calendars have in common: both are documents, on the web or in a file.
extension Gathered {
    /// The greatest size of a local document in bytes.
    package static let maxFile = 64 << 20
    /// The longest time for reading a pipe or a device, in seconds.
    package static let longestReading: TimeInterval = 5

    /// Reads a local file. Each run opens it, because this burdens no server.
    /// - Parameter shown: how the failure names the file.
    /// - Returns: nil if it cannot be read. Then the failure is recorded.
    mutating func bytes(ofFileAt path: String, named shown: String, now: Date) -> Data? {
        do {
            if let bytes = try FileHandle.read(path, upTo: Self.maxFile, within: Self.longestReading) { return bytes }
            fail("\(shown) is larger than the limit of \(Self.maxFile) bytes", .tooLarge, now)
        } catch POSIXError.ETIMEDOUT {
            fail(
                "\(shown) is a pipe or a device that did not end within \(Int(Self.longestReading)) seconds",
                .unreadable, now)
        } catch {
            fail("\(shown) cannot be read: \(errorText(of: error))", .unreadable, now)
        }
        return nil
    }

    /// Records the failure. If a new address was used and failed, the configured address is used again.
    mutating func fail(_ reason: String, _ cause: FailureCause, _ now: Date) {
        let failure = Failure(.gather, name, items.isEmpty ? reason : "\(reason); kept the first \(items.count) items")
        status = items.isEmpty ? .failed(failure) : .partial(failure)
        record.failed(failure.reason, cause, at: now)
        if record.believedMove != nil { record.moved = nil }
    }

    /// Tells the user once what was left out, and not again while the source still has it.
    mutating func notice(losses: [(name: String, sentence: String)]) {
        let said = Set(record.passedLimits ?? [])
        notices += losses.filter { !said.contains($0.name) }.map(\.sentence)
        record.passedLimits = losses.nonEmpty?.map(\.name)
    }
}
