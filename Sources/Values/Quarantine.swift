import Foundation
import InFlight

/// The items, sources and templates that a run skips, because an earlier run crashed or hung while it worked on them.
package struct Quarantine: Sendable, Equatable {
    /// The step that crashed or hung, by the subject of the work.
    private var steps: [String: InFlight.Step]

    package init() {
        steps = [:]
    }

    package init(_ steps: [String: InFlight.Step]) {
        self.steps = steps
    }

    /// - Parameter id: the id of a stored item.
    package func step(ofItem id: String) -> InFlight.Step? { steps.isEmpty ? nil : steps[Self.subject(ofItem: id)] }

    /// The steps that crashed or hung on items, by the ids of the items.
    package func steps(of items: [Candidate]) -> [String: InFlight.Step] {
        items.reduce(into: [:]) { steps, item in steps[item.id] = step(ofItem: item.id) }
    }

    package func step(ofNew item: Item) -> InFlight.Step? { steps.isEmpty ? nil : steps[Self.subject(ofNew: item)] }

    /// - Parameter texts: the value that stands for the user's own templates.
    package func step(ofTemplates texts: Int64) -> InFlight.Step? { steps[Self.subject(ofTemplates: texts)] }

    package func step(ofSource id: String) -> InFlight.Step? { steps.isEmpty ? nil : steps[Self.subject(ofSource: id)] }
}

extension Quarantine {
    package static let itemPrefix = "item "
    static let newPrefix = "new "
    package static let sourcePrefix = "source "
    package static let templatesPrefix = "templates "

    package static func subject(ofItem id: String) -> String { itemPrefix + id }

    /// The subject of an item that is not stored yet. It is made from the unchanged text of the source, because
    /// reading an address is work that can crash too.
    package static func subject(ofNew item: Item) -> String {
        newPrefix + Identity.id(of: "\(item.sourceID) \(item.guid ?? "") \(item.url)")
    }

    package static func subject(ofTemplates texts: Int64) -> String {
        templatesPrefix + String(UInt64(bitPattern: texts), radix: 16)
    }

    package static func subject(ofSource id: String) -> String { sourcePrefix + Identity.id(of: id) }
}

extension InFlight {
    /// Does work on a whole source. Work on its items inside this work counts as work on the source too.
    /// - Parameter id: the id of the source.
    package static func during<T, E>(
        _ step: Step, ofSource id: String, _ work: () throws(E) -> T
    ) throws(E) -> T {
        let subject = Quarantine.subject(ofSource: id)
        return try during(step, of: subject, source: subject, work)
    }
}

extension InFlight.Step {
    /// The stage to which this step belongs.
    package var stage: Failure.Stage {
        switch self {
        case .transferring, .reading: .gather
        case .storing: .remember
        case .selecting, .grouping: .select
        case .rendering: .render
        }
    }
}

extension InFlight.Casualty {
    /// What happened, such as `crashed (signal 11) while reading`.
    package var fact: String {
        signal.map { "crashed (signal \($0)) while \(step)" } ?? "made no progress while \(step)"
    }
}
