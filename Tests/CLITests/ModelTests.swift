import Foundation
import StateTestSupport
import Synchronization
import TestServer
import Testing

@testable import State

/// `[model]`: summaries, an intro and answers by a service with OpenAI's chat completions.
@Suite(.ownThread) struct ModelTests {
    private let world: World
    private let service: TestServer
    private let replies = Replies()

    /// What the service answers, and what it was asked.
    private final class Replies: Sendable {
        private let state = Mutex<(content: @Sendable ([String]) -> String, reply: Reply?)>(({ _ in "{}" }, nil))

        func set(_ content: @escaping @Sendable ([String]) -> String) { state.withLock { $0 = (content, nil) } }
        func set(_ reply: Reply) { state.withLock { $0.reply = reply } }

        func reply(to request: Request) -> Reply {
            let (content, reply) = state.withLock { $0 }
            if let reply { return reply }
            let body = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
            if let texts = body?["input"] as? [String] {
                let rows = texts.enumerated().map { index, text in
                    let isBridge = text.contains("Bridge") || text.contains("viaduct")
                    return ["index": index, "embedding": isBridge ? [1, 0.1] : [0, 1]] as [String: Any]
                }
                let data = (try? JSONSerialization.data(withJSONObject: ["data": rows])) ?? Data()
                return .ok(String(decoding: data, as: UTF8.self), type: "application/json")
            }
            let messages = body?["messages"] as? [[String: String]] ?? []
            let lines = (messages.last?["content"] ?? "").split(separator: "\n").map(String.init)
            let answer: [String: Any] = [
                "choices": [["message": ["role": "assistant", "content": content(lines)]]],
                "usage": ["total_tokens": 150],
            ]
            let data = (try? JSONSerialization.data(withJSONObject: answer)) ?? Data()
            return .ok(String(decoding: data, as: UTF8.self), type: "application/json")
        }
    }

    init() throws {
        world = try World { _ in }
        service = try TestServer { [replies] in replies.reply(to: $0) }
        try configure("summaries = true")
        world.change {
            $0.feeds["/feed"] = .ok(
                """
                <rss version="2.0"><channel><title>Quay</title><item><title>Ferry Elsom Queen is late</title>
                <link>https://quay.example/1</link>
                <description>The ferry Elsom Queen left Gullport 40 minutes late, said Anna Berg.</description></item>
                </channel></rss>
                """, type: "application/rss+xml")
        }
    }

    private func configure(_ keys: String) throws {
        try world.configure(
            """
            sources = ["feeds"]
            [model]
            url = "\(service.url("/v1"))"
            name = "small"
            key = "sk-hidden-key"
            \(keys)
            """)
    }

    /// An answer with this summary for each line.
    private func summarize(_ summary: String, around: (String, String) = ("", "")) {
        replies.set { lines in
            let items = lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
                .map { ["id": $0["id"] ?? "", "summary": summary] }
            let data = (try? JSONSerialization.data(withJSONObject: ["items": items])) ?? Data()
            return around.0 + String(decoding: data, as: UTF8.self) + around.1
        }
    }

    private func digest(at time: String = World.now, _ more: String = "") throws -> Binary.Result {
        try world.shell("--out - --format json --include-sent \(more)", at: time)
    }

    @Test func `a summary of the model is marked, and not asked for twice`() throws {
        defer { world.end() }
        summarize("The ferry left 40 minutes late.", around: ("Here it is: ```json\n", "\n``` {}"))
        for minute in 0...1 {
            let digest = try digest(at: "2026-11-21T08:0\(minute):00Z")
            #expect(digest.stderr == "" && digest.stdout.contains("The ferry left 40 minutes late."))
            #expect(digest.stdout.contains("\"generated\""))
        }
        let requests = service.requests
        #expect(requests.count == 1 && requests[0].path == "/v1/chat/completions")
        #expect(requests[0].header("Authorization") == "Bearer sk-hidden-key")
    }

    @Test(arguments: [
        ("It left 45 minutes late. The ferry was late.", "The ferry was late."),
        ("Said Karl Maier of the ferry. The ferry was late.", "The ferry was late."),
        ("“We are so very sorry,” said Anna Berg. Anna Berg spoke.", "Anna Berg spoke."),
        ("It was forty minutes late.", "It was forty minutes late."),
    ])
    func `a sentence with a number, a name or a quote that no telling has is left out`(said: String, shown: String)
        throws
    {
        defer { world.end() }
        summarize(said)
        let output = try digest().stdout
        #expect(output.contains("\"\(shown)\""), "\(output)")
    }

    @Test(arguments: [
        Reply.status(500), .status(404), .ok("<html>busy</html>", type: "text/html"),
        .ok("{}", type: "application/json"),
        .closed, .garbage([0, 1]), .ok(#"{"choices":[{"message":{"content":"I cannot"}}]}"#, type: "application/json"),
        .redirect(302, to: "http://127.0.0.1:1/"), .status(429, [("Retry-After", "3600")]),
    ])
    func `a model that fails costs one line, and the feed's own words stay`(reply: Reply) throws {
        defer { world.end() }
        replies.set(reply)
        let digest = try digest()
        #expect(digest.status == 0 && digest.stdout.contains("left Gullport 40 minutes late"))
        #expect(digest.stderr.split(separator: "\n").count == 1 && digest.stderr.contains("select 'model small'"))
        #expect(!digest.stderr.contains("sk-hidden-key") && !digest.stdout.contains("\"generated\""))
    }

    @Test(arguments: ["3600", "Sat, 21 Nov 2099 11:00:00 GMT"])
    func `a model that asks for a long pause is not asked again in the run`(pause: String) throws {
        defer { world.end() }
        replies.set(.status(429, [("Retry-After", pause)]))
        #expect(try digest().stderr.contains("it answered 429"))
        #expect(service.requests.count == 1)
    }

    @Test func `the tokens of a day are not exceeded, and a day later they are there again`() throws {
        defer { world.end() }
        try configure("summaries = true\nmax_tokens_a_day = 1_000")
        summarize("The ferry was late.")
        func tell(_ number: Int) {
            world.change {
                $0.feeds["/feed"] = .ok(
                    "<rss><channel><item><title>Ferry news \(number)</title><guid>\(number)</guid></item></channel></rss>",
                    type: "application/rss+xml")
            }
        }
        var asked: [Int] = []
        for (index, time) in ["21T08", "21T09", "21T10", "21T11", "21T12", "21T13", "21T14", "23T08"].enumerated() {
            tell(index)
            #expect(try world.run("--out", "-", at: "2026-11-\(time):00:00Z").status == 0)
            asked.append(service.requests.count)
        }
        #expect(asked[6] < 7 && asked[6] > 1 && asked[7] == asked[6] + 1, "\(asked)")
    }

    @Test func `the tokens of a model and of the one for sentence vectors are counted together`() throws {
        defer { world.end() }
        try configure("summaries = true\nembeddings = \"vectors\"")
        world.change {
            $0.feeds["/feed"] = .ok(
                """
                <rss version="2.0"><channel><title>Quay</title><item><title>Ferry Elsom Queen is late</title><guid>1</guid>
                <description>It left Gullport late.</description></item><item><title>Bridge opens</title><guid>2</guid>
                </item></channel></rss>
                """, type: "application/rss+xml")
        }
        summarize("The ferry was late.")
        #expect(try world.run("--out", "-").status == 0)
        #expect(Set(service.requests.map(\.path)) == ["/v1/embeddings", "/v1/chat/completions"])
        let state = try State(path: world.binary.path("s.sqlite"), mode: .readOnly)
        defer { _ = state.close() }
        #expect(try Set(state.tokenRows().keys.map { $0.split(separator: " ")[1] }).count == 1)
    }

    @Test func `check names the model, and schedule needs no program for it`() throws {
        defer { world.end() }
        try configure("summaries = true\nintro = true\nembeddings = \"vectors\"")
        let check = try world.run("check")
        #expect(check.stdout.contains("model: small at 127.0.0.1") && !check.stdout.contains("sk-hidden-key"))
        #expect(try world.run("schedule", "--systemd").status == 0)
        #expect(service.requests.isEmpty)
    }

    @Test func `sentence vectors join what words do not`() throws {
        defer { world.end() }
        try configure("embeddings = \"vectors\"")
        replies.set(
            .ok(
                #"{"data":[{"index":1,"embedding":[1,0.5]},{"index":0,"embedding":[1,0.4]}]}"#, type: "application/json"
            ))
        world.change {
            $0.feeds["/feed"] = .ok(
                """
                <rss version="2.0"><channel><title>Quay</title><item><title>Ferry Elsom Queen is late</title><guid>1</guid></item>
                <item><title>Boat delayed by an hour</title><guid>2</guid></item></channel></rss>
                """, type: "application/rss+xml")
        }
        let run = try world.run("--out", "-", "--verbose")
        #expect(run.status == 0 && run.stderr.contains("select 'vectors': 2 of 2 items"))
        #expect(service.requests.map(\.path) == ["/v1/embeddings"])
    }

    @Test func `the intro is the model's, and ask answers with numbered sources`() throws {
        defer { world.end() }
        try configure("intro = true")
        replies.set { _ in #"{"intro": "The ferry Elsom Queen was late.", "items": []}"# }
        #expect(try world.run("--out", "-").stdout.contains("The ferry Elsom Queen was late."))
        replies.set { _ in #"{"answer": "It left 40 minutes late [1].", "items": []}"# }
        let answer = try world.run("ask", "What happened with the ferry this month?", "--format", "json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(answer.stdout.utf8)) as? [String: Any])
        #expect(object["answer"] as? String == "It left 40 minutes late [1].")
        let sources = try #require(object["sources"] as? [[String: Any]])
        #expect(sources.count == 1 && Set(sources[0].keys) == ["id", "title", "url", "source", "published"])
        replies.set(.status(500))
        let failed = try world.run("ask", "ferry")
        #expect(failed.status == 0 && failed.stdout.contains("[1] Ferry Elsom Queen is late"))
        #expect(failed.stderr.contains("the sources are listed without an answer"))
        #expect(try world.run("ask", "unicorns").stdout.contains("Nothing"))
        #expect(try world.run("ask", "?").status == 64)
    }

    @Test func `ask finds by vectors what shares no word with the question`() throws {
        defer { world.end() }
        try configure("embeddings = \"vectors\"")
        tell("Bridge in Gullport collapses", "Garden show opens in Elsom")
        #expect(try world.run("--out", "-").status == 0)
        let answer = try world.run("ask", "Did a viaduct break?")
        #expect(answer.stdout.contains("Bridge in Gullport collapses") && !answer.stdout.contains("Garden show"))
        replies.set(.status(404))
        #expect(try world.run("ask", "Which garden?").stdout.contains("Garden show"))
        let nothing = try world.run("ask", "Did a viaduct break?")
        #expect(nothing.status == 0 && nothing.stderr.contains("it answered 404; the sources are found by words alone"))
    }

    // MARK: Ratings

    /// Gives the feed these titles, the first one first.
    private func tell(_ titles: String..., language: String = "en") {
        let items = titles.enumerated().map { index, title in
            "<item><title>\(title)</title><link>https://quay.example/\(index)</link><description>\(title) today.</description></item>"
        }
        let feed = """
            <rss version="2.0"><channel><title>Quay</title><language>\(language)</language>\(items.joined())</channel></rss>
            """
        world.change { $0.feeds["/feed"] = .ok(feed, type: "application/rss+xml") }
    }

    /// Answers each line with what `item` makes of its title.
    private func answer(_ item: @escaping @Sendable (String) -> [String: Any]) {
        replies.set { lines in
            let items = lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
                .map { line in item(line["title"] as? String ?? "").merging(["id": line["id"] ?? ""]) { $1 } }
            let data = (try? JSONSerialization.data(withJSONObject: ["items": items])) ?? Data()
            return String(decoding: data, as: UTF8.self)
        }
    }

    @Test func `what the model rates higher leads, each story is rated once, and why tells it`() throws {
        defer { world.end() }
        try configure("rate = true")
        tell("Garden show opens in Elsom", "Bridge in Gullport collapses", "Quay cafe has a new menu")
        answer { $0.contains("Bridge") ? ["rating": "9.5"] : ["rating": 2, "title": 7] }
        let first = try world.shell("--dry-run --format json").stdout
        let object = try #require(JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
        let sections = try #require(object["sections"] as? [[String: Any]])
        let stories = try #require(sections[0]["stories"] as? [[String: Any]])
        #expect(stories[0]["title"] as? String == "Bridge in Gullport collapses")
        #expect(!first.contains("\"generated\""))
        #expect(try world.run("--out", "-", "--limit", "1").stdout.contains("Bridge"))
        let asked = service.requests.count
        // What was left out competes again.
        #expect(try world.run("--out", "-", "--limit", "1", at: "2026-11-21T09:00:00Z").status == 0)
        #expect(service.requests.count == asked)
        let id = try #require(stories[0]["id"] as? String)
        #expect(try world.run("why", id).stdout.contains("rated "))
    }

    @Test(arguments: ["11", "-1", "\"high\"", "null"])
    func `a rating that is none is not used`(rating: String) throws {
        defer { world.end() }
        try configure("rate = true")
        tell("Garden show opens in Elsom", "Bridge in Gullport collapses")
        let content = #"{"items": [{"id": "x", "rating": \#(rating)}]}"#
        replies.set { _ in content }
        let run = try world.run("--out", "-")
        #expect(run.status == 0 && run.stdout.contains("Garden show") && run.stdout.contains("Bridge"))
    }

    // MARK: Translations

    @Test func `a foreign story is shown in the reader's language, with its own title beside it`() throws {
        defer { world.end() }
        try configure("translate = \"en\"")
        tell("Fähre fährt 40 Minuten zu spät", language: "de")
        answer { _ in ["title": "Ferry leaves 40 minutes late", "summary": "The ferry left 40 minutes late today."] }
        let json = try digest().stdout
        #expect(json.contains("\"Ferry leaves 40 minutes late\"") && json.contains("The ferry left 40 minutes late"))
        #expect(json.contains("\"original\"") && json.contains("Fähre fährt 40 Minuten zu spät"))
        let page = try world.shell("--out - --format html --include-sent", at: World.now).stdout
        #expect(page.contains("translated by a machine, original title: Fähre fährt 40 Minuten zu spät"))
        #expect(!page.contains("<h3 lang=") && !page.contains("<p class=\"summary\" dir=\"ltr\" lang="))
        #expect(service.requests.count == 1, "a translation is kept")
        // The archive shows what the source said.
        #expect(try world.run("history").stdout.contains("Fähre"))
    }

    @Test func `a story in the reader's language is not translated, and a wrong number is not shown`() throws {
        defer { world.end() }
        try configure("translate = \"en\"")
        tell("Ferry leaves 40 minutes late")
        #expect(try digest().status == 0)
        #expect(service.requests.isEmpty)
        tell("Brücke über 40 Meter", language: "de")
        answer { _ in ["title": "Bridge of 50 metres", "summary": "A bridge of 50 metres. A bridge stands there."] }
        let json = try digest(at: "2026-11-21T09:00:00Z").stdout
        #expect(
            json.contains("\"title\":\"Brücke über 40 Meter\"") || json.contains("\"title\" : \"Brücke über 40 Meter\"")
        )
        #expect(json.contains("A bridge stands there.") && !json.contains("50 metres"))
    }

    // MARK: One run

    @Test func `a dry run makes no state, and its tokens are counted in the one that there is`() throws {
        defer { world.end() }
        try configure("summaries = true\nmax_tokens_a_day = 1_000")
        summarize("The ferry was late.")
        #expect(try world.run("--dry-run").stderr == "")
        #expect(try world.run("--out", "-").status == 0)
        #expect(service.requests.count == 2, "the first dry run left no state")
        for _ in 1...9 { #expect(try world.shell("--dry-run --include-sent").status == 0) }
        tell("Bridge in Gullport collapses")
        for _ in 1...9 { #expect(try world.run("--dry-run").status == 0) }
        #expect((4...8).contains(service.requests.count), "\(service.requests.count)")
        #expect(try world.run("--dry-run").stderr.contains("'max_tokens_a_day' are used up"))
    }

    @Test func `a request above the limit of a day is not made, and smaller ones are`() throws {
        defer { world.end() }
        try configure("rate = true\nsummaries = true\nmax_tokens_a_day = 700")
        let items = (1...20).map { number in
            "<item><title>Ferry news \(number) of the \(number)th harbour</title><link>https://quay.example/\(number)</link></item>"
        }
        world.change {
            $0.feeds["/feed"] = .ok("<rss><channel>\(items.joined())</channel></rss>", type: "application/rss+xml")
        }
        summarize("A short summary.")
        let run = try world.run("--out", "-")
        #expect(run.stdout.contains("A short summary.") && !service.requests.isEmpty)
        #expect(
            run.stderr.contains(/a request of about \d+ tokens is more than the 700 of 'max_tokens_a_day'/),
            "\(run.stderr)")
    }

    @Test func `a service whose first three answers are nonsense is not asked again, for whatever else`() throws {
        defer { world.end() }
        try configure("rate = true\nsummaries = true\ntranslate = \"de\"\nintro = true\nparallel = 1")
        tell("Garden show opens in Elsom", "Bridge in Gullport collapses", "Owls counted on the moor", "Ferry is sold")
        replies.set { _ in "I cannot" }
        let run = try world.run("--out", "-")
        #expect(run.status == 0 && service.requests.count == 3, "\(service.requests.count) \(run.stderr)")
    }

    @Test(arguments: [
        "<think>{\"a\": 1}</think> ", "{ is a brace: ", "Write { or {\"a\": {}} ", "{\"items\": []} or rather ",
        "{\"items\": [{\"id\": \"9\", \"summary\": \"No.\"}]} ",
    ])
    func `the words around an answer may have other objects`(words: String) throws {
        defer { world.end() }
        summarize("The ferry was late.", around: (words, ""))
        let digest = try digest()
        #expect(digest.stdout.contains("\"The ferry was late.\"") && digest.stderr == "")
    }

    @Test(arguments: ["{\"foo\": 1}", "{\"items\": []}", "{\"items\": [{\"id\": \"9\", \"summary\": \"No.\"}]}"])
    func `an answer about no story costs one line, and is asked for again`(answer: String) throws {
        defer { world.end() }
        tell("Garden show opens in Elsom", "Bridge in Gullport collapses", "Owls counted on the moor", "Ferry is sold")
        replies.set { _ in answer }
        let digest = try digest()
        #expect(digest.status == 0 && service.requests.count == 3)
        #expect(digest.stderr.split(separator: "\n").count == 1, "\(digest.stderr)")
        summarize("A short summary.")
        #expect(try self.digest(at: "2026-11-21T09:00:00Z").stdout.contains("A short summary."))
    }

    @Test(arguments: [1, 3])
    func `as many requests are sent side by side as the configuration says`(parallel: Int) throws {
        defer { world.end() }
        try configure("summaries = true\nparallel = \(parallel)")
        tell("Garden show opens in Elsom", "Bridge in Gullport collapses", "Owls counted on the moor")
        let counts = Mutex((now: 0, most: 0))
        replies.set { _ in
            counts.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            Thread.sleep(forTimeInterval: 0.5)
            counts.withLock { $0.now -= 1 }
            return "{}"
        }
        _ = try digest()
        #expect(counts.withLock { $0.most } == parallel && service.requests.count == 3)
    }

    @Test func `a model whose ratings and summaries are nonsense costs one line`() throws {
        defer { world.end() }
        try configure("rate = true\nsummaries = true")
        replies.set { _ in "I cannot" }
        let run = try world.run("--out", "-")
        #expect(service.requests.count == 2 && run.stderr.split(separator: "\n").count == 1, "\(run.stderr)")
    }

    @Test func `a service that is down is asked for one thing only, and costs one line`() throws {
        defer { world.end() }
        try configure("rate = true\nsummaries = true\ntranslate = \"de\"\nintro = true")
        replies.set(.status(503))
        let run = try world.run("--out", "-")
        #expect(run.status == 0 && run.stderr.split(separator: "\n").count == 1, "\(run.stderr)")
    }

    @Test func `the numbers in an intro are links to its stories`() throws {
        defer { world.end() }
        try configure("intro = true")
        tell("Garden show opens in Elsom", "Bridge in Gullport collapses")
        replies.set { _ in
            #"{"intro": "The bridge is down [1] today. A show opens [2, 1]. No story has this number [9] here."}"#
        }
        let digest = try world.shell("--out - --format html --include-sent").stdout
        let ids = digest.matches(of: /id="story-([a-z0-9]+)"/).map { String($0.1) }
        #expect(ids.count == 2)
        #expect(digest.contains("The bridge is down <a href=\"#story-\(ids[0])\""))
        #expect(digest.contains("A show opens <a href=\"#story-\(ids[1])\"") && !digest.contains("[9]"))
        let markdown = try world.shell("--out - --format markdown --include-sent").stdout
        #expect(markdown.contains(/The bridge is down \[\[1\]\]\(<https:[^>]+>\) today\. A show opens/))
        #expect(markdown.contains("No story has this number here."))
        let json = try world.shell("--out - --format json --include-sent").stdout
        #expect(json.contains("The bridge is down today. A show opens. No story has this number here."))
    }
}
