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
            + writers.filter { $0.writer.model == nil }.map {
                Program(name: $0.name, command: $0.writer.command, timeout: $0.writer.timeout)
            }
    }

    /// What describes the stories: programs, and the language model in the place of one.
    var writers: [(name: String, writer: Writer)] {
        var writers = summaries.map { (name: "summary '\($0.name)'", writer: $0) }
        if let intro = digest.intro { writers.append(("digest.intro", intro)) }
        if let vectors { writers.append(("grouping.vectors", vectors)) }
        return writers
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
