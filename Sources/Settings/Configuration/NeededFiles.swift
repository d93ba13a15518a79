import Files
import Foundation
import State
import Templates

/// The files that newsdigest itself needs. No output may replace them.
package struct NeededFiles {
    /// What each file is, by its path without links.
    private var purposes: [String: String] = [:]
    /// The paths, as they are written, that are already in `purposes`.
    private var known: Set<String> = []

    init() {}

    /// - Parameter state: the name of the state.
    package init(of configuration: Configuration, state: String) {
        add(configuration, state: state)
    }

    /// Why the file of `[metrics]` may not be written; nil if it may be.
    package static func objection(toMetricsOf configuration: Configuration, state: String) -> String? {
        var others = configuration
        others.metricsFile = nil
        return configuration.metricsFile.flatMap(NeededFiles(of: others, state: state).objection)
    }

    /// Adds the files that a profile or reader needs.
    mutating func add(_ configuration: Configuration, state: String) {
        if !ServerAddress.isAddress(state) {
            for file in State.files(of: state) { add(file, "the state") }
        }
        if let file = configuration.file { add(file, "the configuration") }
        if let path = configuration.fileOfReaders { add(path, "the list of readers") }
        if let path = configuration.unsubscribed { add(path, "the list of unsubscribed addresses") }
        if let folder = configuration.digest.templates, known.insert(folder).inserted {
            for template in Templates.all { add(folder + "/" + template.name, "a template") }
        }
        for (name, secret) in configuration.secrets {
            if case .file(let path) = secret { add(path, "the file of the secret '\(name)'") }
        }
        if let metrics = configuration.metricsFile { add(metrics, "the file of [metrics]") }
        if let log = Self.log { add(log, "the log: standard error is written to it") }
    }

    /// Why nothing may be written to a path; nil if it is the path of another file.
    package func objection(to path: String) -> String? {
        withoutLinks(path).flatMap { objection(to: path, at: $0) }
    }

    /// - Parameter target: the path without links.
    func objection(to path: String, at target: String) -> String? {
        purposes[target].map { "'\(path)' is \($0), which the output would replace" }
    }

    private mutating func add(_ path: String, _ purpose: String) {
        guard known.insert(path).inserted, let target = withoutLinks(path) else { return }
        purposes[target] = purpose
    }

    /// The regular file that standard error is, if a shell redirected it.
    private static let log: String? = {
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(STDERR_FILENO)")
    }()
}
