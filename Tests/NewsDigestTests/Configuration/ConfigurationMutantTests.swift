import Foundation
import TestSupport
import Testing

@testable import NewsDigest
@testable import Settings
@testable import Values

/// What may stand in a configuration by mistake or by malice. `MUTANTS=100000 swift test --filter ConfigurationMutant`
/// tries more than the tests do otherwise; what ends the process is left in the temporary folder as `mutant.toml`.
@Suite struct ConfigurationMutantTests {
    /// The line and the reason that a text is refused with.
    private func fault(_ text: String) -> (line: Int?, reason: String) {
        do {
            _ = try Configuration(toml: text, file: "f", environment: ["HOME": "/home/anna"])
            return (nil, "no error")
        } catch RunError.configuration(_, let line, let reason) {
            return (line, reason)
        } catch {
            return (nil, "another error: \(error)")
        }
    }

    @Test(arguments: [
        "[", "[[", "[[=", "[=", "[.", "[[.a]]", "[\n]", "[#", "[ [a] ]", "[[[a]]]", "[{", "[\u{A0}]", "[é]", "[a.]",
        "[a.=]",
        "x = [\"feeds\",}", "[\"feeds\",}", "x = [}", "x = [[1],}]", "x = {y = [1, }]}", "x = [\u{2028}1]",
        "x = [\u{A0}]",
        "x = [1 }", "x = [,]", "x = }", "x = ]", "x = {=1}", "x = {={={=", "x = _1", "x = [_]", "x = 1_", "x =",
        "x = 1979-05-27 0", "x = 1979-05-27T\u{1B}07:32:00Z", "x = Morning digest", "x = 1979-05-27 0\n",
        "x = [1979-05-27 0]", "x = 1979-05-27 07", "x = 1979-05-27 7 # c",
        "x = 1979-ac-dd 1\n", "x = 1979-05-27\(String(repeating: "_", count: 115)) 07:00:00", "x = 1979-05-27 \u{A0}",
        "x = 99999999999999999999", "x = -9223372036854775809", "x = 0x", "x = +", "x = 1e", "x = .1", "x = 0x1p",
        "x = 9999-99-99", "x = 12:60:61", "x = 2020-01-01T00:00:00+99:99", "x = \"\\u{", "x = \"\\UFFFFFFFF\"",
        "x = '''",
        "x = \"\"\"", "\"\"\"x\"\"\" = 1", "\"x", "'x\ny' = 1", "x\u{0} = 1", "x = 1\r", "\r", "\u{FEFF}\u{FEFF}x = 1",
        "[a]\n[a]", "[[a]]\n[a]", "a.b = 1\na = 2", "a = {}\n[a.b]", "a = []\n[[a]]", "[a.b]\n[[a]]",
    ])
    func `what is no TOML is refused with its line`(text: String) throws {
        for (start, line) in [("", 1), ("title = \"x\" # ]\n\n", 3)] {
            let found = fault(start + text)
            #expect(found.reason.hasPrefix("not valid TOML: ") || found.reason.hasPrefix("a NUL byte"), "\(found)")
            #expect(found.line.map { (line...line + 2).contains($0) } == true, "\(found)")
        }
    }

    @Test(arguments: [
        String(repeating: "[", count: 100_000), "x = " + String(repeating: "[", count: 100_000),
        "x = " + String(repeating: "{a=", count: 100_000), "x = " + String(repeating: "{=", count: 100_000),
        Array(repeating: "a", count: 100_000).joined(separator: ".") + " = 1",
        "[" + Array(repeating: "a", count: 100_000).joined(separator: ".") + "]",
        "[" + String(repeating: "a", count: 100_000) + "]\n" + String(repeating: "b = 1\n", count: 10),
        "x = " + String(repeating: "1", count: 100_000), "x = " + String(repeating: "_", count: 100_000),
    ])
    func `a text with too many levels or too long a key is refused`(text: String) {
        let found = fault(text)
        #expect(found.line == 1 && found.reason.hasPrefix("not valid TOML: "), "\(found)")
    }

    @Test func `a configuration with anything changed is read, or refused with a line`() throws {
        var random = SeededGenerator(seed: 11)
        let seeds = [Configuration.initialText().replacing("\n#", with: "\n"), Self.everything]
            .map { Array($0.utf8) }
        let count = ProcessInfo.processInfo.environment["MUTANTS"].flatMap(Int.init) ?? 1500
        let crash = FileManager.default.temporaryDirectory.appending(path: "mutant.toml").path
        for round in 0..<count {
            let mutant = Self.mutant(of: seeds[round % 2], from: seeds, &random)
            if count > 1500 { _ = FileManager.default.createFile(atPath: crash, contents: Data(mutant)) }
            let text = String(decoding: mutant, as: UTF8.self)
            let found = fault(text)
            let lines = text.utf8.count { $0 == 0x0A } + 1
            #expect(
                found.reason == "no error" || found.line.map { (1...lines).contains($0) } == true,
                "\(found) for \(text)")
            #expect(!found.reason.contains("\n"))
        }
        if count > 1500 { try FileManager.default.removeItem(atPath: crash) }
    }

    /// One to four changes: bytes, pieces and words of TOML put in, taken out, doubled or exchanged.
    private static func mutant(
        of seed: [UInt8], from seeds: [[UInt8]], _ random: inout SeededGenerator
    ) -> [UInt8] {
        // A piece of the seed, so that what is changed is near.
        let start = Int.random(in: 0..<seed.count, using: &random)
        var bytes = Bool.random(using: &random) ? seed : Array(seed[start...].prefix(200))
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0..<20, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.removeSubrange(place...)
            case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...place, using: &random))
            case 4:
                let other = seeds.randomElement(using: &random)!
                let from = Int.random(in: 0..<other.count, using: &random)
                bytes.replaceSubrange(place..<end, with: other[from...].prefix(30))
            default: bytes.replaceSubrange(place..<end, with: pieces.randomElement(using: &random)!.utf8)
            }
        }
        return bytes
    }

    private static let pieces = [
        "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "#", "\n", "\r", "\t", "\"", "'", "\"\"\"", "'''", "\\", "\\u",
        "_", "+",
        "-", "0x", "0b1", "1e", "inf", "nan", "1979-05-27", " 07:32:00", " 0 ", "T", "Z", "true", "x", " ", "\u{A0}",
        "\u{2028}",
        "\u{FEFF}", "é", "\0", "99999999999999999999", "[.", "[=", ",}", "[}", " = ", "a.b.c", "[a.b]\n", "[[feeds]]\n",
        "{a=",
        "9223372036854775807", "-9223372036854775808", "1e308", "\"99999999999d\"", "\"1.5.5h\"", "[1979-05-27 1]",
    ]

    /// Every kind of value and of table.
    private static let everything = """
        title = 'Morning'
        "language" = "en"
        digest.max_items = 0x1F
        digest."max_age" = "1d12h"
        [interest]
        boost = ["a", 'b', \"\"\"
          c\"\"\", '''d''' ] # comment ]
        [[feeds]]
        url = "http://127.0.0.1/feed"
        weight = +1.5e0
        headers = { Accept = "x", "X-Y" = 'z' }
        categories = { Chips = "hardware" }
        [feeds.auth]
        username = "anna"
        password = "env:X"
        [[feeds]]
        url = "file:///feed"
        limit = 1_0
        [categories]
        hardware = { title = "Hard\\u0077are", from = [ "a" , ], aliases = [] }
        [kudago]
        max_price = 5_00
        days = 7
        [network]
        host_gap = "0s"
        max_body = "2MiB"
        [[deliver]]
        to = "file"
        path = "x.html"
        [profiles.anna.digest]
        max_bytes = 100_000
        x = [1979-05-27, inf, -nan, 0b1, 0o7]
        """
}
