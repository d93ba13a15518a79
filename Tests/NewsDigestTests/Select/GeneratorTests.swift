import Foundation
import Testing
import Texts

@testable import Select
@testable import Settings
@testable import Values

@Suite struct GeneratorTests {
    private let stories = ["a1", "b2", "c3"].map { id in
        Story(
            id: id,
            item: Item(
                sourceID: "feed:x", source: "Harbour Post", url: "https://h.example/\(id)", title: "Title \(id)",
                summary: "The feed's own words.", html: "<p>The whole text of \(id).</p><p>It goes on &amp; on.</p>",
                category: "technology"),
            url: "https://h.example/\(id)",
            also: [
                .init(
                    id: "\(id)t", source: "Quay", title: "Told again", url: "https://q.example/\(id)",
                    isSameArticle: false)
            ])
    }

    private var lines: [StoryInput] {
        let telling = Item(
            sourceID: "feed:q", source: "Quay", url: "https://q.example", title: "Told again", summary: "Short.",
            html: "<p>Short, but longer here.</p>", category: "technology")
        return stories.map { StoryInput($0, category: "technology", items: ["\($0.id)t": telling]) }
    }

    private func generator(_ script: String, timeout: TimeInterval = 300) -> Configuration.Generator {
        var generator = Configuration.Generator(name: "model", command: ["sh", "-c", script])
        generator.timeout = timeout
        return generator
    }

    private func summaries(_ script: String, timeout: TimeInterval = 300) async -> WrittenSummaries {
        await generator(script, timeout: timeout).summaries(of: lines, language: "en")
    }

    /// Prints the summary `S <id>` for every story.
    private static let each = #"sed 's/.*"id":"\([^"]*\)".*/{"id":"\1","summary":"S \1"}/'"#

    @Test func `a program gets each story with its tellings and all their texts in one line of JSON`() throws {
        let line = try #require(String(decoding: lines.jsonLines, as: UTF8.self).split(separator: "\n").first)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == ["id", "title", "url", "source", "summary", "text", "category", "tellings"])
        #expect(object["text"] as? String == "The whole text of a1.\n\nIt goes on & on.")
        let told = try #require((object["tellings"] as? [[String: String]])?.first)
        #expect(
            told == [
                "title": "Told again", "url": "https://q.example/a1", "source": "Quay", "summary": "Short.",
                "text": "Short, but longer here.",
            ])
    }

    @Test func `a story with very many tellings does not become a flood`() {
        var story = stories[0]
        story.also = (0..<500).map {
            .init(id: "t\($0)", source: "Quay", title: "T", url: "https://q.example/\($0)", isSameArticle: false)
        }
        let long = Item(
            sourceID: "feed:q", source: "Quay", url: "https://q.example", title: "T",
            summary: String(repeating: "word ", count: 4_000), category: "x")
        let line = StoryInput(
            story, category: "x", items: Dictionary(uniqueKeysWithValues: story.also.map { ($0.id, long) }))
        #expect(line.tellings.count == 500)
        #expect(line.tellings.reduce(0) { $0 + $1.text.count } <= 100_000)
    }

    @Test func `the answers of a program become the summaries, in any order`() async {
        let written = await summaries(Self.each + " | tac")
        #expect(written.texts.mapValues(\.summary) == ["a1": "S a1", "b2": "S b2", "c3": "S c3"])
        #expect(written.failure == nil)
        #expect(written.settled == ["a1", "b2", "c3"])
    }

    @Test func `a program may write titles and may leave stories out`() async {
        let written = await summaries(#"printf '%s\n' '{"id":"b2","summary":"One.\nTwo.","title":"A \"new\" title"}'"#)
        #expect(written.texts == ["b2": .init(title: "A \"new\" title", summary: "One.\n\nTwo.")])
        #expect(written.failure == nil)
        #expect(written.settled == ["a1", "b2", "c3"])
    }

    @Test(arguments: [
        ("echo no model >&2; exit 4", "'sh' ended with status 4: no model"),
        ("\(Self.each); exit 4", "'sh' ended with status 4"),
        ("yes", "'sh' printed more than 262144 bytes and was killed"),
    ])
    func `if a program fails, none of its output is used`(script: String, reason: String) async {
        let written = await summaries(script)
        #expect(written.texts.isEmpty && written.settled.isEmpty)
        #expect(written.failure == Failure(.select, "model", "the feeds' own summaries stay: \(reason)"))
    }

    @Test func `a program that is not there is named`() async {
        var generator = generator("")
        generator.command = ["newsdigest-no-such-program"]
        let written = await generator.summaries(of: lines, language: "en")
        #expect(written.failure?.reason.contains("'newsdigest-no-such-program' was not found") == true)
    }

    @Test func `what a program printed before its time was up is used`() async {
        let script = #"echo '{"id":"a1","summary":"In time."}'; printf '{"id":"b2","summary":"Ha'; sleep 600"#
        let written = await summaries(script, timeout: 2)
        #expect(written.texts == ["a1": .init(summary: "In time.")])
        #expect(written.settled == ["a1"])
        #expect(
            written.failure?.reason
                == "'sh' did not finish within 2 s and was killed; 1 of 3 stories have its summary")
    }

    @Test(arguments: [
        (#"{"id":"a1","summary":"  "}"#, "the summary of 'a1' is empty"),
        (#"{"id":"a1","summary":"A <b>bold</b> word"}"#, "the summary of 'a1' contains markup"),
        (#"{"id":"a1","summary":"Fish &amp; chips"}"#, "the summary of 'a1' contains markup"),
        (#"{"id":"a1","summary":"**Bold**"}"#, "the summary of 'a1' contains markup"),
        (#"{"id":"a1","summary":"See [this](https://x.example)"}"#, "the summary of 'a1' contains markup"),
        (#"{"id":"a1","summary":"Points:\n- one\n- two"}"#, "the summary of 'a1' contains markup"),
        (#"{"id":"zz","summary":"Whose?"}"#, "line 1 has the id 'zz', which its input does not have"),
        (#"{"id":"a1"}"#, "line 1 is not a JSON object with an 'id' and a 'summary'"),
        (#"{"id":"a1","summary":["Rain"]}"#, "'summary' in line 1 should be a string"),
        (#"{"id":"a1","summary":"Rain","title":1}"#, "'title' in line 1 should be a string"),
        ("Here are the summaries:", "line 1 is not a JSON object with an 'id' and a 'summary'"),
    ])
    func `nonsense is left out and named, and the other answers are used`(line: String, fault: String) async {
        let written = await summaries(
            #"printf '%s\n' '\#(line)'; echo '{"id":"c3","summary":"Plain: 3 < 5, AT&T; 2 * 2."}'"#)
        #expect(written.texts == ["c3": .init(summary: "Plain: 3 < 5, AT&T; 2 * 2.")])
        #expect(
            written.failure?.reason
                == "its output has 1 mistake: \(fault); the feeds' own texts stay in these places")
    }

    @Test func `a title that cannot be shown costs the title alone`() async {
        let written = await summaries(#"echo '{"id":"a1","summary":"Good.","title":"<h1>Bad"}'"#)
        #expect(written.texts == ["a1": .init(summary: "Good.")])
        #expect(written.failure?.reason.contains("the title of 'a1' contains markup") == true)
    }

    @Test func `a program that prints nothing is named`() async {
        let written = await summaries("true")
        #expect(written.settled.isEmpty)
        #expect(
            written.failure?.reason == "it printed no summary for 3 stories; the feeds' own summaries stay")
    }

    @Test func `a thousand characters of any script are enough and one more is too many`() throws {
        for character in ["a", "я", "नि", "漢", "👩‍👩‍👧"] {
            let long = String(repeating: character, count: 1_000)
            #expect(try GeneratedText(long, longest: 1_000).text == long)
            #expect(throws: GeneratedText.Unusable(reason: "is longer than 1000 characters")) {
                try GeneratedText(long + character, longest: 1_000)
            }
        }
        #expect(throws: GeneratedText.Unusable.self) {
            try GeneratedText("e" + String(repeating: "\u{301}", count: 100_000), longest: 1_000)
        }
    }

    @Test func `thousands of marks on one letter do not pass`() throws {
        let text = try GeneratedText("e" + String(repeating: "\u{301}", count: 9_000) + " end", longest: 1_000).text
        #expect(text.unicodeScalars.count < 50 && text.hasSuffix(" end"))
    }

    @Test func `a key of the user is hidden in what a program or a model wrote`() throws {
        let redactor = Redactor()
        redactor.learn("harbour-password-hidden")
        let text = try Redactor.$ofTask.withValue(redactor) {
            try GeneratedText("The key is harbour-password-hidden.", longest: 1_000).text
        }
        #expect(text == "The key is <hidden>.")
    }

    @Test func `terminal escapes and overrides do not pass`() throws {
        let text = try GeneratedText("A\u{1B}[31m red\u{202E} word\u{7}", longest: 1_000).text
        #expect(text == "A[31m red word")
    }

    @Test(arguments: [
        ("echo 'Rain, and then sun.'", "Rain, and then sun."),
        (#"echo '{"id":"x","summary":"Rain, and then sun."}'"#, "Rain, and then sun."),
    ])
    func `an intro is plain text or a line of JSON`(script: String, text: String) async throws {
        #expect(try await generator(script).intro(to: lines, language: "en") == text)
    }

    @Test(arguments: [
        ("exit 3", "'sh' ended with status 3"), ("true", "the output of 'sh' is empty"),
        ("echo '# News'", "the output of 'sh' contains markup"),
        ("yes | head -c 3000", "the output of 'sh' is longer than 1000 characters"),
    ])
    func `an intro that is nonsense is left out and named`(script: String, reason: String) async {
        await #expect(throws: Failure(.select, "model", "the digest has no intro: \(reason)")) {
            try await generator(script).intro(to: lines, language: "en")
        }
    }

    @Test func `a program learns the reader's language and no secret`() async throws {
        let text = try await generator(#"echo "in $NEWSDIGEST_LANGUAGE""#).intro(to: lines, language: "ru")
        #expect(text == "in ru")
    }
}
