import Foundation
import State
import Values

/// A folder of its own with a state file's path in it, or a schema of its own on the server.
package final class StateFolder: Sendable {
    package let url: URL
    package var path: String { url.appending(path: "state.sqlite").path }
    /// The address of a state on the server; nil for a state in a file.
    private let address: String?

    package init(_ engine: TestedEngine = .current) throws {
        address = try engine.newAddress()
        url = FileManager.default.temporaryDirectory.appending(path: "newsdigest-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Opens the state without a lock.
    package func open(_ mode: State.Mode = .readWrite) throws -> State {
        try address.flatMap { try ServerAddress($0) }.map { try State($0, mode) } ?? State(path: path, mode: mode)
    }

    /// Every file's name with its bytes, but for the index of SQLite's log: closing a file drops this process's locks
    /// on it, whoever took them, and without these another process cuts the index while it is mapped here.
    package func contents() throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasSuffix("-shm") }.reduce(into: [:]) {
                $0[$1.lastPathComponent] = try Data(contentsOf: $1)
            }
    }
}

/// 2026-11-21 08:00 UTC
package let morning = Date(timeIntervalSince1970: 1_795_248_000)
package let day: TimeInterval = 86_400

package func storyItem(
    _ name: String, source: String = "feed:a", guid: String? = nil, url: String? = nil, title: String? = nil,
    summary: String = "", published: Date? = morning - 3600, category: String = "technology", position: Int = 0
) -> Item {
    Item(
        sourceID: source, source: "Paper of \(source)", guid: guid ?? "guid \(name)",
        url: url ?? "https://example.org/\(name)", title: title ?? "Title of \(name)", summary: summary,
        published: published, category: category, position: position)
}

package func answer(
    _ items: [Item], past: [Item] = [], source: String = "feed:a", _ status: Gathered.Status = .fresh,
    record: SourceRecord = SourceRecord()
) -> Gathered {
    Gathered(
        sourceID: source, name: "Name of \(source)", items: items, past: past, status: status, record: record)
}

extension SourceRecord {
    /// A record with some values.
    package init(_ set: (inout SourceRecord) -> Void) {
        self.init()
        set(&self)
    }
}

/// A digest that shows these items as one story each.
package func digest(_ id: String, _ items: [StoredItem], profile: String = "default", created: Date = morning) -> Digest
{
    Digest(
        id: id, profile: profile, title: "Morning digest", created: created, language: "en", timeZone: "UTC",
        sections: [
            Digest.Section(
                category: "technology", title: "Technology",
                stories: items.map { Story($0) })
        ])
}

extension Story {
    package init(_ stored: StoredItem) {
        self.init(id: stored.id, item: stored.item, url: stored.item.url)
    }
}

package func rendering(_ text: String, to destination: String = "file") -> StoredRendering {
    StoredRendering(destination: destination, format: .html, bytes: Data(text.utf8))
}

extension State {
    package func unsent(_ sources: [String] = ["feed:a"], profile: String = "default", now: Date = morning) throws
        -> [String]
    {
        try candidates(profile: profile, sources: sources, since: { _ in now - 2 * day }).map(\.item.title)
    }

    package func send(_ id: String, _ items: [StoredItem], profile: String = "default", now: Date = morning) throws {
        try store(digest(id, items, profile: profile, created: now), renderings: [rendering("<p>\(id)</p>")])
        try markDelivered(id, to: "file", now: now)
        try finish(id, now: now)
    }
}
