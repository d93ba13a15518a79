import Grouping
import Texts
import Values

/// The numbers of the articles, stories and affairs in which items that stand alone have only copies beside them.
///
/// A copy is the same article in another source. Two items of one source never are one article.
struct PartedItems {
    private(set) var article: [Int]
    private(set) var story: [Int]
    private(set) var affair: [Int]

    /// - Parameters:
    ///   - entries: the first texts of the grouping.
    ///   - publishers: the publisher of each of the other texts, which are tellings of sent stories.
    init(_ grouping: Grouping, _ entries: [FilteredItem], publishers: [String]) {
        (article, story, affair) = (grouping.article, grouping.story, grouping.affair)
        let alone = entries.indices.filter { entries[$0].standsAlone }
        if alone.isEmpty { return }
        let texts = Dictionary(grouping: article.indices) { grouping.article[$0] }
        for (_, items) in Dictionary(grouping: alone, by: { grouping.article[$0] }).sorted(by: { $0.key < $1.key }) {
            part(items, copies: texts[grouping.article[items[0]]] ?? [], entries, publishers)
        }
    }

    /// Gives each of these items of one article a number of its own. The first item of each source keeps the copies.
    private mutating func part(_ items: [Int], copies: [Int], _ entries: [FilteredItem], _ publishers: [String]) {
        var counts: [String: Int] = [:]
        var firsts: Set<Int> = []
        for item in items where counts[entries[item].item.sourceID, default: 0] == 0 {
            counts[entries[item].item.sourceID] = 1
            firsts.insert(item)
        }
        let own = Set(firsts.map { entries[$0].publisher })
        let others = copies.filter { copy in
            copy < entries.count ? !entries[copy].standsAlone : !own.contains(publishers[copy - entries.count])
        }
        set(firsts.sorted() + others)
        for item in items where !firsts.contains(item) { set([item]) }
    }

    /// Makes some texts one article, which is a story and an affair of its own.
    private mutating func set(_ texts: [Int]) {
        let number = article.count + texts[0]
        for text in texts { (article[text], story[text], affair[text]) = (number, number, number) }
    }
}

extension FilteredItem {
    /// Whether an item belongs to a sent story with which it has the title, or the address, in common.
    ///
    /// Grouping compares addresses. But it keeps an item that stands alone apart from the stories of its own publisher.
    /// The item is one of them only if that was sent from another source: then it has the same address, title and date.
    func mayBe(_ story: SentStory, isSameAddress: Bool) -> Bool {
        guard story.publishers.contains(publisher) else { return !isSameAddress }
        guard isSameAddress, standsAlone else { return false }
        let title = FoldedText.folded(item.title)
        return story.date.wholeSeconds == candidate.date.wholeSeconds
            && story.tellings.contains { FoldedText.folded($0.title) == title }
    }
}
