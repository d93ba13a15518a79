import Foundation
import Languages
import Texts

/// A number of a text, in digits or in words up to a hundred, with the scale after it ("1.2 million").
struct StatedNumber {
    /// What it may mean; all values of one reading stand in a text that says the same. "7.40" is also 7 and 40.
    fileprivate var readings: [[Double]]
    /// The greatest difference from a value that was rounded to this one.
    fileprivate var tolerance = 0.0
    fileprivate var isSpelled = false

    /// The number of a result such as 3:1, in any order.
    fileprivate var score: Double?

    var values: [Double] { readings.flatMap { $0 } + (score.map { [$0] } ?? []) }

    func isIn(_ numbers: Set<Double>) -> Bool {
        // A text without results may say "three goals to one".
        if let score, numbers.contains(where: { $0 < 0 }) { return numbers.contains(score) }
        return readings.contains { $0.allSatisfy(numbers.contains) }
            || tolerance > 0
                && values.contains { value in numbers.contains { abs($0 - value) <= tolerance } }
    }

    /// The values of all numbers, also of ordinal ones ("the eighth floor") and of the names of months.
    static func values(in text: String, languages: Set<String>) -> Set<Double> {
        let words = Set(FoldedText.bareWords(of: text))
        let spelled = languages.compactMap { NumberWords.spelled[$0] } + [NumberWords.ordinals]
        let ordinals = words.flatMap { word in
            (3...15).flatMap { length in
                length <= word.utf8.count ? spelled.compactMap { $0[String(word.prefix(length))] } : []
            }
        }
        let months = text.split { !$0.isLetter }.compactMap { MonthNames.month(String($0)).map(Double.init) }
        return Set(all(in: text, languages: languages).flatMap(\.values) + ordinals + months)
    }

    /// - Parameter languages: the languages whose number words are read.
    static func all(in text: String, languages: Set<String>) -> [StatedNumber] {
        let words = languages.compactMap { NumberWords.spelled[$0] }
        var found: [StatedNumber] = []
        var endOfLast = text.startIndex
        var rest = text[...]
        // Each is compiled once for the text.
        let word = /(?:\d|\p{L})[\p{L}\p{M}\p{N}]*/
        let score = /(\d)[:–-](\d)(?!\d)/
        // Digits in groups of three, with decimals; or digits with decimals.
        let digits =
            /(?:(?<groups>\d{1,3}(?:[.,'’\u{A0}\u{202F}\u{2009} ]\d{3})+)(?!\d)|(?<whole>\d+))(?:[.,](?<decimals>\d+))?(?<half>\s?[ap]\.?m\b)?/
        while let match = rest.firstMatch(of: word) {
            var number: StatedNumber?
            let isDigit = match.0.first?.isNumber == true
            if isDigit, let result = rest[match.range.lowerBound...].prefixMatch(of: score) {
                number = StatedNumber(score: result.1, result.2)
                rest = rest[result.range.upperBound...]
            } else if isDigit, let result = rest[match.range.lowerBound...].prefixMatch(of: digits) {
                number = StatedNumber(result.output)
                rest = rest[result.range.upperBound...]
            } else if NumberWords.begin(match.0, words),
                let (value, end) = NumberWords.read(rest[match.range.lowerBound...], words)
            {
                number = StatedNumber(readings: [[value]], isSpelled: true)
                rest = rest[end...]
            } else {
                rest = rest[match.range.upperBound...]
            }
            guard var number else { continue }
            let isRange = !found.isEmpty && text.distance(from: endOfLast, to: match.range.lowerBound) <= 5
            if let factor = number.scale(&rest), isRange, let last = found.last {
                // "2 to 3 million"
                found[found.count - 1].readings += last.readings.map { $0.map { $0 * factor } }
            }
            found.append(number)
            endOfLast = rest.startIndex
        }
        return found
    }

    private init(
        _ match: (Substring, groups: Substring?, whole: Substring?, decimals: Substring?, half: Substring?)
    ) {
        let decimals = match.decimals ?? ""
        func value(_ digits: some StringProtocol, _ decimals: some StringProtocol) -> Double {
            Double(digits.filter(\.isASCII).filter(\.isNumber) + "." + decimals + "0") ?? 0
        }
        if let groups = match.groups {
            let parts = groups.split { !$0.isNumber }
            readings = [[value(groups, decimals)]]
            if groups.contains(" ") {
                readings.append(parts.compactMap { Double($0) })
            } else if parts.count == 2, decimals.isEmpty {
                readings.append([value(parts[0], parts[1])])
            }
        } else {
            let whole = value(match.whole ?? "", "")
            readings = [[value(match.whole ?? "", decimals)]]
            if decimals.count == 2 { readings.append([whole, value(decimals, "")]) }
            if let half = match.half, half.contains("p"), whole < 12 {
                readings.append([whole + 12] + (decimals.isEmpty ? [] : [value(decimals, "")]))
            }
        }
    }

    private init(score first: Substring, _ second: Substring) {
        let parts = [Double(first) ?? 0, Double(second) ?? 0].sorted()
        readings = [parts]
        score = -1 - parts[0] - 10 * parts[1]
    }

    private init(readings: [[Double]], isSpelled: Bool) {
        self.readings = readings
        self.isSpelled = isSpelled
    }

    /// Takes the scale after the number.
    private mutating func scale(_ rest: inout Substring) -> Double? {
        var factor = 1.0
        while let match = rest.prefixMatch(of: /[\s\u{A0}\u{202F}-]?(\p{L}+)\.?/),
            let next = NumberWords.scale(FoldedText.bareWords(of: String(match.1)).joined(), isSpelled: isSpelled)
        {
            factor *= next
            rest = rest[match.1.endIndex...]
        }
        guard factor > 1 else { return nil }
        let decimals = readings.joined().map { $0 == $0.rounded() ? 1 : $0 * 10 == ($0 * 10).rounded() ? 0.1 : 0.01 }
        tolerance = factor < 1_000 ? 0 : factor * (decimals.min() ?? 1) / 2
        readings = readings.filter { $0.count == 1 }.map { [$0[0] * factor] }
        // Turkish: "51 bin 200"
        if factor == 1_000, let match = rest.prefixMatch(of: /[ \u{A0}](\d{1,3})\b/), let small = Double(match.1) {
            readings = readings.map { [$0[0] + small] }
            rest = rest[match.range.upperBound...]
        }
        return factor
    }
}

private enum NumberWords {
    /// The numbers from 2 to 100 by their bare words in each language. "One" is a pronoun or an article too.
    static let spelled: [String: [String: Double]] = {
        let formatter = NumberFormatter()
        formatter.numberStyle = .spellOut
        var spelled: [String: [String: Double]] = [:]
        for language in Language.codes {
            formatter.locale = Locale(identifier: language)
            for number in 2...100 {
                let text = formatter.string(from: number as NSNumber)?.replacing(literal: "\u{AD}", with: "") ?? ""
                let words = FoldedText.bareWords(of: text)
                for form in words.reduce(
                    [""],
                    { starts, word in
                        starts.flatMap { start in forms(of: word).map { start.isEmpty ? $0 : "\(start) \($0)" } }
                    })
                {
                    spelled[language, default: [:]][form] = Double(number)
                }
            }
            for (word, number) in others { spelled[language]?[word] = number }
            // "Per cent"
            for word in ["cent", "cento"] { spelled[language]?[word] = nil }
        }
        return spelled
    }()

    /// More number words. None is another word in any of these languages, so all languages have them.
    private static let others: [String: Double] = [
        "hundert": 100, "duas": 2, "veintiun": 21, "двое": 2, "двоих": 2, "трое": 3, "троих": 3, "четверо": 4,
        "четверых": 4, "пятеро": 5, "пятерых": 5, "шестеро": 6, "семеро": 7,
    ]

    /// The beginnings of ordinal numbers that do not begin like the cardinal ones.
    static let ordinals: [String: Double] = [
        "first": 1, "second": 2, "third": 3, "fifth": 5, "ninth": 9, "twelfth": 12, "erste": 1, "dritte": 3,
        "siebte": 7,
        "achte": 8, "premi": 1, "deuxi": 2, "troisi": 3, "quatri": 4, "cinqui": 5, "sixi": 6, "septi": 7, "neuvi": 9,
        "dixi": 10, "primer": 1, "segund": 2, "tercer": 3, "cuart": 4,
        "quint": 5, "sext": 6, "octav": 8, "noven": 9, "decim": 10, "перв": 1, "втор": 2, "трет": 3, "четверт": 4,
        "пят": 5, "шест": 6, "седьм": 7, "восьм": 8, "девят": 9, "десят": 10, "ucuncu": 3, "dorduncu": 4,
    ]

    /// The forms of a Russian or Ukrainian number word in its cases.
    private static func forms(of word: String) -> [String] {
        for list in [
            "два две двух двум двумя дві двох двом двома", "три трех трем тремя трьох трьом трьома",
            "четыре четырех четырем четырьмя чотири чотирьох чотирма", "один одна одного одной одним одну",
            "восемь восьми восемью",
        ].map({ FoldedText.bareWords(of: $0) }) where list.contains(word) { return list }
        if word.hasSuffix("ь") { return [word, word.dropLast() + "и", word.dropLast() + "ью"] }
        if word.hasSuffix("ьдесят") { return [word, word.dropLast(6) + "идесяти"] }
        if ["сорок", "девяносто", "сто"].contains(word) {
            return [word, (word.hasSuffix("о") ? String(word.dropLast()) : word) + "а"]
        }
        return [word]
    }

    /// Whether a number word may begin with this word.
    static func begin(_ word: Substring, _ languages: [[String: Double]]) -> Bool {
        let bare = FoldedText.bareWords(of: String(word)).joined()
        return languages.contains { $0[bare] != nil } || tens.contains(bare)
    }

    /// The beginnings of number words of which the first word is none.
    private static let tens: Set<String> = Set(
        spelled.values.flatMap(\.keys).compactMap { $0.split(separator: " ").first.map(String.init) })

    /// The longest number word at the beginning of a text, and where it ends.
    static func read(_ text: Substring, _ languages: [[String: Double]]) -> (Double, Substring.Index)? {
        var (read, words) = ((Double, Substring.Index)?.none, "")
        var rest = text
        for _ in 0..<4 {
            guard let match = rest.prefixMatch(of: /[\s-]?([\p{L}\p{M}]+)/) else { break }
            words += (words.isEmpty ? "" : " ") + FoldedText.bareWords(of: String(match.1)).joined()
            rest = rest[match.range.upperBound...]
            for spelled in languages { if let value = spelled[words] { read = (value, rest.startIndex) } }
        }
        return read
    }

    static func scale(_ word: String, isSpelled: Bool) -> Double? {
        if let scale = scales[word] ?? (isSpelled ? hundreds[word] : nil) { return scale }
        return beginnings.first { word.hasPrefix($0.0) }?.1
    }

    private static let hundreds = ["hundred": 100.0, "hundert": 100, "cents": 100, "cent": 100]

    private static let scales = [
        "mil": 1e3, "mille": 1e3, "mila": 1e3, "bin": 1e3, "тыс": 1e3, "m": 1e6, "mn": 1e6, "mln": 1e6, "mio": 1e6,
        "млн": 1e6, "bn": 1e9, "mrd": 1e9, "mrds": 1e9, "млрд": 1e9, "md": 1e9, "trn": 1e12, "трлн": 1e12,
        "billionen": 1e12, "billones": 1e12, "trilyon": 1e12,
    ]

    /// The beginnings of longer words, which have other ends in other cases.
    private static let beginnings = [
        ("thousand", 1e3), ("tausend", 1e3), ("тысяч", 1e3), ("тисяч", 1e3), ("milliard", 1e9), ("miliard", 1e9),
        ("million", 1e6), ("millon", 1e6), ("milion", 1e6), ("milhao", 1e6), ("milhoes", 1e6), ("milyon", 1e6),
        ("миллион", 1e6), ("мильион", 1e6), ("milyar", 1e9), ("billion", 1e9), ("bilhao", 1e9), ("bilhoes", 1e9),
        ("миллиард", 1e9), ("мильярд", 1e9), ("trillion", 1e12), ("триллион", 1e12),
    ]
}
