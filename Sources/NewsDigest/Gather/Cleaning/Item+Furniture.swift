import Texts
import Values

extension [Item] {
    /// The items of one answer, without what their publishers wrote around the news: additions to the titles, and
    /// sentences that invite, link or repeat.
    var withoutFurniture: [Item] {
        var items = self
        let articles = indices.filter { self[$0].kind == .article }
        for places in Dictionary(grouping: articles, by: { self[$0].source }).values {
            let own = places.map { self[$0] }
            let (endings, cut) = (HeadlineEndings(own), CutTexts(own))
            let texts = own.map { item in
                cut.marked(item.summary).withPlainSpaces.withoutDateline.withSpacesBetweenSentences.sentences
            }
            let repeated = RepeatedSentences(own, texts)
            for (place, text) in zip(places, texts) {
                items[place].title = endings.cleaned(self[place])
                items[place].summary = CleanSummary(text, of: items[place], repeated: repeated).text
            }
        }
        return items
    }
}

extension String {
    /// The text without the spaces that a source escaped twice.
    fileprivate var withPlainSpaces: String {
        self[...].firstRange(ofLiteral: "&nbsp;") == nil ? self : replacing("&nbsp;", with: " ")
    }
}
