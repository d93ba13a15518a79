import Foundation
import State
import Values

/// What the profiles and readers of one run share, so that it is made once.
final class RunCache: @unchecked Sendable {
    let mailPool = MailPool()
    private let lock = NSLock()
    private var templates: [String: TemplateSet] = [:]
    private var lists: [String: Unsubscribed] = [:]

    /// - Parameter folder: the templates that replace the built-in ones.
    func templates(in folder: String?) -> TemplateSet {
        guard let folder else { return .builtIn }
        return lock.withLock {
            let set = templates[folder] ?? TemplateSet(overrides: URL(filePath: folder))
            templates[folder] = set
            return set
        }
    }

    func unsubscribed(in path: String) -> Unsubscribed {
        lock.withLock {
            let list = lists[path] ?? Unsubscribed(path: path)
            lists[path] = list
            return list
        }
    }
}

/// The digests that were decided for one reader, and that serve other readers too.
///
/// These readers have the same settings, and were sent the same items at the same times.
struct SharedIssues {
    struct Key: Hashable {
        /// The index of the settings among those of the run.
        var audience: Int
        var fingerprint: SentFingerprint
        var isHeld: Bool
    }

    private var issues: [(key: Key, issue: Issue)] = []
    /// The greatest number of digests that are kept in memory.
    private static let most = 16

    subscript(key: Key) -> Issue? { issues.first { $0.key == key }?.issue }

    mutating func add(_ issue: Issue, for key: Key) {
        issues = ([(key, issue)] + issues.filter { $0.key != key }).prefix(Self.most).map { $0 }
    }
}

/// The renderings of one digest that serve many readers (`SharedRendering`).
final class RenderingCache: @unchecked Sendable {
    private let lock = NSLock()
    private var renderings: [String: SharedRendering] = [:]

    /// If several threads need a rendering that is not made yet, one of them makes it, and the others wait.
    func rendering(_ key: String, _ make: () -> SharedRendering) -> SharedRendering {
        lock.withLock {
            let rendering = renderings[key] ?? make()
            renderings[key] = rendering
            return rendering
        }
    }
}

/// The reader and the digest under which the state stores what many readers share.
final class FirstStored: @unchecked Sendable {
    private let lock = NSLock()
    private var reasons: String?
    private var digest: String?

    /// The reader whose reasons are stored for all. The first call returns nil, and its reader becomes this one.
    func reasons(for reader: String) -> String? { lock.withLock { Self.first(&reasons, reader) } }

    /// The id of the digest that is stored for all. The first call returns nil, and its digest becomes this one.
    func digest(for id: String) -> String? { lock.withLock { Self.first(&digest, id) } }

    private static func first(_ known: inout String?, _ new: String) -> String? {
        defer { known = known ?? new }
        return known
    }
}

extension Array where Element: Sendable {
    /// Like `map`, but for several elements at the same time, on all cores.
    func mapOnAllCores<Result: Sendable>(
        _ work: @escaping @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
        let lanes = Swift.min(count, ProcessInfo.processInfo.activeProcessorCount)
        guard lanes > 1 else {
            var results: [Result] = []
            for element in self { results.append(try await work(element)) }
            return results
        }
        return try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var results: [(Int, Result)] = []
                    for index in stride(from: lane, to: count, by: lanes) {
                        results.append((index, try await work(self[index])))
                    }
                    return results
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
