import Texts

extension String {
    /// The text without the place, day and agency before its first sentence: `PARIS, Nov 21 (AFP) - `.
    func withoutDateline(under title: String) -> String {
        let end = unicodeScalars.index(startIndex, offsetBy: Self.longestDateline, limitedBy: endIndex) ?? endIndex
        let head = String(self[..<end])
        let start = head.afterAgency ?? head.afterDay ?? head.afterPlace(under: title) ?? head.afterChineseDateline
        guard let start, start < head.endIndex else { return self }
        return String(head[start...] + self[end...])
    }

    /// The text without the datelines of its first paragraphs. After the first paragraph, which may be a standfirst, only
    /// an agency or a city in capitals counts.
    /// - Parameter title: the title of the article, which may have the place as a name.
    func withoutDatelines(under title: String) -> String {
        var lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String($0)! }
        if let first = lines.first { lines[0] = first.withoutDateline(under: title) }
        for index in lines.indices.dropFirst().prefix(Self.mostLines) {
            let head = String(lines[index].prefix(Self.longestDateline))
            let mark = head.unicodeScalars.firstIndex { ":–—-".unicodeScalars.contains($0) }
            let start =
                head.afterAgency ?? mark.flatMap { head.afterCity(head[..<$0], mark: $0, under: title) }
                ?? head.afterChineseDateline
            if let start, start < head.endIndex {
                lines[index] = String(head[start...]) + lines[index].dropFirst(head.count)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The number of lines after the first one that may have a dateline.
    private static let mostLines = 6
    private static let longestDateline = 90

    /// The end of a dateline with an agency.
    private var afterAgency: Index? {
        guard utf8.contains(where: "(/".utf8.contains) || self[...].firstRange(ofLiteral: "РИА") != nil,
            let range = Self.agencies.lazy.compactMap({ self[...].firstRange(ofLiteral: $0) }).first,
            self[..<range.lowerBound].spaced.count <= 6,
            !self[..<range.lowerBound].contains(where: { "!?:;\n".contains($0) })
        else { return nil }
        let after = self[range.upperBound...].drop { " .)/".contains($0) }
        let isDash = after.first.map { "-–—:".contains($0) } == true
        let isSlash = self[range].first.map { "/-–—".contains($0) } == true
        return isDash || isSlash ? after.drop { " -–—:".contains($0) }.startIndex : nil
    }

    /// The end of a day before a stroke: `June 1, 2017 / `.
    private var afterDay: Index? {
        guard let stroke = self[...].firstRange(ofLiteral: " / "), String(self[..<stroke.lowerBound]).isDay else {
            return nil
        }
        return stroke.upperBound
    }

    /// The end of a dateline without an agency: `Elsom, April 28: ` or `NEW ELSOM — `. A sentence must follow, because
    /// a sports result may look the same: `ELSOM — Quay 2:1`.
    private func afterPlace(under title: String) -> Index? {
        let marks = unicodeScalars
        guard let mark = marks.firstIndex(where: { ":–—-\n".unicodeScalars.contains($0) }), marks[mark] != "\n"
        else { return nil }
        let parts = self[..<mark].utf8.split(separator: UInt8(ascii: ",")).map(Substring.init)
        if parts.count == 1, let after = afterCity(parts[0], mark: mark, under: title) { return after }
        let isDated = parts.count > 1 && Self.isDay(parts[1])
        if parts.count == 1, let bracket = parts[0].firstRange(ofLiteral: " ("), parts[0].hasSuffix(")"),
            Self.isInCapitals(parts[0][..<bracket.lowerBound]), parts[0].spaced.count <= 5
        {
            return self[mark...].drop { " -–—:".contains($0) }.startIndex
        }
        let isLabel =
            parts.count == 1 && utf8[utf8.index(before: mark)] == UInt8(ascii: " ") && marks[mark] != ":"
            && Self.isInCapitals(parts[0])
        guard isDated || isLabel, let first = parts[0].first, first.isUppercase else { return nil }
        let words = parts[0].spaced.count
        let rest = self[mark...].drop { " -–—:".contains($0) }
        let sentence = rest[..<(rest.firstRange(ofLiteral: ". ")?.lowerBound ?? rest.endIndex)]
        guard words <= 5, sentence.spaced.count > 5, rest.first!.isUppercase || rest.first!.isPunctuation else {
            return nil
        }
        return isDated || marks[mark] == "—" || words > 1 ? rest.startIndex : nil
    }

    /// The end of a dateline in Chinese: the agency in brackets, the day with `消息` or a similar word, or a place before
    /// two dashes: `【埃尔索姆报道】`, `新华社北京10月26日电`, `北京——`.
    private var afterChineseDateline: Index? {
        guard unicodeScalars.first.map({ $0.columns == 2 }) == true else { return nil }
        var start = startIndex
        if first == "【", let end = firstIndex(of: "】"), Self.reports.contains(where: self[..<end].hasSuffix) {
            start = index(after: end)
        }
        let rest = self[start...]
        let marks = rest.prefix(Self.longestReport).indices.filter { "，：,: ".contains(rest[$0]) }
        if let mark = marks.first(where: { Self.isChineseReport(rest[..<$0]) }) {
            start = index(after: mark)
        } else if let dash = rest.firstRange(ofLiteral: "——"), Self.isChinesePlace(rest[..<dash.lowerBound]),
            rest[dash.upperBound...].firstRange(ofLiteral: "——") == nil
        {
            start = dash.upperBound
        }
        let text = self[start...].drop { $0 == " " }
        return start > startIndex && text.count >= Self.shortestReport ? text.startIndex : nil
    }

    /// Whether it is the agency and the day of a report: `新华社北京10月26日电`.
    private static func isChineseReport(_ text: Substring) -> Bool {
        guard let day = text.lastIndex(of: "日"), day > text.startIndex, text[text.index(before: day)].isNumber,
            text[..<day].contains("月"), !text.contains("。")
        else { return false }
        return text[day...].dropFirst().count <= 4 && reports.contains(where: text.hasSuffix)
    }

    private static func isChinesePlace(_ text: Substring) -> Bool {
        2...10 ~= text.count && chineseCities.contains(where: text.hasSuffix)
    }

    private static let chineseCities = [
        "北京", "上海", "广州", "深圳", "香港", "台北", "东京", "東京", "首尔", "首爾", "新加坡", "曼谷", "新德里", "莫斯科", "基辅", "伦敦",
        "倫敦", "巴黎", "柏林", "罗马", "马德里", "布鲁塞尔", "日内瓦", "维也纳", "华盛顿", "華盛頓", "纽约", "紐約", "旧金山", "洛杉矶", "芝加哥",
        "波士顿", "多伦多", "开罗", "耶路撒冷", "贝鲁特", "巴格达", "德黑兰", "伊斯坦布尔", "达喀尔", "内罗毕", "悉尼", "墨尔本",
    ]

    /// What ends a dateline in Chinese: news, dispatch, report.
    private static let reports = ["消息", "讯", "訊", "报道", "報道", "电", "電"]
    /// In characters.
    private static let longestReport = 30
    private static let shortestReport = 12

    /// The end of one word in capitals before a dash or a colon, if it is a city from which many reports come, or if
    /// the text after it or the title has the word as a name: `ELSOM: Boats reach Elsom`.
    private func afterCity(_ place: Substring, mark: Index, under title: String) -> Index? {
        let city = place.hasSuffix(" ") ? place.dropLast() : place
        let rest = self[mark...].drop { " -–—:".contains($0) }
        guard Self.isInCapitals(city), !city.utf8.contains(UInt8(ascii: " ")),
            self[mark...].unicodeScalars.dropFirst().first == " ", rest.spaced.count > 5,
            rest.first!.isUppercase || rest.first!.isPunctuation
        else { return nil }
        let isKnown = Self.cities.contains(city.lowercased())
        let name = city.capitalized
        let isName = rest.firstRange(ofLiteral: name) != nil || title[...].firstRange(ofLiteral: name) != nil
        return isKnown || isName ? rest.startIndex : nil
    }

    /// Cities from which many reports come.
    private static let cities: Set<String> = [
        "amsterdam", "ankara", "athens", "baghdad", "bangkok", "beijing", "beirut", "bengaluru", "berlin", "brussels",
        "budapest", "cairo", "canberra", "caracas", "chennai", "chicago", "colombo", "copenhagen", "damascus", "delhi",
        "dhaka", "doha", "dubai", "dublin", "frankfurt", "gaza", "geneva", "hanoi", "havana", "helsinki", "hyderabad",
        "islamabad", "istanbul", "jakarta", "jerusalem", "johannesburg", "kabul", "karachi", "kathmandu", "kolkata",
        "kyiv", "lagos", "lahore", "lisbon", "london", "lucknow", "madrid", "mangaluru", "manila", "melbourne",
        "milan", "minsk", "moscow", "mumbai", "munich", "mysuru", "nairobi", "oslo", "ottawa", "paris", "prague",
        "pune", "riyadh", "rome", "santiago", "seoul", "shanghai", "singapore", "stockholm", "sydney", "taipei",
        "tallinn", "tbilisi", "tehran", "tokyo", "toronto", "tripoli", "tunis", "vienna", "vilnius", "warsaw",
        "washington", "yangon", "yerevan", "zurich", "москва", "киев", "минск", "лондон", "париж", "берлин",
    ]

    /// Whether a text is in capital letters, and longer than most company names in capitals.
    private static func isInCapitals(_ text: Substring) -> Bool {
        let letters = text.filter(\.isLetter)
        return letters.count > 4 && letters.allSatisfy(\.isUppercase)
    }

    /// Whether it is a day of a month, such as `April 28` or `9 мая`.
    private static func isDay(_ text: Substring) -> Bool {
        let words = FoldedText.words(of: String(text))
        return words.count == 2 && words.contains { Int($0).map { 1...31 ~= $0 } == true }
            && words.contains(where: \.beginsLikeMonth)
    }

    /// Whether it is only a day with its year or its day of the week: `Friday, 14 March 2026`.
    var isDay: Bool {
        guard utf8.count <= 40 else { return false }
        let words = FoldedText.words(of: self)
        let numbers = words.count { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard 3...5 ~= words.count, 1...2 ~= numbers, words.contains(where: \.beginsLikeMonth) else { return false }
        return words.allSatisfy { word in
            word.first!.isNumber || word.beginsLikeMonth || Self.days.contains { word.hasPrefix($0) } || word == "de"
        }
    }

    /// Whether a word may be part of a date with an hour: `Fri,`, `07/18/2026`, `-`, `10:00`, `pm`.
    var isPartOfDate: Bool {
        FoldedText.words(of: self).allSatisfy { word in
            let letters = word.utf8.drop { (0x30...0x39).contains($0) }.count
            return letters <= (word.first!.isNumber ? 2 : 0) || word.isNameOfMonth || Self.wordsOfDate.contains(word)
        }
    }

    /// Whether it has the name of a month or a year.
    var namesMonthOrYear: Bool {
        FoldedText.words(of: self).contains { word in
            word.isNameOfMonth
                || word.utf8.count == 4 && ["19", "20"].contains(word.prefix(2)) && word.allSatisfy(\.isNumber)
        }
    }

    /// Whether a folded word is the name of a month in English or Russian, or its usual short form.
    var isNameOfMonth: Bool { Self.namesOfMonths.contains(self) }

    private static let namesOfMonths: Set<String> = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "января",
        "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря",
    ]
    private static let wordsOfDate: Set<String> = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri",
        "sat", "sun", "am", "pm", "at", "gmt", "utc", "est", "edt", "pst", "pdt", "cet", "cest",
    ]

    /// Whether a folded word begins like the name of a month in one of several languages. Other words do so too, such as
    /// `marine`, so a number must be beside it.
    private var beginsLikeMonth: Bool { Self.months.contains { hasPrefix($0) } && utf8.count < 20 }

    /// The first letters of the days of the week in a few languages.
    private static let days = [
        "mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "fre", "sam", "son", "lun", "mar", "mer",
        "mie", "jeu", "jue", "ven", "vie", "dim", "dom", "пон", "вто", "сре", "чет", "пят", "суб", "вос",
    ]

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "янв", "фев", "мар", "апр",
        "мая", "июн", "июл", "авг", "сен", "окт", "ноя", "дек",
    ]

    private static let agencies = [
        "(AP)", "(Reuters)", "(REUTERS)", "(AFP)", "(CNN)", "(CNN Business)", "(UPI)", "(Xinhua)", "(PTI)", "(ANI)",
        "(IANS)", "(dpa)", "(DPA)", "(ANSA)", "(EFE)", "(TASS)", "(Bloomberg)", "(Kyodo)", "(Yonhap)", "(AA)",
        "/ТАСС/", "/TASS/", "- РИА Новости.", "– РИА Новости.", "— РИА Новости.", "/ПРАЙМ/", "(Рейтер)", "/Xinhua/",
    ]
}
