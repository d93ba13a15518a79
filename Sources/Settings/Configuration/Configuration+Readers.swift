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

    /// The same. If the profile or reader is no longer configured but has a history, this is the configuration at the top
    /// of the file.
    package func reader(
        _ name: String?, in state: State, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> Configuration {
        do {
            return try await reader(name, environment: environment)
        } catch {
            guard let name, try state.hasServed(name) else { throw error }
            return await reader(ofDigestOf: State.reader(ofHistory: name))
        }
    }

    /// The profile or reader of a digest. If it is no longer configured, this configuration itself.
    package func reader(ofDigestOf name: String?) async -> Configuration { (try? await reader(name)) ?? self }
}

extension Configuration {
    /// All profiles: each `[profiles.NAME]` by name, then the top of the file if it is a person. If the file defines no
    /// profile, the file itself.
    package var profilesInOrder: [Configuration] { profiles.isEmpty ? [self] : namedProfiles + topAsPerson }

    /// The top of the file as one more reader, if it is a person with a destination: it has a name, a mail address or
    /// recipients. A mail without recipients at the top is only for the readers of `[readers]`.
    package var topAsPerson: [Configuration] {
        let hasRecipients = deliveries.contains { !$0.recipients.isEmpty && !$0.isForEmail }
        guard name != nil || email != nil || hasRecipients else { return [] }
        var top = self
        top.deliveries.removeAll { $0.recipients.isEmpty && $0.destination.sendsMails }
        return top.deliveries.isEmpty ? [] : [top]
    }

    /// Who is served by a run with `--all-profiles`, and whether the top of the file is; nil without profiles and
    /// readers.
    package var servedSentence: String? {
        guard !profiles.isEmpty || readerList != nil else { return nil }
        let names = namedProfiles.map { "'\($0.profileName)'" }
        let list = readerList == nil ? [] : ["the readers of [readers]"]
        let top = topAsPerson.map { "'\($0.profileName)' (the top of the file)" }
        let served = "--all-profiles serves \((names + list + top).joined(separator: ", "))"
        guard top.isEmpty else { return served }
        let missing = deliveries.isEmpty ? "no [[deliver]]" : "no 'name', 'email' or 'recipients'"
        return served + "; not the top of the file, because it has \(missing)"
    }

    /// The readers of `[readers]`, without the profiles.
    package func listedReaders(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> Readers {
        try await readerList?.readers(environment: environment) ?? Readers()
    }

    /// All profiles and all listed readers. Without a list, the same as `profilesInOrder`.
    package func allReaders(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> Readers {
        guard readerList != nil else { return Readers(all: profilesInOrder) }
        var list = try await listedReaders(environment: environment)
        list.all = namedProfiles + list.all + topAsPerson
        return list
    }

    private var namedProfiles: [Configuration] { profiles.sorted { $0.key < $1.key }.map(\.value) }
}
