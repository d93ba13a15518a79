import ArgumentParser
import Files
import Foundation
import HTTP
import NewsDigest
import Settings
import State
import Values

/// The options of every command that reads the configuration or the state. They hold no group of their own: with each
/// level of groups, ArgumentParser reads the options of a command four times as often.
struct CommonOptions: ParsableArguments {
    @Option(path: "The configuration file.", completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(path: "The state: a file, or postgresql://…")
    var state: String?

    @Option(
        help: ArgumentHelp("Use this as the current time: 2026-11-21T08:00:00Z.", valueName: "time"),
        transform: instant)
    var now: Date?

    @Option(
        help: ArgumentHelp("Use this [profiles.NAME], or the reader with this id.", valueName: "name"),
        completion: .profiles)
    var profile: String?

    /// A person at a terminal who mistypes a path would get a new state, and old news.
    func validate() throws {
        guard let state, isAtTerminal, !ServerAddress.isAddress(state) else { return }
        let folder = state.folderOfPath
        guard FileManager.default.fileExists(atPath: folder) else {
            throw ValidationError("the folder '\(folder)' of --state does not exist; make it, or correct the path")
        }
    }

    /// The path of the state to use, or its address.
    var statePath: String { get throws { try Configuration.stateName(option: state, configuration: config) } }

    /// The present time for the command.
    var clock: Date { now ?? Date() }
}

extension Option where Value == String? {
    /// An option for a path.
    init(
        path help: String, _ valueName: String = "file", name: NameSpecification = .long,
        completion: CompletionKind = .file()
    ) {
        self.init(
            name: name, help: ArgumentHelp(help, valueName: valueName), completion: completion, transform: path)
    }
}

/// Whether a person at a terminal started the command.
var isAtTerminal: Bool { [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) == 1 } }

/// The options of the commands that can record the answers of servers, and read recorded ones.
struct RecordingOptions: ParsableArguments {
    @Option(path: "Store each answer of a server in this folder.", "dir", completion: .directory)
    var record: String?

    @Option(path: "Read the answers from this folder and open no socket.", "dir", completion: .directory)
    var replay: String?

    func validate() throws {
        if record != nil && replay != nil { throw ValidationError("--record and --replay exclude each other.") }
    }

    /// Returns the present time for the command, and stores it with a recording. A replay has the time of its
    /// recording.
    ///
    /// - Parameter time: the time that the command line names.
    /// - Throws: an error of the file system.
    func begin(at time: Date?) throws -> Date {
        let now = time ?? replay.flatMap(RecordedClock.time) ?? Date()
        if let record { try RecordedClock.write(now, to: record) }
        return now
    }

    var mode: HTTPClient.Mode { replay.map { .replay($0) } ?? record.map { .record($0) } ?? .live }
}

/// The format of an answer or of messages to a person or a program.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

extension OutputFormat? {
    /// Whether JSON is wanted. Without `--format`, the ending of the file of `--out` tells it.
    func isJSON(in out: String?) -> Bool { map { $0 == .json } ?? (out.flatMap(Format.init(path:)) == .json) }
}

/// Refuses options that exclude `--all-profiles`.
func refuse(besideAllProfiles allProfiles: Bool, profile: String?, out: String?) throws {
    guard allProfiles else { return }
    if profile != nil { throw ValidationError("--all-profiles and --profile exclude each other.") }
    if out != nil { throw ValidationError("--all-profiles and --out exclude each other.") }
}

extension Readers {
    /// Obeys options beside the configured destinations. On a terminal they are for a look at the digest, and would change
    /// what the destinations get.
    mutating func obey(format: Format?, limit: Int? = nil) throws {
        let option = format != nil ? "--format" : limit != nil ? "--limit" : nil
        if let option, isAtTerminal, all.contains(where: { !$0.deliveries.isEmpty }) {
            throw RunError.usage(
                "\(option) would change what the configured destinations get; to look at a digest, add --dry-run, or "
                    + "--out FILE (--out - for standard output)")
        }
        if let format { self = written(as: format) }
    }
}

/// A path from the command line. In `--out=~/x`, no shell replaces the `~`.
func path(_ text: String) -> String {
    text.hasPrefix("~") ? text.asPath(home: Paths().home, folder: FileManager.default.currentDirectoryPath) : text
}

/// Returns the whole number of at least 1 that an option of the command line names.
func count(_ text: String) throws -> Int {
    guard let count = Int(text), count > 0 else { throw ValidationError("write a whole number of at least 1") }
    return count
}

/// Returns the time that an option of the command line names (RFC 3339).
func instant(_ text: String) throws -> Date {
    guard let date = Date(rfc3339: text) else {
        throw ValidationError("write a time such as 2026-11-21T08:00:00Z")
    }
    return date
}

/// The arguments of a command for one item in the state.
struct KnownItem: ParsableArguments {
    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The id or the address of the item.", valueName: "item"), completion: .items)
    var name: String

    /// - Throws: `RunError.usage` when there is no such item.
    func find() throws -> StoredItem { try State.open(common.statePath, .readOnly).knownItem(name) }
}
