import Texts

extension String {
    /// The text without the places, days and agencies before its first sentence: `PARIS, Nov 21 (AFP) - `.
    func withoutDateline(of item: Draft) -> String {
        let head = Substring(unicodeScalars.prefix(Self.longestDateline).prefix { $0 != "\n" })
        guard let news = Dateline(of: head, item)?.news ?? head.afterEastAsianDateline else { return self }
        // The agency may follow in a dateline of its own: `ELSOM, Nov 21 - (AFP) - `.
        return String(self[news.startIndex...]).withoutDateline(of: item)
    }

    private static let longestDateline = 120

    fileprivate static let cities = Phrases.words("city")
}

/// What stands before the news, up to a mark or an agency.
struct Dateline {
    /// What is in brackets or between strokes at the end, such as an agency, and all before it.
    let bracket, label: Substring
    /// The dash or colon with the spaces beside it. It is empty if only a bracket is before the news.
    let mark: Substring
    let news: Substring

    /// The dateline with which a text begins. A colon or a hyphen without a space may join words.
    init?(of head: Substring, _ item: Draft) {
        for index in head.unicodeScalars.indices {
            switch head.unicodeScalars[index] {
            case ":", ".", ")", "/", "-", "–", "—", "―": self.init(head, to: index)
            default: continue
            }
            if mark.utf8.count > 1 || isAgency {
                if beginsNews, isMeant(item) { return }
                return nil
            }
        }
        return nil
    }

    private init(_ head: Substring, to index: String.Index) {
        let (whole, end) = (head[..<index], head.unicodeScalars[index])
        let opening = end == ")" ? whole.lastIndex(of: "(") : end == "/" ? whole.lastIndex(of: "/") : nil
        bracket = opening.map { whole[$0...].dropFirst().withoutSpaces } ?? ""
        label = whole[..<(opening ?? whole.endIndex)].withoutSpaces
        let after = head[index...].drop { "/). ".contains($0) }
        mark = after.prefix { "-–—―: ".contains($0) }
        news = after.dropFirst(mark.count)
    }

    var place: Substring { label.prefix { $0 != "," } }
    /// What follows the first comma of the label.
    var rest: Substring { label.dropFirst(place.count + 1).withoutSpaces }

    /// Whether an agency is in its brackets, or is all of it: `РИА Новости. `.
    var isAgency: Bool { PublisherName.isAgency(bracket.isEmpty ? label : bracket) }
    var isDash: Bool { !mark.isEmpty && !mark.contains(":") }

    /// Whether the news does not continue the words before it, and is not the other end of a way or of a time, or the
    /// result of a game: `МОСКВА — Петербург: поезда`, `LONDON, April 28 – May 3: `, `ELSOM — Quay United 2:1`.
    private var beginsNews: Bool {
        guard let first = news.first, !first.isLowercase else { return false }
        return !isDash || !news.spaced.prefix(3).contains { $0.contains(":") }
    }

    /// Whether it stands before the news in one of the usual forms.
    private func isMeant(_ item: Draft) -> Bool {
        if label.isName(for: bracket) { return false }
        // `Elsom, Quay, and New Varnia, May 9 (AP) – `: an agency stands only there.
        let words = label.spaced
        if isAgency, words.indices.count(where: { !words.isPartOfDate(at: $0) }) <= 6, isDash || place.isPlace {
            return true
        }
        // `LONDON, 28. April 2026: `: a place has no day.
        if place.isCity || place.isInCapitals, String(rest).isDay { return true }
        // `Elsom (Gazette.example) – `: the digest names the publisher.
        let other = bracket.isEmpty ? rest : bracket
        if isDash, ![place, other].contains(""),
            [(place, other), (other, place)].contains(where: {
                $0.isPlace && item.publisher.isNamed(byWhole: String($1))
            })
        {
            return true
        }
        // `NEW ELSOM — `, `London: `: a known city or a place in capitals is no part of a sentence. An organisation is in
        // capitals everywhere: `ELSOMEX — The boats of ELSOMEX`.
        guard place.isCity || place.isInCapitals, rest.isPlace else { return false }
        let isSaid = [news, item.title[...]].contains { $0.firstRange(ofLiteral: String(place)) != nil }
        return place.isCity || !isSaid && (!bracket.isEmpty || mark.contains("—") || isDash && label.contains(" "))
    }
}

extension Substring {
    /// Whether it is in capital letters, and longer than most company names in capitals.
    fileprivate var isInCapitals: Bool {
        let letters = filter(\.isLetter)
        return letters.count > 4 && letters.allSatisfy(\.isUppercase) && !contains(where: \.isNumber)
    }

    fileprivate var withoutSpaces: Substring {
        let text = drop { $0 == " " }
        return text.hasSuffix(" ") ? text.dropLast() : text
    }

    /// Whether it is a city from which many reports come.
    fileprivate var isCity: Bool { String.cities.contains(FoldedText.folded(String(self))) }

    /// Whether it may be a place: it has no small letter, or is one to three names.
    fileprivate var isPlace: Bool {
        let words = spaced
        return !contains(where: \.isLowercase)
            || 1...3 ~= words.count && words.first!.first!.isUppercase && words.last!.first!.isUppercase
    }

    /// Whether it is the name for an abbreviation: `Automobile Association` for `AA`.
    fileprivate func isName(for abbreviation: Substring) -> Bool {
        let initials = String(spaced.compactMap(\.first)).uppercased()
        return abbreviation.count > 1 && initials.hasSuffix(abbreviation.uppercased())
    }

    /// What follows a dateline in Chinese or Japanese, which has the agency in brackets or the day with `消息` or a
    /// similar word, or in Korean, which has brackets with an equals sign: `【埃尔索姆报道】`, `新华社北京10月26日电（记者李安）`,
    /// `(엘섬=항구뉴스) 이안나 기자 = `. What a place did on a day has other words after it: `本市10月26日停电`.
    fileprivate var afterEastAsianDateline: Substring? {
        guard let first = unicodeScalars.first, first.isOfScriptWithoutSpaces || first == "(" || first == "[" else {
            return nil
        }
        return prefixMatch(of: Self.eastAsian).map { self[$0.range.upperBound...] }
    }

    private nonisolated(unsafe) static let eastAsian =
        #/
        (?:
          (?: 【[^】]{0,20}(?: 消息 | [讯訊] | [报報]道 | 共同 | 時事 | ロイター | 新華社 )】
          | [^。，：,（(]{0,20} 月 [0-9]{1,2} 日
            (?: [专專] | [综綜]合 | 凌晨 | 早间 | [上中下]午 | 晚间? )? (?: 消息 | [讯訊] | [报報]道 | [电電] )
            (?: \ ?[（(] [记記]者 [^）)]* [）)] | [，：,:\ ] )
          | [(\[] [^)\]=]* \p{Hangul} \ ? = [^)\]]* [)\]] (?: [^=]{0,24} (?: 기자 | 특파원 ) [^=]{0,3} = )?
          ) [，：,:\ ]*
        )+
        /#
}

extension String {
    /// Whether it is a day of a month, perhaps with its year, the day of the week and the hour: `28 de abril`.
    fileprivate var isDay: Bool {
        let words = self[...].spaced.filter { $0 != "de" }
        return words.indices.allSatisfy(words.isPartOfDate) && words.indices.contains(where: words.isMonth)
    }

    /// Whether it has a number, and only words that may be part of a date with an hour: `Fri, 07/18/2026 - 10:00 pm`.
    package var isPartOfDate: Bool {
        let words = FoldedText.words(of: self)
        return contains(where: \.isNumber) && words.indices.allSatisfy(words.isPartOfDate)
    }

    /// Whether a folded word is the name of a day of the week, or its first two or three letters.
    var isDayOfWeek: Bool {
        Self.daysOfWeek.contains(self)
            || 2...6 ~= utf8.count && 2...3 ~= count && Self.daysOfWeek.contains { $0.hasPrefix(self) }
    }

    /// Whether it may be the name of a month. Other words are the same, so a number must be beside it.
    fileprivate var isMonth: Bool { MonthNames.month(self) != nil }

    /// In the languages in which dates have names of months (`MonthNames.month`), with the short forms of Russian.
    private static let daysOfWeek = Phrases.words("day of the week")
}

extension Array where Element: StringProtocol {
    /// Whether the word may be part of a date with an hour: `Fri,`, `07/18/2026`, `-`, `10:00`, `pm`.
    func isPartOfDate(at index: Int) -> Bool {
        FoldedText.words(of: String(self[index])).allSatisfy { word in
            let letters = word.utf8.drop(while: \.isDigit).count
            return letters <= (word.first!.isNumber ? 2 : 0) || Boilerplate.wordsOfHours.contains(word)
                || word.isDayOfWeek || isMonth(at: index)
        }
    }

    /// Whether the word is the name of a month beside a number: `May 3`.
    package func isMonth(at index: Int) -> Bool {
        FoldedText.words(of: String(self[index])).contains(where: \.isMonth)
            && self[Swift.max(0, index - 1)..<Swift.min(count, index + 2)].contains { $0.contains(where: \.isNumber) }
    }
}
