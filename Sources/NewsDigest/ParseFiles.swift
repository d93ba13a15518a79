import FeedParser
import Foundation

/// Reads feeds from files and writes each as one line of JSON to a file descriptor.
public struct ParseFiles {
    /// Paths; `-` is standard input.
    public var paths: [String]

    public init(_ paths: [String]) {
        self.paths = paths
    }

    /// A single file is written as it is; of several each names its file, and one that is no feed has an `error`.
    /// - Throws: `RunError.notAFeed` where a file could not be read as a feed, after all the others are written.
    public func write(to output: FileHandle) throws {
        guard paths.count > 1 else { return try writeOnly(to: output) }
        var failed = 0
        for path in paths {
            do {
                try feed(path).writeJSON(file: path) { try output.write(contentsOf: Data($0)) }
            } catch let error as RunError {
                failed += 1
                try output.write(contentsOf: errorLine(path, "\(error)"))
            }
        }
        if failed > 0 {
            throw RunError.notAFeed("parse: \(failed) of \(paths.count) files could not be read as a feed")
        }
    }

    private func writeOnly(to output: FileHandle) throws {
        for path in paths { try feed(path).writeJSON { try output.write(contentsOf: Data($0)) } }
    }

    private func feed(_ path: String) throws -> Feed {
        do {
            let bytes =
                path == "-"
                ? try FileHandle.standardInput.readToEnd() ?? Data()
                : try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
            return try Feed(parsing: bytes)
        } catch let error as FeedError {
            throw RunError.notAFeed("parse '\(path)': \(error)")
        } catch {
            throw RunError.notAFeed("parse '\(path)': \(error.localizedDescription)")
        }
    }

    private func errorLine(_ path: String, _ reason: String) throws -> Data {
        try JSONEncoder().encode(["file": path, "error": reason]) + Data([0x0A])
    }
}
