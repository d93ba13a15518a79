import Foundation
import Testing

@testable import Grouping

@Suite struct GroupingLinesTests {
    private func answer(_ input: String) throws -> String {
        var lines = GroupingLines()
        try lines.read(Pieces(of: input).next)
        var answer: [UInt8] = []
        lines.write { answer += $0 }
        return String(decoding: answer, as: UTF8.self)
    }

    @Test func `each item gets its article and its story`() throws {
        let title = "Ferry runs aground off Elsom, passengers rescued in the night"
        let input = """
            {"id":"b","title":"\(title)","summary":"","url":"","source":"B","published":"2026-11-21T09:00:00Z"}
            {"id": "a", "published": "2026-11-21T08:00:00+00:00", "title": "\(title)", "more": [1, {"x": "]"}]}

            {"id":7,"title":null,"published":""}
            """
        #expect(
            try answer(input) == """
                {"id":"b","duplicate_of":"a","story":"a","affair":"a"}
                {"id":"a","duplicate_of":null,"story":"a","affair":"a"}
                {"id":7,"duplicate_of":null,"story":7,"affair":7}

                """)
    }

    @Test func `escapes are read as what they stand for, and ids come back as they were`() throws {
        let input = #"""
            {"id":"\u0061\"1","title":"\u041f\u0430\u0440\u043e\u043c \u0441\u0435\u043b \u043d\u0430 \u043c\u0435\u043b\u044c \u0443 \u042d\u043b\u044c\u0441\u043e\u043c\u0430 \ud83d\ude00","published":"2026-11-21T08:00:00Z"}
            {"id":"2","title":"Паром сел на мель у Эльсома","published":"2026-11-21T09:00:00Z"}
            """#
        #expect(
            try answer(input) == #"""
                {"id":"\u0061\"1","duplicate_of":null,"story":"\u0061\"1","affair":"\u0061\"1"}
                {"id":"2","duplicate_of":"\u0061\"1","story":"\u0061\"1","affair":"\u0061\"1"}

                """#)
    }

    @Test(arguments: [
        (#"\ud83d\u0041b"#, "\u{FFFD}Ab"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"), (#"\ud83d\n"#, "\u{FFFD}\n"),
    ])
    func `half of a character takes nothing of what follows it`(escaped: String, text: String) {
        var (name, value): ([UInt8], [UInt8]) = ([], [])
        Array(#"{"title":"\#(escaped)"}"#.utf8).withUnsafeBufferPointer {
            var line = JSONLine($0)
            #expect(line.next(&name, &value))
        }
        #expect(String(decoding: value, as: UTF8.self) == text)
    }

    @Test func `an empty input gives an empty output`() throws {
        #expect(try answer("") == "")
        #expect(try answer("\n\n") == "")
    }

    @Test(arguments: [
        "[]", "{", #"{"id":"1"} x"#, #"{"title":"no id"}"#, #"{"id":"1",}"#, #"{"id":"1" "title":"x"}"#,
        #"{"id":"\q"}"#,
        #"{"id":"\u12"}"#, "title", #"{"id":}"#, #"{"id":"1","a":[}"#,
        #"{"id":"1","title":nothing}"#, #"{"id":truth}"#, #"{"id":1-2}"#,
    ]) func `a line that is no item is named`(line: String) {
        let good = #"{"id":"0","title":"x"}"#
        #expect(throws: GroupingLines.InvalidLine(number: 2)) {
            try answer("\(good)\n\(line)\n")
        }
    }

    @Test(
        arguments: [
            ("2026-11-21T08:00:00Z", 1_795_248_000), ("1970-01-01T00:00:00Z", 0),
            ("2024-02-29T23:59:59Z", 1_709_251_199), ("2026-99-21T08:00:00Z", nil), ("2026-11-00T08:00:00Z", nil),
            ("2026-11-32T08:00:00Z", nil), ("2026-11-21T24:00:00Z", nil), ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("2026-11-21T10:00:00+02:00", 1_795_248_000), ("", nil), ("yesterday", nil),
        ] as [(String, Int64?)]) func `times are read as RFC 3339 writes them`(text: String, seconds: Int64?)
    {
        #expect(Timestamp.seconds(Array(text.utf8)) == seconds)
    }
}

/// Bytes that come a few at a time, so that lines are cut anywhere.
private final class Pieces {
    private var rest: ArraySlice<UInt8>

    init(of text: String) {
        rest = Array(text.utf8)[...]
    }

    func next(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = rest.prefix(min(7, buffer.count))
        buffer.copyBytes(from: piece)
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
