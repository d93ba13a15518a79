import Addresses
import Files
import Foundation
import Languages
import State
import Texts
import Values

extension Why {
    /// What `newsdigest why` prints for one item, in English.
    package func text(timeZone: String, now: Date) -> String {
        let time = LocalTime(language: .english, timeZone: timeZone, now: now)
        var lines = [item.isTextRemoved ? StoredItem.removedText : item.item.title.cleanLine].filter { !$0.isEmpty }
        if let url = item.shownURL.safeURL { lines.append(url) }
        lines.append("item \(item.id), from \(sourceName.cleanLine) (\(item.item.sourceID.cleanSentence))")
        lines.append("first seen \(time.fullMoment(item.firstSeen)); last seen \(time.fullMoment(item.lastSeen))")
        let removals = item.item.removals ?? []
        for removal in removals.prefix(Removal.mostShown) {
            lines.append("cleaned away: \"\(removal.text.cleanLine)\" (\(removal.rule))")
        }
        if removals.count > Removal.mostShown { lines.append("cleaned away: more than these parts") }
        switch page?.result {
        case .article(let article):
            lines.append("its page gave an article of \(article.text.count.counted("character"))")
        case .refused(let reason, let until):
            let next = until.map { "; it is not asked again before \(time.fullMoment($0))" } ?? ""
            lines.append("its page was asked for the article: \(reason.cleanLine)\(next)")
        case nil: break
        }
        if let failure {
            lines.append(
                "its source has failed since \(time.fullMoment(failure.since)): \(failure.reason.cleanLine)")
        }
        for digest in digests {
            switch digest.status {
            case .delivered:
                lines.append(
                    "sent to \(digest.profile) in digest \(digest.id), \(time.fullMoment(digest.finished ?? digest.created))"
                )
            case .pending, .givenUp:
                let fate = digest.fate(at: now, time) ?? ""
                lines.append("in digest \(digest.id) for \(digest.profile), which \(fate)")
            }
        }
        if otherDigests > 0 {
            lines.append(
                "in \(otherDigests.counted("more digest")); --profile NAME shows those of one reader"
            )
        }
        for (first, last, sentence) in runs(time) {
            let times =
                first == last
                ? time.fullMoment(first.time) : "\(time.fullMoment(first.time)) to \(time.fullMoment(last.time))"
            lines.append("run of \(times), \(first.profile): \(sentence.cleanLine)")
        }
        if otherProfiles > 0 {
            lines.append(
                otherProfiles.counted("more reader has", "more readers have")
                    + " decisions; --profile NAME shows those of one")
        }
        if decisions.isEmpty, digests.isEmpty, let obstacle {
            lines.append(obstacle.cleanLine)
        } else if decisions.isEmpty {
            let days = Int(Retention().reasons / 86_400).counted("day")
            lines.append("no run has decided on it yet, or the reasons were removed after \(days)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The runs. Successive runs with the same decision for one profile are one line.
    private func runs(
        _ time: LocalTime
    ) -> [(first: RunDecision, last: RunDecision, sentence: String)] {
        var runs: [(first: RunDecision, last: RunDecision, sentence: String)] = []
        var latest: [String: Int] = [:]
        for next in decisions {
            let sentence = sentence(on: next, time)
            if let index = latest[next.profile], runs[index].sentence == sentence {
                runs[index].last = next
            } else {
                latest[next.profile] = runs.count
                runs.append((next, next, sentence))
            }
        }
        return runs
    }

    /// The decision in one English line. A digest that waited when the run decided was not sent then.
    private func sentence(on run: RunDecision, _ time: LocalTime) -> String {
        guard case .alreadySent(let id, let story, let new) = run.decision,
            let fate = namedDigests[id]?.fate(at: run.time, time)
        else { return run.decision.description }
        return "the story is \(story) of digest \(id), which \(fate)" + Decision.joined(new)
    }
}

extension HistoryDigest {
    /// What a digest waits for, or waited for at a time, and what became of it. Nil if all destinations had it then.
    fileprivate func fate(at moment: Date, _ time: LocalTime) -> String? {
        func names(_ isWanted: (Destination) -> Bool) -> String {
            destinations.filter(isWanted).map { "'\($0.destination)'" }.joined(separator: ", ")
        }
        let (missing, others) = (names { $0.delivered == nil }, names { $0.delivered != nil })
        let end = finished.map(time.fullMoment) ?? ""
        switch status {
        case .delivered:
            let late = names { $0.delivered.map { $0 > moment } ?? false }
            return late.isEmpty ? nil : "waited for \(late) until \(end)"
        case .pending:
            return "waits for \(missing) since \(time.fullMoment(created))"
                + (others.isEmpty ? "" : "; it was delivered to \(others)")
        case .givenUp:
            let place = others.isEmpty ? "some of its recipients" : others
            return "waited for \(missing) since \(time.fullMoment(created)) and was given up on \(end); "
                + (isSent
                    ? "it was delivered to \(place), so its stories count as sent" : "its stories compete once more")
        }
    }
}

extension StoredItem {
    /// Whether only a tombstone is left, which keeps the item from being taken for new.
    package var isTextRemoved: Bool { item.title.isEmpty && item.url.isEmpty }

    static let removedText = "(its text was removed)"
}

extension Event {
    func lines(_ time: LocalTime) -> [String] {
        let shown = upcoming(after: time.now)
        let times = (shown.isEmpty ? occurrences.suffix(1) : shown.prefix(10)).map {
            time.inCity(of: self).describe($0, of: self)
        }
        let place = [place, address].compactMap { $0?.cleanLine }.filter { !$0.isEmpty }.joined(separator: ", ")
        let cost = isFree ? time.language.words.free : price?.cleanLine ?? ""
        return (times + [place, cost, age?.cleanLine ?? ""]).filter { !$0.isEmpty }
    }
}
