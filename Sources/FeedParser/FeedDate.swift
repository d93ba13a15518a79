import FoundationEssentials
import Texts

/// Reads the dates in feeds: RFC 822 and 2822 (RSS), RFC 3339 and W3CDTF (Atom, Dublin Core), ISO 8601's basic and
/// ordinal forms, asctime, and forms that people write by hand. A date without a time zone is in UTC.
package enum FeedDate {
    /// The time, or nil if the text is not a date.
    static func parse(_ bytes: Bytes) -> Date? { reading(bytes)?.date }

    /// The time, and whether the text is a day without an hour.
    package static func reading(_ text: String) -> (date: Date, hasNoHour: Bool)? {
        var text = text
        return text.withUTF8(reading)
    }

    static func reading(_ bytes: Bytes) -> (date: Date, hasNoHour: Bool)? {
        if bytes.count <= 1000, bytes.contains(0x3C) { return markupReading(bytes) }
        guard bytes.count <= 100 else { return nil }
        if let seconds = unixTime(bytes.trimmed) { return (Date(timeIntervalSince1970: seconds), false) }
        var scanner = DateScanner(bytes)
        guard let date = scanner.scan() else { return nil }
        return (date, scanner.hasNoHour)
    }

    /// The date that an element states in an attribute, as `time` does with `datetime`, else that of the text.
    private static func markupReading(_ bytes: Bytes) -> (date: Date, hasNoHour: Bool)? {
        var stated: (date: Date, hasNoHour: Bool)?
        var text = ""
        MarkupEvent.read(bytes) { event in
            switch event {
            case .start(_, let attributes):
                for name in ["datetime", "content"] where stated == nil {
                    stated = attributes[name].flatMap { $0.contains("<") ? nil : reading($0) }
                }
            case .text(let part): text += part
            case .end: break
            }
        }
        return stated ?? (text.contains("<") ? nil : reading(text))
    }

    /// The seconds since 1970, if the text is only this number: ten digits, or thirteen for milliseconds.
    private static func unixTime(_ bytes: Bytes) -> Double? {
        guard bytes.count == 10 || bytes.count == 13, bytes.allSatisfy(\.isDigit) else { return nil }
        let value = bytes.reduce(0.0) { $0 * 10 + Double($1 - 0x30) }
        return bytes.count == 10 ? value : value / 1000
    }

    /// The number of days from 1970-01-01 to a day of the Gregorian calendar.
    static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the Gregorian calendar that is this number of days after 1970-01-01.
    package static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

/// Reads a date token by token. The meaning of a number or a word depends on its form and on what was read before.
private struct DateScanner {
    private var bytes: Bytes
    private var position = 0
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var ordinal: Int?
    private var time: (hour: Int, minute: Int, second: Double)?
    private var offset = 0
    private var afternoon: Bool?

    init(_ bytes: Bytes) {
        self.bytes = bytes.trimmed
    }

    mutating func scan() -> Date? {
        while position < bytes.count {
            let byte = bytes[position]
            if byte.isDigit {
                guard readNumber() else { return nil }
            } else if byte.isLetter || byte >= 0x80 {
                readWord()
            } else if (byte == 0x2B || byte == 0x2D) && time != nil {
                readOffset(negative: byte == 0x2D)
            } else if byte == 0x28 {
                break  // A comment, such as "(UTC)".
            } else {
                position += 1
            }
        }
        return date
    }

    var hasNoHour: Bool { time == nil }

    private var date: Date? {
        // Programs write a date that they do not have as the first day of the year 1, 1601, 1753 or 1900.
        guard var year, (1901...9999).contains(year) else { return nil }
        // The years of the Buddhist calendar, which Thai dates have: 2569 is 2026.
        if (2444...2643).contains(year) { year -= 543 }
        var days: Int
        if let ordinal {
            guard (1...366).contains(ordinal) else { return nil }
            days = FeedDate.days(year: year, month: 1, day: 1) + ordinal - 1
        } else {
            // The day of a month that is not known.
            guard month != nil || day == nil else { return nil }
            let month = month ?? 1
            let day = day ?? 1
            guard (1...12).contains(month), (1...31).contains(day) else { return nil }
            days = FeedDate.days(year: year, month: month, day: day)
        }
        guard case (var hour, let minute, let second)? = time else {
            return Date(timeIntervalSince1970: Double(days * 86_400))
        }
        if let afternoon, hour <= 12 { hour = hour % 12 + (afternoon ? 12 : 0) }
        guard hour <= 24, minute < 60, second < 61 else { return nil }
        if hour == 24 {
            hour = 0
            days += 1
        }
        return Date(
            timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 - offset) + min(second, 59.999))
    }

    // MARK: Numbers

    /// False if the text cannot be a date because of the number.
    private mutating func readNumber() -> Bool {
        let (value, digits) = number()
        let next = position < bytes.count ? bytes[position] : 0
        if next == 0x3A || next == 0x2E && time == nil && year != nil && day != nil && digits <= 2 && isTime() {
            guard time == nil else { return false }
            return readTime(hour: value)
        }
        if isSeparator(next), position + 1 < bytes.count, bytes[position + 1].isDigit, month == nil || year == nil {
            return readNumericDate(first: value, digits: digits, separator: next)
        }
        switch digits {
        case 14: return readCompact(value / 1_000_000, time: value % 1_000_000)
        case 8 where year == nil: return readCompact(value, time: nil)
        case 6 where time == nil && year != nil && day != nil: return setCompactTime(value)
        case 4 where year == nil: year = value
        case 7 where year == nil: (year, ordinal) = (value / 1000, value % 1000)
        case 1...2 where day == nil: day = value
        case 1...3 where year == nil: year = fullYear(value, digits: digits)
        case 1...2 where time == nil && month != nil: time = (value, 0, 0)
        default: return false
        }
        return true
    }

    private mutating func number() -> (value: Int, digits: Int) {
        let start = position
        var value = 0
        while position < bytes.count, bytes[position].isDigit {
            if position - start < 15 { value = value * 10 + Int(bytes[position] - 0x30) }
            position += 1
        }
        return (value, position - start)
    }

    /// Whether a time such as `12.30.00` follows, written with full stops after a date.
    private func isTime() -> Bool {
        position + 2 < bytes.count && bytes[position + 1].isDigit && bytes[position + 2].isDigit
    }

    private mutating func readTime(hour: Int) -> Bool {
        let separator = bytes[position]
        position += 1
        guard position < bytes.count, bytes[position].isDigit else { return false }
        let minute = number().value
        var second = 0.0
        if position + 1 < bytes.count, bytes[position] == separator, bytes[position + 1].isDigit {
            position += 1
            second = Double(number().value)
            if position + 1 < bytes.count, bytes[position] == 0x2E || bytes[position] == 0x2C,
                bytes[position + 1].isDigit
            {
                position += 1
                let (fraction, digits) = number()
                var scale = 1.0
                for _ in 0..<min(digits, 15) { scale *= 10 }
                second += Double(fraction) / scale
            }
        }
        time = (hour, minute, second)
        return true
    }

    private mutating func readCompact(_ date: Int, time: Int?) -> Bool {
        (year, month, day) = (date / 10_000, date / 100 % 100, date % 100)
        return time.map { setCompactTime($0) } ?? true
    }

    private mutating func setCompactTime(_ value: Int) -> Bool {
        time = (value / 10_000, value / 100 % 100, Double(value % 100))
        return true
    }

    /// Reads `2004-01-31`, `2004-031`, `31.01.2004`, `01/31/2004`, `31/01/2004` or `04-01-31`.
    private mutating func readNumericDate(first: Int, digits: Int, separator: UInt8) -> Bool {
        position += 1
        let (second, secondDigits) = number()
        var third: (value: Int, digits: Int)?
        if position + 1 < bytes.count, bytes[position] == separator, bytes[position + 1].isDigit {
            position += 1
            third = number()
        }
        if digits == 4 {
            year = first
            if secondDigits == 3 { ordinal = second } else { month = second }
            if let third { day = third.value }
            return true
        }
        guard digits <= 2, secondDigits <= 2, let third else { return false }
        if separator == 0x2D && third.digits <= 2 {
            (year, month, day) = (fullYear(first, digits: digits), second, third.value)
        } else {
            year = fullYear(third.value, digits: third.digits)
            let monthFirst = separator == 0x2F && first <= 12
            (month, day) = monthFirst ? (first, second) : (second, first)
        }
        return true
    }

    private func isSeparator(_ byte: UInt8) -> Bool { byte == 0x2D || byte == 0x2F || byte == 0x2E }

    /// The year in full (RFC 2822, section 4.3).
    private func fullYear(_ value: Int, digits: Int) -> Int {
        switch digits {
        case 1, 2: value < 50 ? value + 2000 : value + 1900
        case 3: value + 1900
        default: value
        }
    }

    private mutating func readOffset(negative: Bool) {
        position += 1
        while position < bytes.count, bytes[position] == 0x20 { position += 1 }
        guard position < bytes.count, bytes[position].isDigit else { return }
        let (value, digits) = number()
        var minutes = digits <= 2 ? value * 60 : value / 100 * 60 + value % 100
        if digits <= 2, position + 1 < bytes.count, bytes[position] == 0x3A, bytes[position + 1].isDigit {
            position += 1
            minutes += number().value
        }
        // The offset of a real place is at most 14 hours. Feeds contain greater ones; only an impossible offset is
        // ignored.
        if minutes < 24 * 60 { offset = (negative ? -minutes : minutes) * 60 }
    }

    // MARK: Words

    private mutating func readWord() {
        let start = position
        while position < bytes.count, bytes[position].isLetter || bytes[position] >= 0x80 || isInnerFullStop {
            position += 1
        }
        let word = Bytes(rebasing: bytes[start..<position])
        if word.count == 1 {
            readLetter(word[0].lowercased)
        } else if DateWords.isWeekdayOrGMT(word) {
            return
        } else if let value = DateWords.month(word) {
            month = value
        } else if let value = DateWords.zone(word) {
            offset = value
        } else if let value = DateWords.afternoon(word) {
            afternoon = value
        } else if month == nil, DateWords.isMonth(word) {
            (month, day) = (day, nil)
        }
    }

    /// Whether this is a full stop inside a short form, as in `พ.ย.`
    private var isInnerFullStop: Bool {
        bytes[position] == 0x2E && bytes[position - 1] >= 0x80 && position + 1 < bytes.count
            && bytes[position + 1] >= 0x80
    }

    /// Reads `T` between date and time, and `Z` and the military zones after a time.
    private mutating func readLetter(_ letter: UInt8) {
        guard time != nil else { return }
        // For example "7:48 p.m."
        if letter == 0x61 || letter == 0x70, position + 1 < bytes.count, bytes[position] == 0x2E,
            bytes[position + 1].lowercased == 0x6D
        {
            afternoon = letter == 0x70
        }
        // RFC 2822, section 4.3: the other letters were defined with the wrong sign, so they have no meaning.
        if letter == 0x7A { offset = 0 }
    }
}

/// The words in dates.
private enum DateWords {
    static func month(_ word: Bytes) -> Int? {
        // Another language may have a longer word with the same beginning: `marraskuuta`.
        if word.count == 3, let index = english(word) { return index }
        return MonthNames.monthInDate(String(decoding: word, as: UTF8.self)) ?? english(word)
    }

    /// Whether the word is a day of the week or GMT. Nearly every date has such a word, which changes nothing.
    static func isWeekdayOrGMT(_ word: Bytes) -> Bool {
        word.count == 3 && weekdays.contains(where: word.equals)
    }

    /// The month by its first three letters: `Jan`, `January`, `Sept`. No English day of the week has the first three
    /// letters of a month.
    private static func english(_ word: Bytes) -> Int? {
        let start = Bytes(rebasing: word.prefix(3))
        return months.firstIndex(where: start.equalsIgnoringCase).map { $0 + 1 }
    }

    /// The seconds east of UTC, for the zones that have only one meaning in feeds (RFC 822 and other usual ones).
    static func zone(_ word: Bytes) -> Int? {
        zones[String(decoding: word, as: UTF8.self).uppercased()].map { Int($0 * 3600) }
    }

    static func afternoon(_ word: Bytes) -> Bool? {
        switch String(decoding: word, as: UTF8.self).lowercased() {
        case "am", "오전", "午前", "上午": false
        case "pm", "오후", "午後", "下午": true
        default: nil
        }
    }

    /// Whether it stands after the number of a month, in Korean, Japanese and Chinese.
    static func isMonth(_ word: Bytes) -> Bool { word.equals("월") || word.equals("月") }

    private static let weekdays: [StaticString] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "GMT"]
    private static let months: [StaticString] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let zones: [String: Double] = [
        "GMT": 0, "UT": 0, "UTC": 0, "WET": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6,
        "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "AST": -4, "ADT": -3, "NST": -3.5, "NDT": -2.5,
        "BST": 1, "WEST": 1, "CET": 1, "MEZ": 1, "MET": 1, "CEST": 2, "MESZ": 2, "MEST": 2, "EET": 2, "EEST": 3,
        "MSK": 3, "MSD": 4, "SAST": 2, "IST": 5.5, "SGT": 8, "HKT": 8, "AWST": 8, "JST": 9, "KST": 9, "AEST": 10,
        "AEDT": 11, "ACST": 9.5, "ACDT": 10.5, "NZST": 12, "NZDT": 13, "BRT": -3, "ART": -3,
    ]
}
