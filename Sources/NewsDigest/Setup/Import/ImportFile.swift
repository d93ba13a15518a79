import Files
import Foundation
import Texts
import Values

/// A file of another program. Its content tells which file it is, because people name such files as they like.
struct ImportFile {
    enum Kind: CaseIterable {
        case newsboatURLs, newsboatCache, rss2emailConfiguration, rss2emailRecord, sfeedConfiguration, sfeedItems, opml

        var program: OtherProgram {
            switch self {
            case .newsboatURLs, .newsboatCache: .newsboat
            case .rss2emailConfiguration, .rss2emailRecord: .rss2email
            case .sfeedConfiguration, .sfeedItems: .sfeed
            case .opml: .opml
            }
        }

        /// Whether it records items, and names no feeds.
        var isRecord: Bool { [.newsboatCache, .rss2emailRecord, .sfeedItems].contains(self) }
    }

    var path: String
    /// Empty for a cache of newsboat, which SQLite reads.
    var bytes: [UInt8] = []
    /// Nil for a file of no known kind.
    var kind: Kind?

    /// - Throws: `RunError.unusableInput` for a file that cannot be read or is too long.
    init(_ path: String) throws {
        self.path = path
        if (try? FileHandle.openedFile(path))?.isSQLite == true {
            kind = .newsboatCache
            return
        }
        do {
            guard let data = try FileHandle.read(path, upTo: Self.longest) else {
                throw RunError.unusableInput("\(path) is longer than \(Self.longest >> 20) MiB, the limit")
            }
            bytes = [UInt8](data)
        } catch let error as RunError {
            throw error
        } catch {
            throw RunError.unusableInput("\(path) cannot be read: \(errorText(of: error))")
        }
        kind = Kind(bytes.prefix(1 << 16))
    }

    private static let longest = 256 << 20

    /// Whether it is newsboat's database: the first page of a database of SQLite has the definitions of its tables.
    var hasTablesOfNewsboat: Bool {
        let beginning = try? FileHandle.openedFile(path).read(upToCount: 1 << 16)
        return beginning?.firstRange(of: Data("rss_item".utf8)) != nil
    }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The lines with their numbers from 1.
    var lines: [(number: Int, text: String)] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().map {
            ($0 + 1, String(decoding: $1.last == UInt8(ascii: "\r") ? $1.dropLast() : $1, as: UTF8.self))
        }
    }
}

extension ImportFile.Kind {
    fileprivate init?(_ beginning: some Collection<UInt8>) {
        let text = String(decoding: beginning, as: UTF8.self)
        if text.contains(/(?i)<opml[\s>]/) {
            self = .opml
        } else if text.contains(/^\s*\{/), text.contains("\"feeds\"") {
            self = .rss2emailRecord
        } else if text.contains(/(?m)^\[feed\.[^\]]+\]\s*$/) {
            self = .rss2emailConfiguration
        } else if text.contains(/^-?[0-9]*\t[^\t\n]*\t[^\t\n]*\t[^\t\n]*\t/) {
            self = .sfeedItems
        } else if text.contains(/(?m)^[ \t]*(feeds[ \t]*\(\)|feed[ \t]+\S)/) {
            self = .sfeedConfiguration
        } else if text.contains(/(?m)^"?(https?|file|feed|query|exec|filter):/) {
            self = .newsboatURLs
        } else {
            return nil
        }
    }
}

extension OtherProgram {
    /// The files that the user names, and the program's record beside its list if the user did not name it. Of a
    /// folder, the files in it.
    /// - Throws: `RunError.unusableInput` for a file that is not of this program, with the command for it if another
    ///   one wrote it.
    func files(at paths: [String]) throws -> [ImportFile] {
        var files = try paths.flatMap { try opened($0) }
        if !files.contains(where: { $0.kind?.isRecord == true }), let record, let list = files.first {
            let folder = list.path.folderOfPath
            for place in record.places where files.count(where: { $0.kind?.isRecord == true }) == 0 {
                let beside = folder + "/" + place
                if FileManager.default.fileExists(atPath: beside) { files += (try? opened(beside)) ?? [] }
            }
        }
        return files
    }

    private func opened(_ path: String) throws -> [ImportFile] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [try checked(ImportFile(path))]
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
        let files = names.lazy.filter { !$0.hasPrefix(".") }.map { path + "/" + $0 }
            .filter { URL(filePath: $0).isFile }.compactMap { try? ImportFile($0) }
        let own = files.filter { $0.kind?.program == self && ($0.kind != .newsboatCache || $0.hasTablesOfNewsboat) }
        guard !own.isEmpty else { throw RunError.unusableInput("\(path) has no file of \(rawValue)") }
        return Array(own)
    }

    private func checked(_ file: ImportFile) throws -> ImportFile {
        if file.kind?.program == self { return file }
        if file.kind == nil, file.bytes.isBlank { throw RunError.unusableInput("\(file.path) is empty") }
        // The list may be in UTF-16. The parser of lists decides.
        if self == .opml, file.kind == nil { return file }
        let fact = self == .opml ? "this is not an OPML file" : "this is no file of \(rawValue)"
        let command = file.kind.map {
            "; it is one of \($0.program.rawValue): newsdigest import \($0.program.rawValue) \(shellWord(file.path))"
        }
        throw RunError.unusableInput("\(file.path): \(fact)\(command ?? "")")
    }
}

extension FileHandle {
    /// Whether a file is a database of SQLite (https://sqlite.org/fileformat2.html). Nil for a pipe, which is not read.
    fileprivate var isSQLite: Bool? {
        guard (try? seekToEnd()) != nil, (try? seek(toOffset: 0)) != nil else { return nil }
        return (try? read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }
}

extension URL {
    fileprivate var isFile: Bool { (try? resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true }
}

/// A program whose feeds newsdigest can take, or the format in which many programs write theirs.
package enum OtherProgram: String, Sendable, CaseIterable {
    case newsboat, rss2email, sfeed, opml

    /// What the program's record of its items is called, and where it is usually found beside the list of feeds.
    var record: (name: String, places: [String])? {
        switch self {
        case .newsboat: ("cache.db", ["cache.db", "../../.local/share/newsboat/cache.db"])
        case .rss2email: ("rss2email.json", ["rss2email.json", "../.local/share/rss2email.json"])
        case .sfeed: ("the folder with its files of items", ["feeds"])
        case .opml: nil
        }
    }

    /// What the program did with the items of its record.
    var deed: String {
        switch self {
        case .newsboat: "that you read in newsboat"
        case .rss2email: "that rss2email sent"
        case .sfeed: "that sfeed fetched"
        case .opml: ""
        }
    }

    /// Whether the user wrote the addresses. The author of an OPML file may be another person.
    var isOwn: Bool { self != .opml }
}

/// The feeds that another program reads, and the items that it has shown.
struct Subscriptions: Sendable, Equatable {
    struct Feed: Sendable, Equatable {
        /// As the program writes it.
        var url: String
        /// The program that prints it, and its arguments.
        var command: [String]?
        var name: String?
        var folder: String?
        var isOff = false
        /// The file, and the line or the name of the entry.
        var place: String?
    }

    var feeds: [Feed] = []
    var shown: [ShownItem] = []
    /// A sentence for each thing that newsdigest cannot take.
    var leftOut: [String] = []

    static func += (list: inout Subscriptions, more: Subscriptions) {
        list.feeds += more.feeds
        list.shown += more.shown
        list.leftOut += more.leftOut
    }
}
