import Foundation
import Languages
import Render
import Select
import Settings
import State
import Values

extension Run {
    /// Writes the saved items like a digest, by section. Where the configuration wants whole articles, their pages are
    /// asked as in any run. Nothing counts as sent.
    /// - Throws: `RunError`.
    package func saved() async throws -> Outcome {
        let plan = try await Plan(readers[0], run: self, hasSingleOutput: true)
        // The answers of the pages are kept, so the state is written.
        let state = try State.open(statePath, .readWrite, patience: State.patience)
        defer { close(state) }
        let saved = try state.saved().filter { !$0.item.isTextRemoved }
        guard !saved.isEmpty else {
            report(.notice("nothing is saved; 'newsdigest save ITEM' saves an item"))
            return Outcome()
        }
        let context = try RunContext(self, in: state)
        context.watchdog.start()
        let editor = Editor(plan: plan, context: context, feeds: FeedFacts([], broken: []), report: report)
        return try await write(try await editor.withArticles(plan.digest(ofSaved: saved, now: now)), for: plan)
    }
}

extension Plan {
    fileprivate func digest(ofSaved saved: [SavedItem], now: Date) -> Digest {
        let language = Language(code: reader.language)
        let stories = Dictionary(grouping: saved.map(\.item), by: \.item.category)
        let known = sections.map(\.name).filter { stories[$0] != nil }
        let others = stories.keys.filter { !known.contains($0) }.sorted()
        let content = (known + others).map { category in
            Digest.Section(
                category: category, title: rules.titles[category] ?? language.title(ofCategory: category),
                stories: (stories[category] ?? []).map { Story(id: $0.id, item: $0.item, url: $0.shownURL) },
                leftOver: 0)
        }
        let id = Identity.id(of: "saved \(now.timeIntervalSince1970)").prefix(10)
        return Digest(
            id: String(id), profile: memory, title: language.words.saved, created: now, language: reader.language,
            timeZone: reader.timeZone, sections: content)
    }
}
