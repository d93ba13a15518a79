import Foundation
import Settings
import Values

/// Settings that make the sources of their kind.
package protocol SourceMaker: SourceSettings {
    func sources(for request: SourceRequest) async -> SourceList
    /// The account whose requests are counted; nil if they are not counted, or if its key is missing.
    func quota(_ environment: [String: String]) async -> RequestQuota?
}

extension SourceMaker {
    package func quota(_ environment: [String: String]) async -> RequestQuota? { nil }
}

/// Which of the configured sources are wanted.
package struct SourceRequest: Sendable {
    var configuration: Configuration
    /// The wanted sections in their order; empty for all.
    var sections: [Category]
    var isExplicit: Bool
    var isReplay: Bool
    var includesOff: Bool
    var environment: [String: String]

    /// Whether one of these sections is wanted.
    func wants(_ names: Set<String>) -> Bool { sections.isEmpty || sections.contains { names.contains($0.name) } }

    /// The secret. In a replay no server gets it, so any text takes its place.
    func secret(_ reference: SecretReference) async throws(SecretError) -> Secret {
        isReplay ? Secret("replay") : try await reference.resolve(environment: environment)
    }
}

/// The sources of one profile, and failures for sources whose secret is missing.
package struct SourceList: Sendable {
    package var sources: [any ItemSource] = []
    package var failures: [Failure] = []

    /// - Parameters:
    ///   - kinds: the only kinds to use; empty for all kinds in the configuration.
    ///   - sections: the wanted sections in their order; empty for all. A source without a wanted section is not
    ///     requested.
    ///   - isExplicit: whether the sections were named for this run. Then a service is requested for each wanted
    ///     section that it has, and not only for the configured ones.
    ///   - isReplay: whether the answers come from a recording. Then no secret is needed.
    ///   - includesOff: whether sources that are switched off are in the list.
    package init(
        _ configuration: Configuration, kinds: [SourceKind] = [], sections: [Category] = [],
        isExplicit: Bool = false, isReplay: Bool = false, includesOff: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async {
        let request = SourceRequest(
            configuration: configuration, sections: sections, isExplicit: isExplicit, isReplay: isReplay,
            includesOff: includesOff, environment: environment)
        for kind in configuration.sources where kinds.isEmpty || kinds.contains(kind) {
            let settings = configuration.settings(of: kind, isNamed: kinds.contains(kind))
            guard let list = await (settings as? any SourceMaker)?.sources(for: request) else { continue }
            sources += list.sources
            failures += list.failures
        }
    }

    init(_ sources: [any ItemSource] = [], failures: [Failure] = []) {
        (self.sources, self.failures) = (sources, failures)
    }
}
