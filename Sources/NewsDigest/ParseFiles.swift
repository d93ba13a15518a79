import FeedParser
import Foundation

/// Reads feeds from files and writes each as one line of JSON.
public struct ParseFiles {
    /// Paths; `-` is standard input.
    public var paths: [String]

    public init(_ paths: [String]) {
        self.paths = paths
    }

    /// A single file is written as it is; of several each names its file, and one that is no feed has an `error`.
    /// - Throws: `RunError.notAFeed` where a file could not be read as a feed, after all the others are written;
    ///   `RunError.output` where the output takes no more.
    public func write(to output: FileHandle) throws {
        var failures: [String] = []
        for path in paths {
            do {
                try write(path, to: output)
            } catch let error as FeedError {
                failures.append("parse '\(path)': \(error)")
            } catch let error as CocoaError {
                failures.append(
                    "parse '\(path)': \(error.code == .fileReadNoSuchFile ? "no such file" : "cannot be read")")
            }
        }
        guard !failures.isEmpty else { return }
        throw RunError.notAFeed(
            paths.count == 1
                ? failures[0] : "parse: \(failures.count) of \(paths.count) files could not be read as a feed")
    }

    private func write(_ path: String, to output: FileHandle) throws {
        var failure: (any Error)?
        try Feed.writeJSON(of: bytes(path), file: paths.count > 1 ? path : nil) { piece in
            guard failure == nil else { return }
            do {
                try output.write(
                    contentsOf: Data(
                        bytesNoCopy: UnsafeMutableRawPointer(mutating: piece.baseAddress!), count: piece.count,
                        deallocator: .none))
            } catch {
                failure = error
            }
        }
        if failure != nil { throw RunError.output(Failure(.gather, "standard output", "it takes no more")) }
    }

    private func bytes(_ path: String) throws -> Data {
        guard path != "-" else { return try FileHandle.standardInput.readToEnd() ?? Data() }
        return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    }
}
