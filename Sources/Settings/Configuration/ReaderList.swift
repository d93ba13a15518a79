import Files
import Foundation
import Platform
import Texts
import Values

/// The readers of `[readers]`: a list with one JSON object on each line. Each has an `id` and the keys of a
/// `[profiles.NAME]` table.
///
/// The list is read as a stream. Readers whose lines differ only in `id`, `name` and `email` share one configuration
/// in memory.
package struct ReaderList: Sendable, Equatable {
    enum Origin: Sendable, Equatable {
        case file(path: String)
        case command([String])
    }

    var origin: Origin
    /// The file of the configuration, at whose folder relative paths begin.
    var file: String
    /// What stands at the top of the configuration, which every reader inherits.
    package var base: TOMLNode
    /// The names that an `id` cannot be.
    var profiles: Set<String>
    /// The commands of the feeds that the file names.
    var commands = FeedCommands()

    /// The path of the file; nil for the output of a program.
    var path: String? { if case .file(let path) = origin { path } else { nil } }

    /// The name of the list in messages.
    package var name: String {
        switch origin {
        case .file(let path): path
        case .command(let command): "output of \(commandName(command))"
        }
    }
}

extension ReaderList {
    /// `[readers]`.
    package struct Table: KeyedSettings {
        var file: String?
        var command: [String]?
        var origin: Origin? { file.map(Origin.file) ?? command.map(Origin.command) }

        package static let initial = Self()
        package static let keys: [Key<Self>] = [
            Key("file", \.file, .path).example(#""~/.config/newsdigest/readers.jsonl""#),
            Key("command", \.command, .command).example(#"["/usr/local/bin/list-readers"]"#),
        ]

        package func finish(_ table: ConfigurationTable) throws {
            guard file == nil || command == nil else { throw table.error("command", "and 'file' exclude each other") }
            if origin == nil { throw table.error("file", "is missing, and so is 'command'; write one of them") }
        }
    }
}

/// The readers of a list, and the mistakes in it.
package struct Readers: Sendable {
    package internal(set) var all: [Configuration] = []
    /// One error for each line that cannot be used.
    package internal(set) var faults: [RunError] = []

    package init(all: [Configuration] = []) { self.all = all }

    /// The same readers, whose destinations get this format if they may have one.
    package func written(as format: Format) -> Readers {
        var readers = self
        for index in all.indices {
            readers.all[index].deliveries = all[index].deliveries.map { $0.written(as: format) }
        }
        return readers
    }

    /// The counts, in words.
    package var summary: String {
        "\(all.count.counted("reader")), \(faults.count.counted("line with a mistake", "lines with mistakes"))"
    }

    /// What a list shows of each reader.
    package var rows: [[String]] {
        all.map { [$0.profileName, $0.name ?? "", $0.email ?? "", $0.language] }
    }
}

extension ReaderList {
    /// Reads the whole list, or until the reader with an id is found.
    ///
    /// - Throws: `RunError.configuration` when the list itself cannot be read.
    package func readers(only id: String? = nil, environment: [String: String]) async throws -> Readers {
        var reading = ReaderLines(list: self, wanted: id, environment: environment)
        switch origin {
        case .file(let path): try read(path, into: &reading)
        case .command(let command): try await run(command, into: &reading, environment)
        }
        return reading.readers
    }

    private func read(_ path: String, into reading: inout ReaderLines) throws {
        do {
            let file = try FileHandle.openedFile(path)
            let deadline = ContinuousClock.now + FileHandle.patience
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while !reading.isDone {
                let count = try buffer.withUnsafeMutableBytes { try file.readSome(into: $0, until: deadline) }
                if count == 0 { break }
                reading.add(buffer[..<count])
            }
            reading.end()
        } catch {
            let isThere = (error as? POSIXError)?.code != .ENOENT
            throw RunError.configuration(
                file: path,
                reason: isThere ? "cannot be read: \(errorText(of: error))" : "does not exist; [readers] names it")
        }
    }

    /// Nobody is served if the command fails, because its output may be only a part of the list.
    private func run(
        _ command: [String], into reading: inout ReaderLines, _ environment: [String: String]
    ) async throws {
        let output: [UInt8]
        do {
            output = try await Command(
                arguments: command, environment: environment.forCommands, timeout: Self.timeout, outputLimit: 1 << 26
            ).run([])
        } catch {
            throw RunError.configuration(file: file, reason: "[readers] command: \(error)")
        }
        reading.add(output[...])
        reading.end()
    }
}

/// Turns the bytes of a list into readers, line by line.
private struct ReaderLines {
    private(set) var readers = Readers()
    private(set) var isDone = false
    private let list: ReaderList
    private let wanted: String?
    private let environment: [String: String]
    private var rest: [UInt8] = []
    private var isTooLong = false
    private var line = 0
    private var ids: Set<String> = []
    /// The configurations, by the text of a line without `id`, `name` and `email`.
    private var configurations: [String: Configuration] = [:]
    private var commands: FeedCommands

    private static let longestLine = 1 << 20
    /// The greatest number of configurations that are kept for readers of later lines.
    private static let mostConfigurations = 1000

    init(list: ReaderList, wanted: String?, environment: [String: String]) {
        (self.list, self.wanted, self.environment) = (list, wanted, environment)
        commands = list.commands
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        var bytes = bytes
        while !isDone, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            keep(bytes[..<end])
            endLine()
            bytes = bytes[(end + 1)...]
        }
        if !isDone { keep(bytes) }
    }

    /// Notes the end of the list.
    mutating func end() {
        if !isDone, !rest.isEmpty || isTooLong { endLine() }
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        isTooLong = isTooLong || rest.count + bytes.count > Self.longestLine
        if !isTooLong { rest += bytes }
    }

    private mutating func endLine() {
        line += 1
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        do {
            guard !isTooLong else { throw fault("is longer than \(Self.longestLine >> 20) MiB") }
            // A byte order mark may be before the first line.
            let bytes = line == 1 && rest.starts(with: [0xEF, 0xBB, 0xBF]) ? rest[3...] : rest[...]
            guard !bytes.isBlank else { return }
            try take(bytes)
        } catch let error as RunError {
            readers.faults.append(error)
        } catch {
            readers.faults.append(fault("\(error)"))
        }
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) throws {
        guard case .table(var entries) = TOMLNode(json: bytes, line: line)?.value else {
            throw fault("is not a JSON object")
        }
        let id = try id(entries.removeValue(forKey: "id"))
        if let wanted, id != wanted { return }
        let keysOfPerson = ["name", "email"]
        let person = try ConfigurationTable(
            TOMLNode(value: .table(entries.filter { keysOfPerson.contains($0.key) }), line: line), file: list.name,
            known: keysOfPerson)
        let (name, email) = (try person.value("name", .line), try person.value("email", .address))
        for key in keysOfPerson { entries[key] = nil }
        var reader = try configuration(of: entries, hasEmail: email != nil)
        reader.profileName = id
        reader.name = name ?? reader.name
        if let email { reader.address(to: email) }
        readers.all.append(reader)
        isDone = wanted != nil
    }

    private mutating func id(_ node: TOMLNode?) throws -> String {
        let id: String
        switch node?.value {
        case .string(let text): id = text
        case .integer(let number): id = String(number)
        case nil: throw fault("'id' is missing")
        default: throw fault("'id' is \(node?.kind ?? ""), and should be a string")
        }
        guard !id.isEmpty, id.utf8.count <= 200, !id.unicodeScalars.contains(where: \.isSpaceOrControl) else {
            throw fault("'id' must have 1 to 200 bytes, without spaces and control characters")
        }
        guard id != Digest.defaultProfile, !list.profiles.contains(id) else {
            throw fault("'id' is \"\(id)\", which is the name of a profile")
        }
        guard ids.insert(id).inserted else { throw fault("'id' is \"\(id)\", which an earlier line also has") }
        return id
    }

    /// The configuration for the keys of a line, except `id`, `name` and `email`.
    private mutating func configuration(of entries: [String: TOMLNode], hasEmail: Bool) throws -> Configuration {
        let overlay = TOMLNode(value: .table(entries), line: line)
        let key = overlay.canonicalText + (hasEmail ? " email" : "")
        if let known = configurations[key] { return known }
        do {
            // A line may not contain a list of readers or profiles.
            _ = try ConfigurationTable(
                overlay, file: list.file,
                known: Configuration.names.filter { !Configuration.keysOfNoProfile.contains($0) })
            var configuration = try Configuration(
                list.base.overlaid(with: overlay), hasOwnEmail: hasEmail,
                isEmailNearer: hasEmail && entries["deliver"] == nil, file: list.file,
                environment: environment)
            if let objection = commands.objection(to: configuration.feeds) { throw fault(objection) }
            configuration.fileOfReaders = list.path
            if overlay.namesCategories { configuration.placeOfCategories = "in the lines of \(list.name)" }
            configuration.tellSecrets(environment)
            if configurations.count < Self.mostConfigurations { configurations[key] = configuration }
            return configuration
        } catch RunError.configuration(_, _, let reason) {
            throw fault(reason)
        }
    }

    private func fault(_ reason: String) -> RunError {
        .configuration(file: list.name, line: line, reason: reason)
    }
}

extension Unicode.Scalar {
    fileprivate var isSpaceOrControl: Bool { properties.isWhitespace || value < 0x20 || (0x7F..<0xA0).contains(value) }
}

extension TOMLNode {
    /// The value of a JSON text (RFC 8259). A member that is `null` counts as missing. Nil if it is no JSON.
    fileprivate init?(json: ArraySlice<UInt8>, line: Int) {
        let decoder = JSONDecoder()
        decoder.userInfo[JSONNode.line] = line
        guard let node = (try? decoder.decode(JSONNode.self, from: Data(json)))?.node else { return nil }
        self = node
    }

    /// A text that is the same for equal values, whatever their lines and the order of their keys.
    fileprivate var canonicalText: String {
        switch value {
        case .string(let text): "\"\(text.utf8.count):\(text)"
        case .integer(let number): "i\(number)"
        case .double(let number): "d\(number)"
        case .boolean(let flag): flag ? "t" : "f"
        case .moment: "m"
        case .array(let nodes): "[\(nodes.map(\.canonicalText).joined(separator: ","))]"
        case .table(let entries):
            "{"
                + entries.sorted { $0.key < $1.key }.map { "\($0.key.utf8.count):\($0.key)=\($0.value.canonicalText)" }
                .joined(separator: ",") + "}"
        }
    }
}

/// Any value of JSON as one of TOML.
private struct JSONNode: Decodable {
    /// Nil for `null`.
    var node: TOMLNode?

    static let line = CodingUserInfoKey(rawValue: "line")!

    init(from decoder: any Decoder) throws {
        let json = try decoder.singleValueContainer()
        let value: TOMLNode.Value? =
            if let text = try? json.decode(String.self) {
                .string(text)
            } else if let members = try? json.decode([String: JSONNode].self) {
                .table(members.compactMapValues(\.node))
            } else if let elements = try? json.decode([JSONNode].self) {
                .array(elements.compactMap(\.node))
            } else if let flag = try? json.decode(Bool.self) {
                .boolean(flag)
            } else if let number = try? json.decode(Int.self) {
                .integer(number)
            } else {
                (try? json.decode(Double.self)).map { .double($0) }
            }
        node = value.map { TOMLNode(value: $0, line: decoder.userInfo[Self.line] as? Int) }
    }
}
