import Files
import Foundation
import State

/// The files that newsdigest itself needs. No output may replace them.
struct NeededFiles {
    /// What each file is, by its path without links.
    private var purposes: [String: String] = [:]

    /// - Parameter state: the name of the state.
    init(of configuration: Configuration, state: String) {
        if !ServerAddress.isAddress(state) {
            for file in State.files(of: state) { add(file, "the state") }
        }
        if let file = configuration.file { add(file, "the configuration") }
        if case .file(let path) = configuration.readerList?.origin { add(path, "the list of readers") }
        if let path = configuration.unsubscribed { add(path, "the list of unsubscribed addresses") }
    }

    /// Why nothing may be written to a path; nil if it is the path of another file.
    func objection(to path: String) -> String? {
        Self.key(path).flatMap { purposes[$0] }.map { "'\(path)' is \($0), which the output would replace" }
    }

    private mutating func add(_ path: String, _ purpose: String) {
        if let key = Self.key(path) { purposes[key] = purpose }
    }

    private static func key(_ path: String) -> String? {
        followingLinks(path).map { URL(filePath: $0).standardizedFileURL.path }
    }
}
