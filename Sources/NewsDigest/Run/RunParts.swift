import Foundation
import State
import Values

/// What the profiles and readers of one run share, so that it is made once.
final class RunParts: @unchecked Sendable {
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

/// A digest that is decided for one reader, for the other readers who get the same.
///
/// They have the same settings, and were sent the same items at the same times.
struct SharedIssues {
    struct Key: Hashable {
        /// The place of the settings among those of the run.
        var audience: Int
        var history: ProfileHistory
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

/// The renderings of one digest that serve many readers (`DigestForm`).
final class FormCache: @unchecked Sendable {
    private let lock = NSLock()
    private var forms: [String: DigestForm] = [:]

    func form(_ key: String, _ make: () -> DigestForm) -> DigestForm {
        if let form = lock.withLock({ forms[key] }) { return form }
        let form = make()
        lock.withLock { forms[key] = form }
        return form
    }
}
