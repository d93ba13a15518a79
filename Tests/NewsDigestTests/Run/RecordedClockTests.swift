import Foundation
import Testing

@testable import NewsDigest

@Suite struct RecordedClockTests {
    @Test(
        arguments: [
            ("2026-11-21T08:00:00Z\n", Date(timeIntervalSince1970: 1_795_248_000)), ("2026-02-30T08:00:00Z\n", nil),
            ("yesterday", nil), ("", nil),
        ] as [(String, Date?)])
    func `a recording keeps the time at which it was made`(text: String, time: Date?) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "newsdigest-tests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try RecordedClock.write(Date(timeIntervalSince1970: 0), to: folder.path)
        #expect(RecordedClock.time(of: folder.path) == Date(timeIntervalSince1970: 0))
        try Data(text.utf8).write(to: folder.appending(path: "clock"))
        #expect(RecordedClock.time(of: folder.path) == time)
    }
}
