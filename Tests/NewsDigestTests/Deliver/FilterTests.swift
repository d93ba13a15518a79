import Foundation
import Testing

@testable import Select
@testable import Settings
@testable import Values

@Suite struct FilterTests {
    private let items = ["Alpha", "Beta «ё»", "Gamma"].enumerated().map { index, title in
        Candidate(
            id: "id\(index)",
            item: Item(
                sourceID: "feed:a", source: "A", url: "https://a.example/\(index)", title: title, summary: "long text",
                html: "<p>long text</p>", image: "https://a.example/\(index).png",
                published: Date(timeIntervalSince1970: 1_795_248_000), category: "technology"),
            firstSeen: .distantPast)
    }

    private let names: SectionNames = {
        var law = Configuration.OwnCategory(title: "Law")
        law.aliases = ["courts"]
        return SectionNames(own: ["law": law])
    }()

    private func filter(_ script: String, timeout: TimeInterval = 300) -> Configuration.Filter {
        var filter = Configuration.Filter(name: "own", command: ["sh", "-c", script])
        filter.timeout = timeout
        return filter
    }

    @Test func `a filter that repeats its input changes nothing`() async {
        let (kept, failures) = await filtered(items, by: [filter("cat")], names: names)
        #expect(kept == items)
        #expect(failures == [])
    }

    @Test func `a filter sees nothing that only the state needs`() async {
        var item = items[0].stored
        item.item.event = Event(occurrences: [])
        item.item.event?.formerPlace = "Old harbour"
        item.item.wording = Item.Wording(title: "Alpha - A", text: "long text")
        let script = filter("grep -v -e harbour -e said")
        #expect(await filtered([Candidate(item)], by: [script], names: names).items.map(\.stored) == [item])
    }

    @Test func `lines without a visible character are skipped`() async {
        let (kept, failures) = await filtered(items, by: [filter("printf ' \\t\\r\\n\\n'; cat")], names: names)
        #expect(kept == items)
        #expect(failures == [])
    }

    @Test func `a filter drops what it does not print`() async {
        let (kept, failures) = await filtered(
            items, by: [filter("grep -v Alpha"), filter("grep -v Gamma")], names: names)
        #expect(kept.map(\.item.title) == ["Beta «ё»"])
        #expect(failures == [])
    }

    @Test(.enabled(if: Program.isInstalled("python3"), "python3 is not installed"))
    func `a filter rewrites summaries and sections, in any order, and the old order stays`() async {
        let script = """
            import json, sys
            for line in reversed(sys.stdin.readlines()):
                item = json.loads(line)
                assert item["published"] == "2026-11-21T08:00:00Z" and "said" not in item, item
                print(json.dumps({"id": item["id"], "summary": item["title"].upper(), "category": "science"}))
            """
        var python = filter("")
        python.command = ["python3", "-c", script]
        let (kept, failures) = await filtered(items, by: [python], names: names)
        #expect(failures == [])
        #expect(kept.map(\.item.summary) == ["ALPHA", "BETA «Ё»", "GAMMA"])
        #expect(kept.map(\.item.title) == items.map(\.item.title))
        #expect(kept.allSatisfy { $0.item.category == "science" && $0.item.html == nil && $0.item.image != nil })
    }

    @Test func `a filter's section counts more than the source's own categories`() async {
        var item = items[0].stored
        item.item.tags = ["Oval"]
        let (same, _) = await filtered([Candidate(item)], by: [filter("cat")], names: names)
        #expect(same[0].item.tags == ["Oval"])
        let (moved, _) = await filtered(
            [Candidate(item)], by: [filter(#"echo '{"id": "id0", "category": "science"}'"#)], names: names)
        var rules = SelectionRules()
        rules.tagSections = TagSections(["oval": "sports"])
        rules.maxAge = .infinity
        let selection = Selection(candidates: moved, sent: [], rules: rules, now: Sample.now)
        #expect(selection.sections.map(\.category) == ["science"])
    }

    @Test(arguments: [
        ("tech", "technology"), ("Courts", "law"), ("Science", "science"), ("chess", "chess"), (" ", "technology"),
        (String(repeating: "x", count: 500), String(repeating: "x", count: 200) + "…"),
    ]) func `a filter may name a section in any of its forms`(text: String, section: String) async {
        let (kept, _) = await filtered(
            [items[0]], by: [filter(#"echo '{"id": "id0", "category": "\#(text)"}'"#)], names: names)
        #expect(kept.map(\.item.category) == [section])
    }

    @Test func `a filter that names the item's own section in another form changes nothing`() async {
        var item = items[0].stored
        item.item.tags = ["Oval"]
        let answer = #"echo '{"id": "id0", "category": "Tech"}'"#
        let (kept, _) = await filtered([Candidate(item)], by: [filter(answer)], names: names)
        #expect(kept.map(\.stored) == [item])
        // A section of an older configuration.
        item.item.category = "tech"
        let (same, _) = await filtered([Candidate(item)], by: [filter("cat")], names: names)
        #expect(same.map(\.stored) == [item])
    }

    @Test(arguments: [
        ("https://b.example/x.png", "https://b.example/x.png"), ("x.png", nil), ("", nil), ("javascript:alert(1)", nil),
        ("https://b.example/" + String(repeating: "x", count: 20_000), nil),
    ]) func `a filter's picture has a web address`(text: String, image: String?) async {
        let answer = #"echo '{"id": "id0", "image": "\#(text)"}'"#
        let (kept, _) = await filtered([items[0]], by: [filter(answer)], names: names)
        #expect(kept.map(\.item.image) == [image])
    }

    @Test(arguments: [
        ("echo no model >&2; exit 4", "the filter was skipped: 'sh' ended with status 4: no model"),
        (
            "head -n 1; echo nonsense",
            "the filter was skipped: its output has 1 mistake: line 2 is not a JSON object with an 'id'"
        ),
        (
            "echo '{\"id\": \"other\"}'",
            "the filter was skipped: its output has 1 mistake: line 1 has the id 'other', which its input does not have"
        ),
        (
            "echo; echo '{\"title\": \"x\"}'; echo '{\"id\": null}'",
            "the filter was skipped: its output has 2 mistakes, the first: line 2 is not a JSON object with an 'id'"
        ),
    ])
    func `a filter that fails is skipped and named, and the next one runs`(script: String, reason: String) async {
        let (kept, failures) = await filtered(items, by: [filter(script), filter("grep -v Alpha")], names: names)
        #expect(failures == [Failure(.select, "own", reason)])
        #expect(kept.map(\.id) == ["id1", "id2"])
    }

    @Test(arguments: [
        (#""category": ["tech"]"#, "category"), (#""category": 5"#, "category"), (#""image": {}"#, "image"),
        (#""title": false"#, "title"), (#""summary": []"#, "summary"),
    ]) func `a value of a wrong kind is named with its key and what is allowed`(pair: String, key: String) async {
        let (kept, failures) = await filtered(
            items, by: [filter(#"echo '{"id": "id0"}'; echo '{"id": "id1", \#(pair)}'"#)], names: names)
        #expect(kept == items)
        #expect(
            failures.map(\.reason) == [
                "the filter was skipped: its output has 1 mistake: '\(key)' in line 2 should be a string"
            ])
    }

    @Test func `a key without a value changes nothing`() async {
        let (kept, failures) = await filtered(
            [items[0]], by: [filter(#"echo '{"id": "id0", "category": null, "image": null}'"#)], names: names)
        #expect(kept == [items[0]] && failures == [])
    }

    @Test func `a filter that takes longer than its time is skipped`() async {
        let (kept, failures) = await filtered(items, by: [filter("sleep 600", timeout: 1)], names: names)
        #expect(kept == items)
        #expect(failures.map(\.reason) == ["the filter was skipped: 'sh' did not finish within 1 s and was killed"])
    }

    @Test func `a filter that prints without end is stopped`() async {
        let (kept, failures) = await filtered(items, by: [filter("yes '{\"id\": \"id0\"}'")], names: names)
        #expect(kept == items)
        #expect(failures.first?.reason.contains("printed more than") == true)
    }

    @Test func `without items no filter runs`() async {
        let (kept, failures) = await filtered([], by: [filter("exit 1")], names: names)
        #expect(kept == [])
        #expect(failures == [])
    }
}
