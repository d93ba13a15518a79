import Foundation
import Platform

extension Configuration {
    /// A program of the user that a run starts.
    package struct Program: Sendable, Equatable {
        /// What names it in the configuration, such as `summary 'model'`.
        package var name: String
        /// The program and its arguments.
        package var command: [String]
        /// The longest time that it can take for one digest, in seconds.
        package var timeout: TimeInterval
    }

    /// The programs that a run starts for this profile, except those that print secrets.
    package var programs: [Program] { gatheringPrograms + selectingPrograms + deliveries.compactMap(\.program) }

    /// The programs that print feeds. They end before the run's deadline.
    package var gatheringPrograms: [Program] { usedKinds.flatMap { $0.programs } }

    /// The programs that filter, group and describe the stories.
    package var selectingPrograms: [Program] {
        filters.map { Program(name: "filter '\($0.name)'", command: $0.command, timeout: $0.timeout) }
            + generators.filter { $0.generator.model == nil }.map {
                Program(name: $0.name, command: $0.generator.command, timeout: $0.generator.timeout)
            }
    }

    /// What describes the stories: programs, and the language model in the place of one.
    var generators: [(name: String, generator: Generator)] {
        var generators = summaries.map { (name: "summary '\($0.name)'", generator: $0) }
        if let intro = digest.intro { generators.append(("digest.intro", intro)) }
        if let vectors { generators.append(("grouping.vectors", vectors)) }
        return generators
    }
}

extension Configuration.Generator {
    /// The model in place of a program.
    package init(_ model: Configuration.Model, _ output: Output = .summaries) {
        self.init(name: "model \(model.name)", command: [])
        (self.model, timeout, self.output) = (model, model.timeout, output)
        max = output == .ratings ? Configuration.Model.mostRated : model.max
    }

    /// The model for sentence vectors in place of a program.
    package init?(vectorsOf model: Configuration.Model) {
        guard let name = model.embeddings else { return nil }
        var model = model
        (model.name, model.counted) = (name, model.name)
        self.init(model)
        max = GroupingTable.initial.max
    }
}

extension ReaderList {
    /// The longest time in seconds that a program may take to print the list.
    static let timeout: TimeInterval = 600

    /// The program that prints the list; nil for a file.
    package var program: Configuration.Program? {
        guard case .command(let command) = origin else { return nil }
        return Configuration.Program(name: "[readers] command", command: command, timeout: Self.timeout)
    }
}
