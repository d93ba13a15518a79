import Foundation
import Gather
import InFlight
import State
import Values

extension Run {
    /// Reports on what the last run crashed or hung, or which sources it did not finish, and begins the record of this
    /// run's work, in case it crashes.
    /// - Returns: everything that is quarantined.
    func quarantineCrashedWork(of sources: [any ItemSource], in state: State) throws -> Quarantine {
        if !options.isDryRun {
            let path = inFlightPath(of: state)
            if let casualty = InFlight.casualty(in: path) {
                let failure = try state.quarantine(casualty, now: now)
                report(.failure(failure))
                try note([casualty.subject], among: sources, in: state) { $0.breaks(failure.reason, at: now) }
            } else {
                try noteUnfinished(InFlight.unfinishedSources(in: path), among: sources, in: state)
            }
            // If the record cannot be written, as on a full disk, a crash of this run cannot be explained.
            _ = InFlight.keep(in: path)
        }
        return try state.quarantine(now: now)
    }

    /// Counts the sources that the last run did not finish, and reports those that are set aside.
    /// - Parameter subjects: the sources as the record of the work names them.
    private func noteUnfinished(_ subjects: Set<String>, among sources: [any ItemSource], in state: State) throws {
        for (source, record) in try note(subjects, among: sources, in: state, { $0.wasUnfinished(at: now) }) {
            guard record.cause == .endsRuns, let reason = record.reason else { continue }
            let next = "'newsdigest history forget \(source.id)' ends this"
            report(.failure(Failure(.gather, source.name, "\(reason); \(next)")))
        }
    }

    /// Changes the records of sources. Those that this run does not ask are looked for in the state.
    @discardableResult
    private func note(
        _ subjects: Set<String>, among sources: [any ItemSource], in state: State,
        _ change: (inout SourceRecord) -> Void
    ) throws -> [(source: (id: String, name: String), record: SourceRecord)] {
        guard subjects.contains(where: { $0.hasPrefix(Quarantine.sourcePrefix) }) else { return [] }
        let asked = sources.map { (id: $0.id, name: $0.name) }
        let others = try state.sources().filter { stored in !asked.contains { $0.id == stored.id } }
        return try (asked + others).filter { subjects.contains(Quarantine.subject(ofSource: $0.id)) }.map {
            ($0, try state.change(recordOf: $0.id, named: $0.name, change))
        }
    }

    /// The record of the work of a run on this machine.
    func inFlightPath(of state: State) -> String {
        state.inFlightPath(in: URL(filePath: localPath).deletingLastPathComponent().path)
    }
}
