/// What the words of a text show about its subject and its form.
package struct TextTraits {
    /// How much the text is about subjects that concern everybody (war, law, government, disaster, money, health), and
    /// how much about sport, celebrities, shows, games and products. Both are from 0 to 2.
    package var gravity = 0.0
    package var lightness = 0.0
    /// How important the text is by all its words, from -1.5 to 1.5 (`WordImportance`).
    package var importance = 0.0
    var language = TextLanguage.unknown
    /// Whether the text is a horoscope, a quiz, an offer, "how to watch" or similar.
    package var isTrifle = false
    /// Whether the text is a round-up, a live page, a preview, an opinion or a reaction. Such a text should not lead a
    /// story that has other texts.
    package var isPoorHeading = false
    /// How similar the text is to the others of its story.
    package var likeness: Float = 1

    package init() {}

    /// - Parameters:
    ///   - texts: must have been made with `readsTraits`.
    ///   - index: the index of the text, in the order in which texts were added.
    ///   - likeness: its value in `Grouping.likeness`.
    package init(_ texts: NewsTexts, _ index: Int, likeness: Float) {
        let text = texts.texts[index]
        let (title, summary) = (text.titleSubject, text.summarySubject)
        gravity = Self.measure(title.grave, Double(min(3, summary.grave)) * 0.4)
        lightness = Self.measure(title.light, Double(min(2, summary.light)) * 0.3)
        importance = texts.importance.importance(
            Double(title.importance) + Self.summaryWeight * Double(summary.importance), in: text.language)
        language = text.language
        isTrifle = text.phrases.contains(.trifle)
        isPoorHeading = !text.phrases.isDisjoint(with: [.poorHeading, .roundup])
        self.likeness = likeness
    }

    /// What a word of the summary weighs in `importance`, compared with one of the title.
    private static let summaryWeight = 0.3

    private static func measure(_ title: UInt8, _ summary: Double) -> Double { min(2, Double(title) + summary) }
}

extension [TextTraits] {
    /// The same with `importance` relative to what is usual among them in their language, where that is less than the
    /// average of news. So a text in a language without a table stands beside the usual text of a language with one,
    /// and not above it.
    ///
    /// The average of news is 0. The fewer texts there are, the less they change that; four change nothing.
    package var relativeToLanguages: [TextTraits] {
        let usual = Dictionary(grouping: self, by: \.language).mapValues { texts in
            texts.count <= Self.caution
                ? 0 : Swift.min(0, texts.reduce(0) { $0 + $1.importance } / Double(texts.count + Self.caution))
        }
        return map { traits in
            var traits = traits
            traits.importance -= usual[traits.language] ?? 0
            return traits
        }
    }

    /// The average of news counts as much as this number of texts.
    private static var caution: Int { 4 }
}

/// Phrases in a title that show the kind of its text.
struct TitlePhrases {
    struct Kinds: OptionSet {
        var rawValue: UInt8

        /// The text is not about an event: what to watch, horoscopes, quizzes, recipes, offers, advertisements.
        static let trifle = Kinds(rawValue: 1)
        /// The text should not lead a story that has another text: live pages, previews, opinions, reactions.
        static let poorHeading = Kinds(rawValue: 2)
        /// The text tells several stories: round-ups and live pages.
        static let roundup = Kinds(rawValue: 4)
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
        let lists = [(Self.trifles, Kinds.trifle), (Self.poorHeadings, .poorHeading), (Self.roundups, .roundup)]
        for (list, kind) in lists {
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
        stocks to buy, coupon, coupons, redeem code, redeem codes, best deals, deals of the day, gift guide, lottery, powerball, \
        stocks in the news, stocks to watch, takeaways, predictions, fans react, net worth, in pictures, \
        photo of the day, podcast, newsletter, direct link, admit card, things to do, review, black friday, \
        cyber monday, sponsored, here s how, heres how, heres why, best of, \
        гороскоп, гороскопы, рецепт, рецепты, промокод, розыгрыш, реклама, erid, как выбрать, что посмотреть, \
        где смотреть, прямая трансляция, прямой эфир матча, доброе утро, спокойной ночи, с добрым утром, рассвет, \
        закат, обзор, лайфхак, лайфхаки, анекдот, фото дня, программа передач, подписывайтесь, подписаться, \
        котенок, котик, топ 5, топ 10
        """

    /// `^` means the beginning of the title.
    private static let roundups = """
        live updates, live update, ^live, live news, live blog, liveblog, live coverage, as it happened, ^updates, \
        things to know, things you need to know, what you need to know, what to know, while you were asleep, \
        the morning after, morning briefing, evening briefing, daily briefing, your briefing, news briefing, \
        ^first thing, ^good morning, news wrap, weekly wrap, round up, roundup, global report, week in review, \
        today s top stories, top stories, top headlines, news digest, latest news, news live, \
        главное к, главное к вечеру, главное за, главное за день, главное к утру, к этому часу, итоги дня, итоги недели, \
        что произошло, события дня, новости к этому часу, дайджест, пока вы спали, главные новости, главные события, \
        онлайн трансляция, текстовая трансляция, хроника, ^утро, обзор прессы
        """

    private static let poorHeadings = """
        ^live, ^watch, ^video, ^analysis, ^opinion, ^editorial, ^explainer, ^how, ^why, ^what, ^who, ^when, ^is, \
        ^are, ^can, ^will, ^should, ^first thing, ^photos, live updates, live news, live blog, live coverage, \
        latest news, as it happened, things to know, things to watch, what we know, what you need to know, \
        what to know, explained, news conference, set to, expected to, likely to, prepares to, preparing to, \
        to announce, reacts, reaction, rejoices, rejoice, why did, what did, video, debate, ahead of, slams, blasts, \
        mocks, hits back, urges, responds, admits, admit, defends, criticizes, criticises, \
        ^как, ^почему, ^что, ^кто, ^видео, ^фото, ^еще, ^мнение, ^кадры, в ожидании, готовится, готовятся, онлайн, \
        трансляция, прямой эфир, главное, объяснил, объяснили, объяснено, оценил, оценили, прокомментировал, \
        прокомментировали, отреагировал, отреагировали, очевидцы, видео, источник, слухи, назвал, назвали, \
        назван, названа, названо, названы, раскрыт, раскрыта, раскрыто, раскрыты, стало известно, стали известны, \
        призвал, ответил, ответили, в преддверии, ^момент, поздравил, поздравила, поздравили, раскритиковал, \
        раскритиковала, раскритиковали, рассказал, рассказала, рассказали, пообещал, пообещала, пообещали, намекнул, \
        намекнула, высказался, высказалась, высказались, сми сообщают, может быть связано, \
        может быть связана, может быть связан, looms, looming
        """
}

/// Words of usual texts.
package enum CommonWords {
    /// Whether a word, or another one that begins like it, is in many English texts.
    package static func isEnglish(_ word: String) -> Bool {
        WordCounts.english.count(of: KnownWords.hashes(of: word[...]).prefix) > 0 || hasNoTopic(word)
    }

    /// Whether a word has no topic, such as "the" and "для", in one of the languages that the comparison knows.
    /// - Parameter word: one word, in any case.
    package static func hasNoTopic(_ word: String) -> Bool {
        KnownWords.standard.kind(of: KnownWords.hashes(of: word[...]).whole, hasDigit: false).contains(.stop)
    }
}
