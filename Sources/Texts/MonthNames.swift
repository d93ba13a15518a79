/// The names of months in the languages in which feeds write dates.
package enum MonthNames {
    /// The month with a name or a short form of it, in one of several languages. Other words are the same, such as
    /// `out`, so a number should be beside it.
    package static func month(_ word: String) -> Int? { months[word.lowercased()] }

    /// The month with this name in a date, also in languages whose names are words of many texts in others: `mac`,
    /// `pro`, `led`. Full stops and other signs in it don't count: `พ.ย.`
    package static func monthInDate(_ word: String) -> Int? {
        let word = word.lowercased().filter(\.isLetter)
        return months[word] ?? monthsInDates[word]
    }

    private static let months = months(in: [
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
        "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
        "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου",
    ])

    private static let monthsInDates = months(in: [
        "ledna února března dubna května června července srpna září října listopadu prosince",
        "led úno bře dub kvě čvn čvc – zář říj lis pro",
        "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra",
        "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
        "януари февруари март април май юни юли август септември октомври ноември декември",
        "јануар фебруар март април мај јун јул август септембар октобар новембар децембар",
        "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio",
        "janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris",
        "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
        "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
        "januar februar mars april mai juni juli august september oktober november desember",
        "januari februari maret april mei juni juli agustus september oktober november desember",
        "januari februari mac april mei jun julai ogos september oktober november disember",
        "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
        "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
        "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
        "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר",
        "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
        "जन फ़र मार्च अप्रैल मई जून जुल अग सित अक्टू नव दिस",
        "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
        "มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค",
        "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
        // Croatian calls October what Polish and Czech call November, and July nearly what Czech calls August.
        "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna – studenoga prosinca",
    ])

    /// The months by their names in some languages, and by the beginnings of at least three letters that only the names
    /// of one month have.
    private static func months(in languages: [String]) -> [String: Int] {
        let names = languages.flatMap { language in
            language.split(separator: " ").enumerated().map { (name: $1, month: $0 + 1) }
        }
        var beginnings: [String: Set<Int>] = [:]
        for (name, month) in names where name.count > 3 {
            for length in 3..<name.count { beginnings[String(name.prefix(length)), default: []].insert(month) }
        }
        let months = beginnings.compactMapValues { $0.count == 1 ? $0.first : nil }
        return months.merging(names.map { (String($0.name), $0.month) }) { _, whole in whole }
    }
}
