import Foundation
import HTTP
import InFlight
import Values

/// One run's visit to the sources: the client and everything else that is needed to fetch them.
package struct Visit: Sendable {
    var client: HTTPClient
    var now: Date
    var quarantine = Quarantine()
    var readingBudget = ReadingBudget()
    var reserve: Reserve
    /// The line of the items that were read; nil if they are not counted.
    var backlog: Backlog?
    let turns = Turns(atOnce: FeedSource.mostCommands)

    /// Fetches sources that share an account, one after the other. If the account is refused, the others get the same
    /// status without a request.
    func ask(_ lane: [any ItemSource], records: [String: SourceRecord], progress: (GatherProgress) -> Void = { _ in })
        async
        -> [Gathered]
    {
        var all: [Gathered] = []
        var closed: ClosedAccount?
        for source in lane {
            progress(.started(sourceID: source.id, host: source.host))
            let record = records[source.id] ?? SourceRecord()
            let gathered: Gathered
            if let step = quarantine.step(ofSource: source.id) {
                gathered = Gathered(quarantined: source, record: record, while: step)
            } else if let closed {
                gathered = Gathered(refused: source, record: record, by: closed, now: now)
            } else {
                (gathered, closed) = await ask(source, record: record)
            }
            backlog?.add(gathered.held)
            all.append(gathered)
            progress(.finished(sourceID: source.id, host: source.host))
        }
        return all
    }

    /// Fetches one source for a search.
    func ask(_ source: any ItemSource, for search: Search) async -> Gathered {
        let answers = await ask([source], records: search.records)
        return answers[0]
    }

    private func ask(_ source: any ItemSource, record: SourceRecord) async -> (Gathered, ClosedAccount?) {
        if let until = record.backingOff(at: now) {
            return (Gathered(backingOff: source, record: record, until: until), nil)
        }
        if source.isService, let until = record.waiting(at: now) {
            var gathered = Gathered(sourceID: source.id, name: source.name, status: .fresh, record: record)
            gathered.wait(until: until, now: now)
            return (gathered, nil)
        }
        var (gathered, closed) = await source.ask(on: self, record: record)
        if gathered.isAsked { gathered.record.lastRequest = now }
        gathered.backOff(source, before: record, now: now)
        return (gathered, closed)
    }
}

/// An account for which no more requests are sent in this run.
package struct ClosedAccount: Sendable {
    var status: Gathered.Status
    var cause = FailureCause.other
    var pause: Pause?
    var unreachableHost: String?
}

extension Gathered {
    fileprivate init(quarantined source: any ItemSource, record: SourceRecord, while step: InFlight.Step) {
        self.init(
            sourceID: source.id, name: source.name,
            status: .waiting(until: .distantFuture, why: "an earlier run crashed or hung while \(step) it"),
            record: record)
    }

    fileprivate init(backingOff source: any ItemSource, record: SourceRecord, until: Date) {
        self.init(
            sourceID: source.id, name: source.shownName(record), status: .backingOff(until: until),
            record: record)
    }

    /// Pauses the requests to a source that gave nothing, unless its server said when to request it again.
    /// - Parameter record: the record before the answer.
    fileprivate mutating func backOff(_ source: any ItemSource, before record: SourceRecord, now: Date) {
        guard case .failed = status, !source.isFile, !source.isMisconfigured(self.record.cause),
            self.record.pausedSince == nil, self.record.nextAllowed.map({ $0 > now }) != true
        else { return }
        // After a move that did not last, the next run requests the old address.
        if record.believedMove != nil, self.record.believedMove == nil { return }
        self.record.backOff(from: now)
    }

    fileprivate init(refused source: any ItemSource, record: SourceRecord, by closed: ClosedAccount, now: Date) {
        var record = record
        if case .failed(let failure) = closed.status { record.failed(failure.reason, closed.cause, at: now) }
        if let pause = closed.pause { record.waits(pause) }
        self.init(sourceID: source.id, name: source.name, status: closed.status, record: record)
        unreachableHost = closed.unreachableHost
        backOff(source, before: record, now: now)
    }
}

extension ItemSource {
    /// Whether it is a file, whose reading burdens nobody.
    fileprivate var isFile: Bool { (self as? FeedSource)?.path != nil }

    /// Whether a service refuses what the configuration says. The next run tries again, because the user may have
    /// corrected the key or the query.
    fileprivate func isMisconfigured(_ cause: FailureCause?) -> Bool {
        guard isService, case .answered(400..<500) = cause else { return false }
        return true
    }
}

extension Visit {
    package init(client: HTTPClient, now: Date, reserve: @escaping Reserve) {
        (self.client, self.now, self.reserve) = (client, now, reserve)
    }
}
