import Foundation
import Testing

/// The rooms are the folders of the targets that have several. The compiler keeps the targets apart, but not the rooms.
@Suite struct RoomsTests {
    /// For each target, the rooms of the same target that each room uses. Every other pair is forbidden.
    fileprivate static let used = [
        "NewsDigest": ["Run": ["Monitor"], "Setup": [], "Monitor": []],
        "Settings": [
            "Configuration": ["Destinations", "Items", "Sources"], "Sources": ["Configuration", "Items"],
            "Destinations": ["Chat", "Configuration", "Podcast", "Site"], "Chat": ["Destinations"], "Podcast": ["Site"],
            "Site": [], "Items": [],
        ],
    ]
    private static let rooms = used.values.flatMap(\.keys)
    private static let files = Result { try SourceFile.all() }

    @Test(arguments: rooms) func `no room names a type of a room that it must not use`(room: String)
        throws
    {
        let rooms = Self.forbidden(to: room)
        let files = try Self.files.get()
        let foreign = files.filter { rooms.contains($0.room) }.reduce(into: Set()) { $0.formUnion($1.outerTypes) }
        #expect(foreign.count > 2 * rooms.count && files.contains { $0.room == room })
        for file in files where file.room == room {
            #expect(file.capitalised.intersection(foreign).subtracting(file.types).isEmpty)
        }
    }

    /// A function counts only if no other declaration has its name.
    @Test(arguments: rooms) func `no room calls a function of a room that it must not use`(room: String) throws {
        let files = try Self.files.get()
        let known = files.filter { !Self.forbidden(to: room).contains($0.room) }
            .reduce(into: Set()) { $0.formUnion($1.declared) }
        let foreign = files.filter { Self.forbidden(to: room).contains($0.room) }
            .reduce(into: Set()) { $0.formUnion($1.functions) }
        for file in files where file.room == room {
            #expect(file.called.intersection(foreign.subtracting(known)).isEmpty)
        }
    }

    /// A member counts only if no other declaration has its name.
    @Test(arguments: rooms) func `no room uses what a room that it must not use adds to a type`(
        room: String
    ) throws {
        let rooms = Self.forbidden(to: room)
        let files = try Self.files.get()
        let types = files.reduce(into: Set()) { $0.formUnion($1.types) }
        // Every enum may have `allCases`.
        let known = files.filter { !rooms.contains($0.room) }.reduce(into: Set(["allCases"])) {
            $0.formUnion($1.declared)
        }
        let added = files.filter { rooms.contains($0.room) }.flatMap(\.added).filter { types.contains($0.type) }
        #expect(!added.isEmpty)
        let foreign = Set(added.map(\.member)).subtracting(known)
        for file in files where file.room == room { #expect(file.members.intersection(foreign).isEmpty) }
    }

    private static func forbidden(to room: String) -> [String] {
        used.values.flatMap { rooms in rooms.keys.filter { $0 != room && rooms[room]?.contains($0) == false } }
    }
}

/// What one file declares and uses, by its words.
private struct SourceFile {
    /// The room of the file, or its target if that has no rooms.
    var room: String
    var types: Set<String> = []
    /// The types that are not inside another type.
    var outerTypes: Set<String> = []
    /// The functions outside of types that other files can call.
    var functions: Set<String> = []
    /// The names that follow no dot.
    var called: Set<String> = []
    /// The names with a capital letter that follow no dot.
    var capitalised: Set<String> = []
    /// The names that follow a dot.
    var members: Set<String> = []
    /// The names of all functions, values and cases.
    var declared: Set<String> = []
    /// The members of extensions that other files can use, each with its type.
    var added: [(type: String, member: String)] = []

    static func all() throws -> [SourceFile] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
            .standardizedFileURL
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try paths.map { path in
            let parts = path.split(separator: "/").map(String.init)
            var file = SourceFile(room: RoomsTests.used[parts[0]] == nil ? parts[0] : parts[1])
            file.read(try String(contentsOf: folder.appending(path: path), encoding: .utf8))
            return file
        }
    }

    private mutating func read(_ text: String) {
        var extended: String?
        for line in text.split(separator: "\n") {
            let words = Self.words(of: line)
            guard let first = words.first?.text else { continue }
            for (before, word) in zip(words, words.dropFirst()) {
                let isType = ["struct", "enum", "class", "protocol", "typealias"].contains(before.text)
                if isType, word.isCapitalised { types.insert(word.text) }
                if isType, word.isCapitalised, line.first != " " { outerTypes.insert(word.text) }
                if ["func", "var", "let"].contains(before.text) { declared.insert(word.text) }
                if before.text == "func", line.first != " ", !first.hasSuffix("private") { functions.insert(word.text) }
            }
            if first == "case" { declared.formUnion(words.map(\.text)) }
            for word in words where word.followsDot { members.insert(word.text) }
            for word in words where !word.followsDot { called.insert(word.text) }
            for word in words where !word.followsDot && word.isCapitalised { capitalised.insert(word.text) }
            if let indent = line.utf8.firstIndex(where: { $0 != 0x20 }), indent == line.startIndex {
                let isOpen = words.count > 1 && (first == "extension" || words[1].text == "extension")
                extended = isOpen && !first.hasSuffix("private") ? words.first(where: \.isCapitalised)?.text : nil
            } else if let extended, line.hasPrefix("    "), !line.hasPrefix("     "), !first.hasSuffix("private"),
                let mark = words.firstIndex(where: { ["func", "var", "let"].contains($0.text) }), mark + 1 < words.count
            {
                added.append((extended, words[mark + 1].text))
            }
        }
    }

    private struct Word {
        var text: String
        var followsDot: Bool
        var isCapitalised: Bool { text.utf8.first.map { (0x41...0x5A).contains($0) } ?? false }
    }

    /// The words of a line without its comment and its texts in quotes.
    private static func words(of line: Substring) -> [Word] {
        var words: [Word] = []
        var word: [UInt8] = []
        var (before, isInText) = (UInt8(ascii: " "), false)
        var followsDot = false
        for byte in line.utf8 + [UInt8(ascii: " ")] {
            if byte == UInt8(ascii: "/"), before == byte, !isInText { break }
            if byte == UInt8(ascii: "\""), before != UInt8(ascii: "\\") { isInText.toggle() }
            let isLetter = byte == UInt8(ascii: "_") || byte >= 0x80 || isASCIILetterOrDigit(byte)
            if !isInText, isLetter {
                if word.isEmpty { followsDot = before == UInt8(ascii: ".") }
                word.append(byte)
            } else if !word.isEmpty {
                words.append(Word(text: String(decoding: word, as: UTF8.self), followsDot: followsDot))
                word = []
            }
            before = byte
        }
        return words
    }

    private static func isASCIILetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
