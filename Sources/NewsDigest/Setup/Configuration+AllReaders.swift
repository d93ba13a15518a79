import Foundation
import State
import Values

extension Configuration {
    /// The whole configuration and all its profiles and readers; with a name, only that profile or reader.
    func readers(
        _ profile: String?, in state: State, environment: [String: String]
    ) async throws -> [Configuration] {
        guard let profile else {
            let profiles = profiles.values.sorted { $0.profileName < $1.profileName }
            return try await [self] + profiles + listedReaders(environment: environment).all
        }
        do {
            return [try await reader(profile, environment: environment)]
        } catch {
            return [try self.profile(profile, in: state)]
        }
    }
}

extension [Configuration] {
    /// One of all readers who get the same from the same sources. Readers with equal settings often follow one another.
    var withDifferentSettings: [Configuration] {
        var different: [Configuration] = []
        for reader in map(\.withoutPerson) where !different.suffix(32).contains(reader) { different.append(reader) }
        return different
    }
}
