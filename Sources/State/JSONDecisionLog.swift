import Foundation
import Values

/// The decisions of a run as the first two schemas stored them.
struct JSONDecisionLog: Decodable {
    /// The JSON of each different decision.
    var texts: [String]
    var steps: [Int64]
    var choices: [Int]

    enum CodingKeys: String, CodingKey {
        case texts = "d"
        case steps = "s"
        case choices = "c"
    }

    var packed: Data {
        get throws {
            let known = try texts.map {
                try JSONDecoder.bounded.decode(JSONDecision.self, from: Data($0.utf8)).decision
            }
            var log = DecisionLog()
            var item: Int64 = 0
            for (step, choice) in zip(steps, choices) {
                item &+= step
                if known.indices.contains(choice) { log.append(known[choice], on: item) }
            }
            return log.packed
        }
    }
}

/// A decision in the JSON of the first two schemas. This form never changes, whatever becomes of `Decision`.
private enum JSONDecision: Decodable {
    case shown(JSONScore)
    case duplicate(of: String)
    case sameStory(as: String)
    case alreadySent(digest: String, story: String, newPublishers: Int)
    case waiting(Cap, JSONScore)
    case tooOld(Date)
    case beforeSince(Date)
    case eventOver
    case eventLater(Date)
    case otherCategory(String)
    case otherLanguage(String)
    case notIncluded
    case excluded(by: String)
    case muted(by: String)
    case past
    case filteredOut

    enum Cap: String, Decodable { case source, section, digest, delivery, output }

    var decision: Decision {
        switch self {
        case .shown(let score): .shown(score.score)
        case .duplicate(let id): .duplicate(of: id)
        case .sameStory(let id): .sameStory(as: id)
        case .alreadySent(let digest, let story, let new):
            .alreadySent(digest: digest, story: story, newPublishers: new)
        case .waiting(let cap, let score): .queued(cap.cap, score.score)
        case .tooOld(let date): .tooOld(date)
        case .beforeSince(let date): .beforeSince(date)
        case .eventOver: .eventOver
        case .eventLater(let date): .eventLater(date)
        case .otherCategory(let name): .otherCategory(name)
        case .otherLanguage(let tag): .otherLanguage(tag)
        case .notIncluded: .notIncluded
        case .excluded(let pattern): .excluded(by: pattern)
        case .muted(let pattern): .muted(by: pattern)
        case .past: .past
        case .filteredOut: .filteredOut
        }
    }
}

extension JSONDecision.Cap {
    fileprivate var cap: Decision.Cap {
        switch self {
        case .source: .source
        case .section: .section
        case .digest: .digest
        case .delivery: .delivery
        case .output: .output
        }
    }
}

private struct JSONScore: Decodable {
    struct Part: Decodable {
        var name: String
        var value: Double
    }

    var parts: [Part]

    var score: Score { Score(parts.map { Score.Part($0.name, $0.value) }) }
}
