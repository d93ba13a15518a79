import Foundation
import Testing

/// The stages of a run know nothing of one another: what they have in common stands in `Values`, or in the rooms below.
@Suite struct RoomsTests {
    private static let stages = ["Gather", "Select", "Render", "Deliver"]
    private static let lower = ["Chat", "Language", "Items", "Configuration", "System"]
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/NewsDigest").standardizedFileURL

    @Test(arguments: stages) func `no stage names a type of another stage`(stage: String) throws {
        try expect(stage, toNameNoTypeOf: Self.stages.filter { $0 != stage })
    }

    @Test(arguments: lower) func `no room below the stages names a type of a stage`(room: String) throws {
        try expect(room, toNameNoTypeOf: Self.stages + ["Run", "Setup", "Monitor"])
    }

    private func expect(_ room: String, toNameNoTypeOf rooms: [String]) throws {
        let others = try rooms.flatMap { try Self.files(of: $0) }
        let foreign = others.reduce(into: Set<String>()) { $0.formUnion(Self.types(in: $1, nested: false)) }
        let files = try Self.files(of: room)
        #expect(foreign.count > 10 && !files.isEmpty)
        for file in files {
            let named = Set(file.matches(of: /(?:^|[^.\w])([A-Z]\w+)/).map { String($0.output.1) })
            #expect(named.intersection(foreign).subtracting(Self.types(in: file)).isEmpty)
        }
    }

    /// The code of each file, without comments and texts in quotes.
    private static func files(of stage: String) throws -> [String] {
        let folder = sources.appending(path: stage)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try paths.map { path in
            try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                .replacing(/\/\/.*/, with: "").replacing(/"(?:[^"\\]|\\.)*"/, with: "")
        }
    }

    private static func types(in code: String, nested: Bool = true) -> Set<String> {
        let lines = code.split(separator: "\n").filter { nested || $0.first != " " }
        let names = lines.compactMap { $0.firstMatch(of: /(?:struct|enum|class|protocol|typealias) ([A-Z]\w+)/) }
        return Set(names.map { String($0.output.1) })
    }
}
