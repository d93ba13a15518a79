import Foundation
import State
import Texts
import Values

// From the name of a profile or a reader to its configuration.

extension Configuration {
    /// The configuration of one profile.
    ///
    /// - Throws: `RunError.usage`, with the nearest name, when there is no such profile.
    package func profile(_ name: String?) throws -> Configuration {
        guard let name, name != profileName else { return self }
        if let profile = profiles[name] { return profile }
        guard !profiles.isEmpty else {
            throw RunError.usage("no profile '\(name)': \(file ?? "the built-in configuration") defines none")
        }
        throw RunError.usage("no profile '\(name)' in \(file ?? ""); \(suggestion(for: name, among: profiles.keys))")
    }

    /// The configuration of one profile. If the profile is no longer configured but has a history, or if the name is a
    /// reader of `[readers]`, this is the configuration at the top of the file.
    package func profile(_ name: String?, in state: State) throws -> Configuration {
        do {
            return try profile(name)
        } catch {
            guard let name, try state.hasServed(name) else { throw error }
            return self
        }
    }

    /// The profile, or else the reader of `[readers]`, with this name; without a name, this configuration itself.
    ///
    /// - Throws: `RunError.usage` when there is neither; `.configuration` when the reader's line has a mistake.
    package func reader(
        _ name: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> Configuration {
        guard let name, name != profileName, profiles[name] == nil, let readerList else { return try profile(name) }
        let found = try await readerList.readers(only: name, environment: environment)
        if let reader = found.all.first { return reader }
        let list = "no profile or reader '\(name)' in \(file ?? "") and \(readerList.name)"
        let faults = found.faults.isEmpty ? "" : "; the list has mistakes, which 'newsdigest readers check' prints"
        throw RunError.usage(list + hint(for: name, among: profiles.keys) + faults)
    }

    /// The profile or reader of a digest. If it is no longer configured, this configuration itself.
    package func reader(ofDigestOf name: String?) async -> Configuration { (try? await reader(name)) ?? self }
}

extension Configuration {
    /// All profiles: each `[profiles.NAME]` by name, or the file itself if it defines none.
    package var profilesInOrder: [Configuration] { profiles.isEmpty ? [self] : namedProfiles }

    /// Whether there are readers besides the profiles.
    package var hasReaderList: Bool { readerList != nil }

    /// The readers of `[readers]`, without the profiles.
    package func listedReaders(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> Readers {
        try await readerList?.readers(environment: environment) ?? Readers()
    }

    /// All profiles and all listed readers. Without a list, the same as `profilesInOrder`.
    package func allReaders() async throws -> Readers {
        guard hasReaderList else { return Readers(all: profilesInOrder) }
        var list = try await listedReaders()
        list.all = namedProfiles + list.all
        return list
    }

    private var namedProfiles: [Configuration] { profiles.sorted { $0.key < $1.key }.map(\.value) }
}
