/// Phrases that tell what kind of text a title is for.
struct TitlePhrases {
    struct Kinds: OptionSet {
        var rawValue: UInt8

        /// The text is about no event: what to watch, horoscopes, quizzes, recipes, offers, advertisements.
        static let trifle = Kinds(rawValue: 1)
        /// The text should not lead a story that has another text: live pages, previews, opinions, reactions.
        static let poorHeading = Kinds(rawValue: 2)
    }

    private struct Phrase {
        var rest: [UInt32]
        var isOnlyAtStart: Bool
        var kind: Kinds
    }

    /// The phrases by the hash of their first word.
    private var phrases: [UInt32: [Phrase]] = [:]

    var openings: some Sequence<UInt32> { phrases.keys }

    init(hash: (Substring) -> UInt32) {
        for (list, kind) in [(Self.trifles, Kinds.trifle), (Self.poorHeadings, .poorHeading)] {
            for phrase in list.split(separator: ", ") {
                let words = phrase.drop { $0 == "^" }.split(separator: " ").map(hash)
                phrases[words[0], default: []].append(
                    Phrase(rest: Array(words.dropFirst()), isOnlyAtStart: phrase.hasPrefix("^"), kind: kind))
            }
        }
    }

    /// The kinds of all phrases in a title.
    func kinds(of title: ArraySlice<NewsTexts.Word>) -> Kinds {
        var kinds: Kinds = []
        for index in title.indices where title[index].kind.contains(.opening) {
            let rest = title[(index + 1)...].lazy.map(\.hash)
            for phrase in phrases[title[index].hash] ?? []
            where (index == title.startIndex || !phrase.isOnlyAtStart) && rest.starts(with: phrase.rest) {
                kinds.formUnion(phrase.kind)
            }
        }
        return kinds
    }

    private static let trifles = """
        how to watch, how to stream, how to get, where to watch, live stream, tv guide, tv listings, tv schedule, \
        what to watch, on tv tonight, horoscope, horoscopes, crossword, wordle, quiz, recipe, recipes, promo code, \
        coupon, coupons, redeem code, redeem codes, best deals, deals of the day, gift guide, lottery, powerball, \
        stocks in the news, stocks to watch, takeaways, predictions, fans react, net worth, in pictures, \
        photo of the day, podcast, newsletter, direct link, admit card, things to do, review, black friday, \
        cyber monday, sponsored, here s how, heres how, heres why, best of, \
        гороскоп, гороскопы, рецепт, рецепты, промокод, розыгрыш, реклама, erid, как выбрать, что посмотреть, \
        где смотреть, прямая трансляция, прямой эфир матча, доброе утро, спокойной ночи, с добрым утром, рассвет, \
        закат, обзор, лайфхак, лайфхаки, анекдот, фото дня, программа передач, подписывайтесь, подписаться, \
        котенок, котик, топ 5, топ 10
        """

    /// `^` means the beginning of the title.
    private static let poorHeadings = """
        ^live, ^watch, ^video, ^analysis, ^opinion, ^editorial, ^explainer, ^how, ^why, ^what, ^who, ^when, ^is, \
        ^are, ^can, ^will, ^should, ^first thing, ^photos, live updates, live news, live blog, live coverage, \
        latest news, as it happened, things to know, things to watch, what we know, what you need to know, \
        what to know, explained, news conference, set to, expected to, likely to, prepares to, preparing to, \
        to announce, reacts, reaction, rejoices, rejoice, why did, what did, video, \
        ^как, ^почему, ^что, ^кто, ^видео, ^фото, ^еще, ^мнение, ^кадры, в ожидании, готовится, готовятся, онлайн, \
        трансляция, прямой эфир, главное, объяснил, объяснили, объяснено, оценил, оценили, прокомментировал, \
        прокомментировали, отреагировал, отреагировали, очевидцы, видео, источник, слухи, назвал, назвали, \
        призвал, ответил, ответили
        """
}
