import Texts

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
    private static let daysOfWeek: Set<String> = Set(
        """
        monday tuesday wednesday thursday friday saturday sunday
        понедельник вторник среда четверг пятница суббота воскресенье пн вт ср чт пт сб вс
        montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
        lundi mardi mercredi jeudi vendredi samedi dimanche
        lunes martes miércoles jueves viernes sábado domingo
        segunda terça quarta quinta sexta
        lunedì martedì mercoledì giovedì venerdì sabato domenica
        hétfő kedd szerda csütörtök péntek szombat vasárnap
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
        pazartesi salı çarşamba perşembe cuma cumartesi pazar
        poniedziałek wtorek środa czwartek piątek sobota niedziela
        δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    fileprivate static let wordsOfHours: Set<String> = [
        "am", "pm", "at", "gmt", "utc", "est", "edt", "pst", "pdt", "cet", "cest",
    ]
}

extension Array where Element: StringProtocol {
    /// Whether the word may be part of a date with an hour: `Fri,`, `07/18/2026`, `-`, `10:00`, `pm`.
    func isPartOfDate(at index: Int) -> Bool {
        FoldedText.words(of: String(self[index])).allSatisfy { word in
            let letters = word.utf8.drop(while: \.isDigit).count
            return letters <= (word.first!.isNumber ? 2 : 0) || String.wordsOfHours.contains(word) || word.isDayOfWeek
                || isMonth(at: index)
        }
    }

    /// Whether the word is the name of a month beside a number: `May 3`.
    package func isMonth(at index: Int) -> Bool {
        FoldedText.words(of: String(self[index])).contains(where: \.isMonth)
            && self[Swift.max(0, index - 1)..<Swift.min(count, index + 2)].contains { $0.contains(where: \.isNumber) }
    }
}
