import Foundation
import Grouping
import InFlight
import Select
import Settings
import State
import Values

extension Run {
    /// The sentence vectors of items by their ids: those that the user's program gave in earlier runs, and new ones for
    /// the newest of the others. Articles of sent stories have none.
    func vectors(
        of items: [StoredItem], for plan: Plan, in context: RunContext
    ) async throws -> [String: SentenceVector] {
        guard let program = plan.reader.vectors else { return [:] }
        let articles = items.filter { $0.item.kind == .article }.sorted {
            ($1.firstSeen, $0.id) < ($0.firstSeen, $1.id)
        }
        let lines = articles.map { article in
            InFlight.during(.selecting, of: Quarantine.subject(ofItem: article.id)) {
                VectorLine(article.item, id: article.id)
            }
        }
        return try await context.questions.inTurn { try await vectors(of: lines, by: program, in: context) }
    }

    private func vectors(
        of lines: [VectorLine], by program: Configuration.Writer, in context: RunContext
    ) async throws -> [String: SentenceVector] {
        let (state, key) = (context.state, program.key(language: ""))
        let known = try state.vectors(by: key, of: lines.map(\.id))
        var vectors: [String: SentenceVector] = [:]
        var new: [VectorLine] = []
        for line in lines {
            if let known = known[line.id], known.version == line.version {
                vectors[line.id] = SentenceVector(packed: known.packed)
            } else {
                new.append(line)
            }
        }
        let asked = Array(new.prefix(await context.questions.granted(new.count, of: program)))
        guard !asked.isEmpty else { return vectors }
        let printed = await awaiting(program, in: context) { service, end in
            guard let service else { return await program.vectors(of: asked) }
            return await service.vectors(of: asked, until: end)
        }
        if let failure = printed.failure { report(.failure(failure)) }
        if printed.hasFailed { await context.questions.giveUp(program) }
        let waiting = new.count > asked.count ? ", \(new.count - asked.count) more wait for the next run" : ""
        report(.detail("select 'vectors': \(printed.vectors.count) of \(asked.count) items\(waiting)"))
        let kept = asked.compactMap { line in
            printed.vectors[line.id].map { (line.id, StoredVector(version: line.version, packed: Data($0.packed))) }
        }
        try state.keep(vectors: Dictionary(uniqueKeysWithValues: kept), by: key, now: now)
        return vectors.merging(printed.vectors) { _, new in new }
    }
}
