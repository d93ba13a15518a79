import ArgumentParser
import Foundation
import Gather
import NewsDigest
import Settings
import State
import Values

/// What a shell completes. The words come from the configuration and the state that the command line names so far. If
/// they cannot be read, the shell completes nothing.
extension CompletionKind {
    static let profiles = words { try Configuration(path: $0.config).profiles.keys.sorted() }

    static let sections = words { line in
        CategoryList(try line.reader()).groups.flatMap(\.entries).map(\.name)
    }

    static let digests = words { line in
        var seen = Set<String>()
        return ["last"] + (try line.history()).map(\.digest).filter { seen.insert($0).inserted }
    }

    static let items = words { try $0.history().map(\.id) }

    static let savedItems = words { line in
        try State.open(line.stateName(), .readOnly).saved().map(\.item.id)
    }

    static let sources = words { line in try Sources(line.reader(), statePath: "", now: Date()).names }

    private static func words(_ find: @escaping @Sendable (CommandLineSoFar) throws -> [String]) -> CompletionKind {
        .custom { words, _, prefix in
            ((try? find(CommandLineSoFar(words))) ?? []).filter { $0.hasPrefix(prefix) }
        }
    }
}

/// The options of an incomplete command line that decide what can be completed.
private struct CommandLineSoFar: Sendable {
    var config: String?
    var state: String?
    var profile: String?

    init(_ words: [String]) {
        func value(of option: String) -> String? {
            for (index, word) in words.enumerated() {
                if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
                if word == option, index + 1 < words.count { return words[index + 1] }
            }
            return nil
        }
        config = value(of: "--config").map(path)
        state = value(of: "--state").map(path)
        profile = value(of: "--profile")
    }

    func reader() throws -> Configuration { try Configuration(path: config).profile(profile) }

    /// The newest stories that were sent.
    func history() throws -> [HistoryEntry] {
        try State.open(stateName(), .readOnly).history(HistoryFilter(profile: profile, limit: 200))
    }

    /// The path of the state, or its address.
    func stateName() throws -> String { try Configuration.stateName(option: state, configuration: config) }
}
