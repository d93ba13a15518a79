import Foundation

@testable import NewsDigest

/// A program of this machine that a rendered digest is checked with.
struct Program {
    var path: String

    /// Nil when it is not installed.
    init?(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard let path = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile) else {
            return nil
        }
        self.path = path
    }

    static func isInstalled(_ name: String) -> Bool { Program(name) != nil }

    /// What it writes to standard output and standard error.
    func run(_ arguments: [String], input: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "input")
        try Data(input).write(to: file)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

extension TemporaryFolder {
    var url: URL { URL(filePath: path) }
}

/// What cmark says of a document, by its XML.
struct XMLHeadings {
    private(set) var elements: Set<String> = []
    private(set) var destinations: Set<String> = []
    private(set) var links = 0
    private var headings: [(level: Int, text: String)] = []

    init(_ xml: String) throws {
        var level: Int?
        var text = ""
        for line in xml.split(separator: "\n") {
            guard let tag = line.firstMatch(of: /<([a-z_\/]+)/)?.1 else { continue }
            elements.insert(String(tag))
            switch tag {
            case "heading":
                level = line.firstMatch(of: /level="(\d)"/).flatMap { Int($0.1) }
                text = ""
            case "/heading":
                if let level { headings.append((level, text)) }
                level = nil
            case "link":
                links += 1
                if let found = line.firstMatch(of: /destination="([^"]*)"/) { destinations.insert(String(found.1)) }
            case "text" where level != nil:
                if let found = line.firstMatch(of: /<text[^>]*>(.*)<\/text>/) {
                    text += [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")].reduce(String(found.1)) {
                        text, entity in
                        // A combining mark after the entity's end must not hide it.
                        text.replacingOccurrences(of: entity.0, with: entity.1, options: .literal)
                    }
                }
            default: break
            }
        }
    }

    func texts(level: Int) -> [String] { headings.filter { $0.level == level }.map(\.text) }
}
