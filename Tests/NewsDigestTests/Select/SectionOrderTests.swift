import Foundation
import Testing

@testable import Select
@testable import Settings
@testable import Values

/// The order of sections where the configuration has no `categories`.
@Suite struct SectionOrderTests {
    @Test func `sections come as the configuration names them, top news first and events last`() throws {
        let sections = try sections(
            """
            [kudago]
            location = "msk"
            [[feeds]]
            url = "https://a.example/1"
            category = "zebra"
            [[feeds]]
            url = "https://a.example/2"
            category = "sports"
            [categories]
            mint = "Mint"
            [[feeds]]
            url = "https://a.example/3"
            category = "apple"
            categories = { "Ships" = "harbour" }
            [newsapi]
            categories = ["technology", "business"]
            [[newsapi.everything]]
            query = "x"
            category = "batteries"
            [[feeds]]
            url = "https://a.example/4"
            """,
            of: [
                "apple", "batteries", "business", "events", "general", "harbour", "mint", "sports", "technology",
                "zebra",
            ])
        #expect(
            sections == [
                "general", "zebra", "sports", "mint", "apple", "harbour", "technology", "business", "batteries",
                "events",
            ])
    }

    @Test func `sections of one line keep the order of that line`() throws {
        let sections = try sections(
            """
            categories = { zebra = "Zebras", mint = "Mints", apple = "Apples" }
            [[feeds]]
            url = "https://a.example/1"
            categories = { "Ships" = "yachts", "Cafes" = "bread" }
            """, of: ["apple", "bread", "general", "mint", "yachts", "zebra"])
        #expect(sections == ["general", "zebra", "mint", "apple", "yachts", "bread"])
    }

    @Test func `what the configuration does not name comes as a newspaper has it`() throws {
        let sections = try sections(
            "[newsapi]",
            of: ["business", "entertainment", "events", "general", "health", "science", "sports", "technology"])
        #expect(
            sections == [
                "general", "business", "technology", "science", "health", "sports", "entertainment", "events",
            ])
    }

    @Test func `the wanted sections keep their own order`() throws {
        let sections = try sections("[digest]\ncategories = [\"sports\", \"general\"]", of: ["general", "sports"])
        #expect(sections == ["sports", "general"])
    }

    private func sections(_ toml: String, of names: [String]) throws -> [String] {
        let configuration = try Configuration(toml: toml, file: "config.toml", environment: [:])
        let rules = SelectionRules(
            configuration, sections: try [Category](named: configuration.digest.categories, in: configuration))
        let candidates = names.map { name in
            var item = Item(
                sourceID: "feed:\(name)", source: name, url: "https://\(name).example/1",
                title: "\(name)berg \(name)dal \(name)holm", published: Sample.now, category: name)
            item.kind = name == "events" ? .event : .article
            return Candidate(id: name, item: item, firstSeen: Sample.now)
        }
        return Selection(candidates: candidates, rules: rules, now: Sample.now).sections.map(\.category)
    }
}
