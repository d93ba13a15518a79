import FeedParser
import Files
import Foundation
import Values

/// Reads feeds from files and writes each as one line of JSON.
package struct ParseFiles {
    /// The paths; `-` is standard input.
    var paths: [String]
    /// The size limit in bytes. A larger file is not read.
    var longest = 1 << 30

    package init(_ paths: [String]) { self.paths = paths }

    /// Writes each feed as one line. With several files, each line names its file, and a file that could not be read as
    /// a feed gets a line with an `error`. Ends early if the reader of the output closes it.
    /// - Throws: `RunError.unusableInput` when a file could not be read as a feed, after all other files are written;
    ///   `RunError.output` when the output cannot be written.
    package func write(to output: FileHandle) throws {
        var failures: [String] = []
        var written = Output(file: output)
        for path in paths {
            let file = paths.count > 1 ? path : nil
            do {
                try write(path, as: file, to: &written)
            } catch let error as FeedError {
                failures.append("parse '\(path)': \(error)")
            } catch let error as Unreadable {
                failures.append("parse '\(path)': \(error.reason)")
                if let file, !error.isWritten { written.write(Data(Feed.lineOfJSON(about: file, error: error.reason))) }
            }
            if written.failure == EPIPE { return }
            if let failure = written.failure { throw RunError.standardOutput(failure) }
        }
        guard !failures.isEmpty else { return }
        throw RunError.unusableInput(
            paths.count == 1
                ? failures[0] : "parse: \(failures.count) of \(paths.count) files could not be read as a feed")
    }

    /// Writes one feed. A file is read in pieces, so that a long one needs little memory; a pipe is first read to its
    /// end.
    private func write(_ path: String, as file: String?, to output: inout Output) throws {
        let tooLong = Unreadable("it has more than \(longest >> 20) MiB")
        var pieces: FilePieces?
        do {
            let input = path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
            pieces = FilePieces(input)
            if let pieces {
                guard pieces.count <= longest else { throw tooLong }
                try Feed.writeJSON(reading: pieces.read, file: file) { output.write($0) }
            } else {
                guard let bytes = try input.readAll(upTo: longest) else { throw tooLong }
                try Feed.writeJSON(of: bytes, file: file) { output.write($0) }
            }
        } catch let error as FeedError {
            throw pieces?.hasFailed == true ? Unreadable("it cannot be read to its end", isWritten: true) : error
        } catch let error as Unreadable {
            throw error
        } catch {
            throw Unreadable("cannot be read: \(errorText(of: error))")
        }
    }
}

/// Why a file could not be read.
private struct Unreadable: Error {
    var reason: String
    /// Whether the part that was read before is already written.
    var isWritten: Bool

    init(_ reason: String, isWritten: Bool = false) {
        self.reason = reason
        self.isWritten = isWritten
    }
}

/// An output, and why it cannot be written any more.
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
