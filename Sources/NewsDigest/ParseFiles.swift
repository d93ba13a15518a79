import FeedParser
import Foundation

/// Reads feeds from files and writes each as one line of JSON.
public struct ParseFiles {
    /// Paths; `-` is standard input.
    public var paths: [String]
    /// Bytes; a file that has more is not read.
    public var longest = 1 << 30

    public init(_ paths: [String]) {
        self.paths = paths
    }

    /// A single file is written as it is; of several each names its file, and one that could not be read as a feed has
    /// an `error`. Ends early where nobody reads the output any more.
    /// - Throws: `RunError.notAFeed` where a file could not be read as a feed, after all the others are written;
    ///   `RunError.output` where the output takes no more.
    public func write(to output: FileHandle) throws {
        var failures: [String] = []
        var written = Output(file: output)
        for path in paths {
            let file = paths.count > 1 ? path : nil
            do {
                try Feed.writeJSON(of: bytes(path), file: file) { written.write($0) }
            } catch let error as FeedError {
                failures.append("parse '\(path)': \(error)")
            } catch let error as Unreadable {
                failures.append("parse '\(path)': \(error.reason)")
                if let file { try written.write(error.line(for: file)) }
            }
            if written.failure == EPIPE { return }
            if let failure = written.failure {
                throw RunError.output(
                    Failure(.deliver, "standard output", "cannot be written: \(String(cString: strerror(failure)))"))
            }
        }
        guard !failures.isEmpty else { return }
        throw RunError.notAFeed(
            paths.count == 1
                ? failures[0] : "parse: \(failures.count) of \(paths.count) files could not be read as a feed")
    }

    private func bytes(_ path: String) throws(Unreadable) -> Data {
        do {
            let file = path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
            guard let data = try file.readAll(upTo: longest) else {
                throw Unreadable("it has more than \(longest >> 20) MiB")
            }
            return data
        } catch let error as Unreadable {
            throw error
        } catch {
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            throw Unreadable(
                !exists ? "there is no such file" : isFolder.boolValue ? "it is a folder" : "it cannot be read")
        }
    }
}

/// Why a file could not be read.
private struct Unreadable: Error {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    func line(for file: String) throws -> Data {
        try JSONEncoder().encode(["file": file, "error": reason]) + Data("\n".utf8)
    }
}

/// An output, and why it takes no more.
private struct Output {
    var file: FileHandle
    var failure: Int32?

    mutating func write(_ piece: UnsafeRawBufferPointer) {
        guard let start = piece.baseAddress else { return }
        write(Data(bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: piece.count, deallocator: .none))
    }

    mutating func write(_ data: Data) {
        guard failure == nil else { return }
        do { try file.write(contentsOf: data) } catch { failure = errno }
    }
}
