/// The names of months in the languages in which feeds write dates.
package enum MonthNames {
    /// The month with a name or a short form of it, in one of several languages. Other words are the same, such as
    /// `out`, so a number should be beside it.
    package static func month(_ word: String) -> Int? { months[word.lowercased()] }

    /// The months by their names, and by the beginnings of at least three letters that only the names of one month
    /// have.
    private static let months: [String: Int] = {
        let languages = [
            "january february march april may june july august september october november december",
            "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
            "янв фев мар апр май июн июл авг сен окт ноя дек",
            "januar februar märz april mai juni juli august september oktober november dezember",
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
            "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
            "január február március április május június július augusztus szeptember október november december",
            "januari februari maart april mei juni juli augustus september oktober november december",
            "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
            "ιαν φεβ μάρ απρ μάι ιούν ιούλ αύγ σεπ οκτ νοέ δεκ",
            "ιαν φεβ μαρ απρ μαϊ ιουν ιουλ αυγ σεπτ οκτ νοε δεκ",
            "ιαν φεβ μαώ απρ μαι ιον ιολ αγγ σεπ οκτ νον δεκ",
        ]
        let names = languages.flatMap { language in
            language.split(separator: " ").enumerated().map { (name: $1, month: $0 + 1) }
        }
        var beginnings: [String: Set<Int>] = [:]
        for (name, month) in names where name.count > 3 {
            for length in 3..<name.count { beginnings[String(name.prefix(length)), default: []].insert(month) }
        }
        let months = beginnings.compactMapValues { $0.count == 1 ? $0.first : nil }
        return months.merging(names.map { (String($0.name), $0.month) }) { _, whole in whole }
    }()
}
