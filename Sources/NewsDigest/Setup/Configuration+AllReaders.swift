import Foundation
import Gather
import Settings
import State
import Values

extension Configuration {
    /// All profiles and readers; with a name, only that profile or reader. Where there are profiles or listed readers, the
    /// top of the file is one only if runs serve it.
    func readers(
        _ profile: String?, in state: State, environment: [String: String]
    ) async throws -> [Configuration] {
        guard let profile else {
            let all = try await allReaders(environment: environment).all
            let isMissing =
                try !all.contains { $0.profileName == profileName }
                && (all.isEmpty || state.hasServed(profileName))
            return isMissing ? [self] + all : all
        }
        return [try await reader(profile, in: state, environment: environment)]
    }
}

extension [Configuration] {
    /// The configured sources of all, each once. They cannot be requested.
    func sources(environment: [String: String]) async -> [any ItemSource] {
        var all: [any ItemSource] = []
        for reader in self { all += await SourceList(reader, isReplay: true, environment: environment).sources }
        return all.distinct
    }
}
