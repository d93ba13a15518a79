import Foundation
import TestSupport
import Testing

@testable import NewsDigest
@testable import Settings
@testable import Values

@Suite struct TOMLLinesTests {
    private func line(_ path: String, in text: String) throws -> Int? {
        var node = try TOMLNode(parsing: text, file: "f")
        for step in path.split(separator: " ").map(String.init) {
            switch node.value {
            case .table(let entries): node = try #require(entries[step])
            case .array(let nodes): node = nodes[try #require(Int(step))]
            default: Issue.record("no \(step) in \(node)")
            }
        }
        return node.line
    }

    @Test(arguments: [
        ("a = 1\nb = 2", "b", 2),
        ("\u{FEFF}a = 1\r\n\r\nb = 2", "b", 3),
        ("# [x]\n\n[t] # c\nk = 1", "t k", 4),
        ("[a.b.c]\nk = 1\n[a]\nk = 2", "a b c k", 2),
        ("[a.b.c]\nk = 1\n[a]\nk = 2", "a k", 4),
        ("a.b . c = 1", "a b c", 1),
        ("\n\"a.b\".'c_d'.\"\\u0065\" = 1", "a.b c_d e", 2),
        ("[[t]]\nk = 1\n[[t]]\nk = 2\n[t.s]\nx = 1\n[[t.u]]\ny = 1\n[[t.u]]\ny = 2", "t 1 u 1 y", 10),
        ("[[t]]\nk = 1\n[[t]]\nk = 2\n[t.s]\nx = 1", "t 1 s x", 6),
        ("a = [\n  1, # one\n  [ 2,\n    3 ],\n  { x = 4,  y = [\n 5 ] },\n]", "a 1 1", 4),
        ("a = [\n  1, # one\n  [ 2,\n    3 ],\n  { x = 4,  y = [\n 5 ] },\n]", "a 2 y 0", 6),
        ("s = \"\"\"\nb = 1 \\\"\"\" [x]\n\"\"\"\"\"\nb = 2", "b", 4),
        ("s = '''\nb = 1 \\''''\nb = 2", "b", 3),
        ("s = \"# no comment \\\" ] = \\\\\"\nb = 2", "b", 2),
        ("d = 1979-05-27\ne = inf\nf = +1_000.5e-3\nb = 2", "b", 4),
    ])
    func `each key is on its line`(text: String, path: String, expected: Int) throws {
        #expect(try line(path, in: text) == expected)
    }

    /// Every way to break a real file ends as a configuration or as an error with a line of that file.
    @Test func `a file broken at any place is refused with a line, or read`() throws {
        let text = Array(Configuration.initialText().replacing("\n#", with: "\n").utf8)
        var random = SeededGenerator(seed: 7)
        for round in 0..<150 {
            var bytes = text
            for _ in 0...(round % 3) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch round % 4 {
                case 0: bytes = Array(bytes[..<max(1, place)])
                case 1: bytes[place] = "[]{}\"'=.,#\n\\ a1".utf8.randomElement(using: &random)!
                case 2: bytes.remove(at: place)
                default: bytes.insert("[]{}\"'=.,#\n\\ a1".utf8.randomElement(using: &random)!, at: place)
                }
            }
            let lines = bytes.count { $0 == 0x0A } + 1
            do {
                _ = try Configuration(toml: String(decoding: bytes, as: UTF8.self), file: "f", environment: [:])
            } catch RunError.configuration(let file, let line, let reason) {
                #expect(file == "f" && !reason.contains("\n"))
                #expect((1...lines).contains(try #require(line, "\(reason)")))
            }
        }
    }
}
