import FeedParser
import Texts
import Values

extension Subscriptions {
    /// - Throws: `RunError.unusableInput` for a file that is no list, or is cut.
    init(opml file: ReaderFile) throws {
        do {
            let list = try OPML(parsing: file.bytes)
            if let fault = MarkupFault(in: file.bytes) {
                throw RunError.unusableInput(
                    "\(file.path), line \(fault.line): \(fault.reason), so the file is cut or broken and nothing was "
                        + "imported; export it again or correct this line")
            }
            feeds = list.feeds.map { outline in
                let folder = outline.folders.first.flatMap { $0.isNoFolder(of: outline) ? nil : $0 }
                return Feed(url: outline.url, name: outline.title, folder: folder)
            }
        } catch FeedError.notAFeed {
            throw RunError.unusableInput("\(file.path): this is not an OPML file")
        } catch let error as FeedError {
            throw RunError.unusableInput("\(file.path): \(error)")
        }
    }
}

extension String {
    /// Whether the folder with this name only says that the feed has none. Thunderbird puts each feed into a folder of
    /// its own; other readers have a folder for the feeds without one, with a name in the user's language.
    fileprivate func isNoFolder(of feed: OPML.Outline) -> Bool {
        self == feed.title || Self.namesOfNone.contains(FoldedText.folded(self))
    }

    /// `all` is Miniflux's; `uncategorized` Feedly's, Tiny Tiny RSS's and, with the translations, FreshRSS's
    /// (`gen.short.default_category` in its `app/i18n`).
    private static let namesOfNone: Set<String> = [
        "all", "uncategorized", "uncategorised", "unkategorisiert", "sans catégorie", "sin categorizar",
        "sem categoria",
        "senza categoria", "без категории", "без категорії", "kategorisiz", "bez kategórie", "brak kategorii",
        "kategória nélküli", "neklasificēts", "nezařazeno", "niet ingedeeld", "pas triat", "ללא קטגוריה", "未分类", "未分類",
        "분류 없음", "دسته بندی نشده",
    ]
}
