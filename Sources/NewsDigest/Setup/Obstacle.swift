import Foundation
import Gather
import Settings
import Values

extension Configuration {
    /// What keeps the source of an item out of this reader's digests, in English; nil if nothing does, or if a secret is
    /// missing that tells which sources there are.
    package func obstacle(to item: Item) async -> String? {
        let environment = ProcessInfo.processInfo.environment
        let shown = await SourceList(shownBy: self, environment: environment)
        if shown.sources.contains(where: { $0.id == item.sourceID }) { return nil }
        if usedKinds.contains(where: { $0.idsOfOff(in: self).contains(item.sourceID) }) {
            return "its source is off for \(profileName)"
        }
        // As in a replay: the ids need no secret.
        let all = await SourceList(self, isExplicit: true, isReplay: true, environment: environment)
        if let source = all.sources.first(where: { $0.id == item.sourceID }) {
            return "its section '\(source.applied(to: item, title: nil).category)' is in no digest of \(profileName)"
        }
        return all.failures.isEmpty ? "its source is none of those of \(profileName)" : nil
    }
}
