import Files
import Foundation
import HTTP
import Values

/// The time at which a recording was made. It is stored next to the answers. Requests for events contain the day, so a
/// replay must use the same time.
package enum RecordedClock {
    private static let file = "clock"

    package static func time(of folder: String) -> Date? {
        let bytes = RecordingFolder.contents(of: file, in: folder, upTo: 1000)
        let text = bytes.map { String(decoding: $0, as: UTF8.self) }
        return text.flatMap { Date(rfc3339: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }

    /// - Throws: `RunError.output`.
    package static func write(_ time: Date, to folder: String) throws {
        do {
            try PrivateFile.makeFolder(folder)
            try PrivateFile.write(Data("\(time.formatted(.iso8601))\n".utf8), to: "\(folder)/\(file)")
        } catch {
            throw RunError.output(
                Failure(.gather, folder, "the recording cannot be written: \(errorText(of: error))"))
        }
    }
}
