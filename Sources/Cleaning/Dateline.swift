import Foundation
import Texts

extension String {
    /// The text without the place, day and agency before its first sentence: `PARIS, Nov 21 (AFP) - `.
    /// - Parameter item: its title may have the place as a name, and its day is the day of a dateline.
    func withoutDateline(of item: Draft) -> String {
        let end = unicodeScalars.index(startIndex, offsetBy: Self.longestDateline, limitedBy: endIndex) ?? endIndex
        let head = String(self[..<end])
        let start =
            head.afterAgency ?? head.afterDate ?? head.afterPlace(of: item) ?? head.afterChineseDateline
            ?? head.afterKoreanDateline
        guard let start, start < head.endIndex else { return self }
        // The agency may follow in a dateline of its own: `ELSOM, Nov 21 - (AFP) - `.
        return String(head[start...] + self[end...]).withoutDateline(of: item)
    }

    /// The text without the datelines of its first paragraphs. After the first paragraph, which may be a standfirst,
    /// only an agency or a city in capitals counts.
    func withoutDatelines(of item: Draft) -> String {
        var lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String($0)! }
        if let first = lines.first { lines[0] = first.withoutDateline(of: item) }
        for index in lines.indices.dropFirst().prefix(Self.mostLines) {
            let head = String(lines[index].prefix(Self.longestDateline))
            let mark = head.unicodeScalars.firstIndex(where: \.mayEndDateline)
            let start =
                head.afterAgency ?? mark.flatMap { head.afterCity(head[..<$0], mark: $0, under: item.title) }
                ?? head.afterChineseDateline
            if let start, start < head.endIndex {
                lines[index] = String(head[start...]) + lines[index].dropFirst(head.count)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The number of lines after the first one that may have a dateline.
    private static let mostLines = 6
    private static let longestDateline = 120
    /// In words.
    private static let longestPlace = 6

    /// The end of a dateline with an agency. Before a colon, the place must be in capitals or a known city, and before a
    /// text without a mark also one to three names: `Elsom (KNA) Trams …`.
    private var afterAgency: Index? {
        guard
            utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "/") })
                || self[...].firstRange(ofLiteral: "РИА") != nil,
            let range = agencyInBrackets
                ?? Self.agencies.lazy.compactMap({ self[...].firstRange(ofLiteral: $0) }).first,
            case let before = self[..<range.lowerBound], case let words = before.spaced,
            words.indices.count(where: { !words.isPartOfDate(at: $0) }) <= Self.longestPlace,
            !before.contains(where: { "!?:;\n".contains($0) }), !before.isName(for: self[range])
        else { return nil }
        let after = self[range.upperBound...].drop { " .)/".contains($0) }
        let place = before.prefix { $0 != "," }.drop { $0 == " " }
        let isPlace = !place.contains(where: \.isLowercase) || place.isCity
        let isMarked = after.first.map { "-–—".contains($0) || $0 == ":" && isPlace } == true
        let isSlash = self[range].first.map { "/-–—".contains($0) } == true
        let isBefore =
            !place.isEmpty && (isPlace || place.isPlace)
            && after.first.map { $0.isLetter && !$0.isLowercase } == true
        return isMarked || isSlash || isBefore ? after.drop { " -–—:".contains($0) }.startIndex : nil
    }

    /// The first brackets with an agency, perhaps with its office: `(dpa/lni)`, `(dpa-AFX)`. An abbreviation that begins
    /// the text may be one, too: `(QNA) - `.
    private var agencyInBrackets: Range<Index>? {
        indices.lazy.filter { self[$0] == "(" }.compactMap { open in
            guard let close = self[open...].firstIndex(of: ")"), case let name = self[open..<close].dropFirst(),
                Self.isAgency(name) || open == startIndex && 2...8 ~= name.count && name.allSatisfy(\.isUppercase)
            else { return nil }
            return open..<index(after: close)
        }.first
    }

    /// Whether it is an agency, perhaps with its office.
    static func isAgency(_ text: some StringProtocol) -> Bool {
        let name = text.prefix { !"/-".contains($0) }
        let office = text.dropFirst(name.count)
        return namesOfAgencies.contains(String(name))
            && (office.isEmpty || 2...9 ~= office.count && office.dropFirst().allSatisfy(\.isLetter))
    }

    /// The end of a date before a stroke, as it is left of `ELSOM / ACCESS Newswire / May 9, 2026 / `.
    private var afterDate: Index? {
        self[...].firstRange(ofLiteral: " / ").flatMap {
            String(self[..<$0.lowerBound]).isOnlyDate ? $0.upperBound : nil
        }
    }

    /// The end of a dateline without an agency: `Elsom, April 28: `, `NEW ELSOM — ` or `ELSOM (QR 2): `. A sentence
    /// must follow, because a sports result may look the same: `ELSOM — Quay 2:1`.
    private func afterPlace(of item: Draft) -> Index? {
        guard let mark = unicodeScalars.firstIndex(where: { $0.mayEndDateline || $0 == "\n" }),
            unicodeScalars[mark] != "\n"
        else { return nil }
        let parts = self[..<mark].split(separator: ",", maxSplits: 1).map(\.withoutSpaces)
        if parts.count == 1, let after = afterCity(parts[0], mark: mark, under: item.title) { return after }
        guard let place = parts.first, place.spaced.count <= 5, let rest = news(after: mark) else { return nil }
        let hasPublisher =
            parts.count == 2 && Self.isPlaceWithSite(place, parts[1], of: item)
            || unicodeScalars[mark] != ":" && self[..<mark].withoutSpaces.isPlaceWithPublisher(of: item)
        if hasPublisher { return rest.startIndex }
        let sentence = rest[..<(rest.firstRange(ofLiteral: ". ")?.lowerBound ?? rest.endIndex)]
        guard sentence.spaced.count > 5 else { return nil }
        let isDateline =
            parts.count == 2
            ? place.isPlace
                && Self.isDay(parts[1].withoutBracketsAtEnd, of: place.isInCapitals || place.isCity ? nil : item)
                && !rest.beginsWithMonth
            : isLabel(place, mark: mark, under: item.title)
        return isDateline ? rest.startIndex : nil
    }

    /// Whether one is a known city or a place in capitals, and the other the publisher or a site: `ELSOM, Quay.com`.
    private static func isPlaceWithSite(_ first: Substring, _ second: Substring, of item: Draft) -> Bool {
        [(first, second), (second, first)].contains { place, name in
            (place.isCity || place.isInCapitals && place.isPlace)
                && (item.publisher.isNamed(by: String(name))
                    || !name.utf8.contains(UInt8(ascii: " ")) && PublisherName.hasSite(name.lowercased()))
        }
    }

    /// Whether the text before a mark is a place in capitals, with or without a station in brackets.
    private func isLabel(_ label: Substring, mark: Index, under title: String) -> Bool {
        let bracket = label.hasSuffix(")") ? label.firstRange(ofLiteral: " (") : nil
        let place = label[..<(bracket?.lowerBound ?? label.endIndex)]
        guard place.isInCapitals, !place.contains(where: \.isNumber), !isOrganisation(place, under: title),
            bracket.map({ place.isName(for: label[$0.upperBound...]) }) != true
        else { return false }
        let isDash = label.endIndex < mark && unicodeScalars[mark] != ":"
        return bracket != nil || isDash && (unicodeScalars[mark] == "—" || place.spaced.count > 1)
    }

    /// Whether a name in capitals is a known organisation, or is in capitals also in the text after it or in the title:
    /// `UNICEF — The camps`.
    private func isOrganisation(_ name: Substring, under title: String) -> Bool {
        let literal = String(name)
        return Self.organisations.contains(literal) || title[...].firstRange(ofLiteral: literal) != nil
            || self[name.endIndex...].firstRange(ofLiteral: literal) != nil
    }

    /// What follows the mark of a dateline, if it begins like a sentence. It is nil for the other end of a way:
    /// `МОСКВА — Петербург: поезда`, `PARIS - Roubaix is a race`.
    private func news(after mark: Index) -> Substring? {
        let rest = self[mark...].drop { " -–—:".contains($0) }
        let words = rest.spaced
        guard words.count > 5, rest.first!.isUppercase || rest.first!.isPunctuation else { return nil }
        let isOtherEnd =
            unicodeScalars[mark] != ":" && words[0].hasSuffix(":")
            || unicodeScalars[mark] == "-" && ["is", "was"].contains(words[1])
        return isOtherEnd ? nil : rest
    }

    /// The end of a dateline in Chinese or Japanese: the agency in brackets, or the day with `消息` or a similar word:
    /// `【埃尔索姆报道】`, `新华社北京10月26日电（记者李安）`. What a place did on a day has other words after it:
    /// `本市10月26日停电`.
    private var afterChineseDateline: Index? {
        guard unicodeScalars.first?.isOfScriptWithoutSpaces == true else { return nil }
        let bracket =
            first == "【" ? prefixMatch(of: /【[^】]{0,20}(?:消息|[讯訊]|[报報]道|共同|時事|ロイター|新華社)】/) : nil
        let rest = self[(bracket?.range.upperBound ?? startIndex)...]
        let report = rest.firstRange(ofLiteral: "日").flatMap { _ in
            rest.prefixMatch(
                of:
                    #/
                    [^。，：,（(]{0,20} 月 [0-9]{1,2} 日
                    (?: [专專] | [综綜]合 | 凌晨 | 早间 | [上中下]午 | 晚间? )?
                    (?: 消息 | [讯訊] | [报報]道 | [电電] )
                    (?: \ ?[（(] [记記]者 [^）)]* [）)] | [，：,:\ ] )
                    /#)
        }
        let start = report?.range.upperBound ?? rest.startIndex
        let text = self[start...].drop { "，：,: ".contains($0) }
        return start > startIndex && text.count >= Self.shortestReport ? text.startIndex : nil
    }

    /// The end of a dateline in Korean, whose brackets have an equals sign, and of the reporter before another one:
    /// `(엘섬=항구뉴스) 이안나 기자 = `.
    private var afterKoreanDateline: Index? {
        guard first == "(" || first == "[", utf8.contains(UInt8(ascii: "=")),
            let dateline = prefixMatch(of: /[(\[][^)\]=]*=[^)\]]*[)\]](?:[^=]{0,24}(?:기자|특파원)[^=]{0,3}=)? */),
            dateline.output.unicodeScalars.contains(where: { 0xAC00...0xD7A3 ~= $0.value })
        else { return nil }
        return dateline.range.upperBound
    }

    /// In characters.
    private static let shortestReport = 12

    /// The end of a city in capitals before a dash or a colon, if many reports come from it, or if it is one word that
    /// the text after it or the title has as a name: `ELSOM: Boats reach Elsom`.
    private func afterCity(_ place: Substring, mark: Index, under title: String) -> Index? {
        let city = place.withoutSpaces
        guard city.isInCapitals, city.isCity || !city.utf8.contains(UInt8(ascii: " ")),
            !Self.organisations.contains(String(city)),
            self[mark...].unicodeScalars.dropFirst().first == " ", let rest = news(after: mark)
        else { return nil }
        let name = city.capitalized
        let isName = rest.firstRange(ofLiteral: name) != nil || title[...].firstRange(ofLiteral: name) != nil
        return city.isCity || isName ? rest.startIndex : nil
    }

    /// Whether a text is a day of a month, such as `April 28` or `9 мая 2026`. If an item is given, it must be the day
    /// of this item, or at most a month before: the day of an event is often later.
    private static func isDay(_ text: Substring, of item: Draft?) -> Bool {
        var words = FoldedText.words(of: String(text)).filter { $0 != "de" }
        if words.count == 3, words[2].utf8.count == 4, Int(words[2]) != nil { words.removeLast() }
        guard words.count == 2, let month = words.lazy.compactMap(MonthNames.month).first,
            let day = words.lazy.compactMap({ Int($0) }).first, 1...31 ~= day
        else { return false }
        return item?.published?.isWithinMonth(after: day, of: month) ?? true
    }

    fileprivate static let cities = Phrases.words("city")
    /// Words that say when, not where.
    fileprivate static let wordsOfTime = Phrases.words("word of time")
    private static let organisations = Phrases.words("organisation")
    private static let agencies = Phrases.lines(under: "agency")
    private static let namesOfAgencies = Phrases.words("agency in brackets")
}

extension Unicode.Scalar {
    fileprivate var mayEndDateline: Bool { self == ":" || self == "-" || self == "–" || self == "—" }
}

extension Substring {
    /// Whether it is in capital letters, and longer than most company names in capitals.
    fileprivate var isInCapitals: Bool {
        let letters = filter(\.isLetter)
        return letters.count > 4 && letters.allSatisfy(\.isUppercase)
    }

    fileprivate var withoutSpaces: Substring {
        let text = drop { $0 == " " }
        return text.hasSuffix(" ") ? text.dropLast() : text
    }

    /// A day without the agency after it: `20 Nov (QNA) `.
    fileprivate var withoutBracketsAtEnd: Substring {
        guard hasSuffix(")"), let open = lastRange(ofLiteral: " (") else { return self }
        return self[..<open.lowerBound]
    }

    /// Whether it is a place with the publisher: `Elsom (QuayNews.example)`.
    fileprivate func isPlaceWithPublisher(of item: Draft) -> Bool {
        guard hasSuffix(")"), let open = firstRange(ofLiteral: " (") else { return false }
        return self[..<open.lowerBound].isPlace
            && item.publisher.isNamed(by: String(self[open.upperBound...].dropLast()))
    }

    /// Whether it is a city from which many reports come.
    fileprivate var isCity: Bool { String.cities.contains(FoldedText.folded(String(self))) }

    /// Whether it may be the place of a dateline: one to three words, the first and the last with a capital letter, and
    /// none that says when: `Saturday`, `Tomorrow`.
    fileprivate var isPlace: Bool {
        let words = spaced
        return 1...3 ~= words.count && words.first!.first!.isUppercase && words.last!.first!.isUppercase
            && !FoldedText.words(of: String(self)).contains { $0.isDayOfWeek || String.wordsOfTime.contains($0) }
    }

    /// Whether it is the name for an abbreviation in brackets: `Automobile Association` for `(AA)`.
    fileprivate func isName(for abbreviation: Substring) -> Bool {
        let initials = String(spaced.compactMap(\.first)).uppercased()
        let letters = abbreviation.filter(\.isLetter).uppercased()
        return letters.count > 1 && initials.hasSuffix(letters)
    }

    fileprivate var beginsWithMonth: Bool { FoldedText.words(of: String(self)).first.flatMap(MonthNames.month) != nil }
}

extension Date {
    /// Whether it is at most a month after this day. Where the clock is ahead of UTC, the day is already the next one.
    fileprivate func isWithinMonth(after day: Int, of month: Int) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return (0...32).contains { days in
            let date = addingTimeInterval(Double(14 - 24 * days) * 3600)
            return calendar.component(.day, from: date) == day && calendar.component(.month, from: date) == month
        }
    }
}

extension String {
    /// Whether it is only a date with its year or its day of the week: `Friday, 14 March 2026`.
    var isOnlyDate: Bool {
        guard utf8.count <= 40 else { return false }
        let words = FoldedText.words(of: self)
        let numbers = words.count { $0.utf8.areDigits }
        guard 3...5 ~= words.count, 1...2 ~= numbers, words.contains(where: \.isMonth) else { return false }
        return words.allSatisfy { $0.first!.isNumber || $0.isMonth || $0.isDayOfWeek || $0 == "de" }
    }

    /// Whether it has a number, and only words that may be part of a date with an hour: `Fri, 07/18/2026 - 10:00 pm`.
    package var isPartOfDate: Bool {
        let words = FoldedText.words(of: self)
        return contains(where: \.isNumber) && words.indices.allSatisfy(words.isPartOfDate)
    }

    /// Whether it has the name of a month or a year.
    var namesMonthOrYear: Bool {
        FoldedText.words(of: self).contains { word in
            word.isMonth
                || word.utf8.count == 4 && ["19", "20"].contains(word.prefix(2)) && word.allSatisfy(\.isNumber)
        }
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
                || word.isDayOfWeek
                || isMonth(at: index)
        }
    }

    /// Whether the word is the name of a month beside a number: `May 3`.
    package func isMonth(at index: Int) -> Bool {
        FoldedText.words(of: String(self[index])).contains(where: \.isMonth)
            && self[Swift.max(0, index - 1)..<Swift.min(count, index + 2)].contains { $0.contains(where: \.isNumber) }
    }
}
