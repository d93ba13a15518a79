/// A text that is made to cost what reads it more than its size.
struct Shape: CustomStringConvertible, Sendable {
    var name: String
    /// Stands at the start, once.
    var start = ""
    /// Repeated as often as the text is to be long.
    var piece: String
    var end = ""

    var description: String { name }

    func text(_ count: Int) -> String {
        start + String(repeating: piece, count: max(1, count / piece.utf8.count)) + end
    }

    static let all = [
        // Escapes and tags
        Shape(name: "an ampersand escaped many times", start: "&", piece: "amp;"),
        Shape(name: "ampersands", piece: "&"),
        Shape(name: "ampersands and letters", piece: "&a"),
        Shape(name: "numeric references", piece: "&#x41;"),
        Shape(name: "references to marks", piece: "&#x301;&#x323;"),
        Shape(name: "references without an end", piece: "&#"),
        Shape(name: "tags without an end", piece: "<a"),
        Shape(name: "end tags without an end", piece: "</"),
        Shape(name: "declarations without an end", piece: "<!"),
        Shape(name: "instructions without an end", piece: "<?"),
        Shape(name: "opening signs", piece: "<"),
        Shape(name: "closing signs", piece: ">"),
        Shape(name: "pictures without an end", piece: "<img "),
        // Marks and characters of many scalars
        Shape(name: "marks of unlike classes", start: "a", piece: "\u{301}\u{323}\u{5B0}\u{327}"),
        Shape(name: "marks in falling order of class", start: "a", piece: "\u{345}\u{301}\u{323}\u{327}\u{338}"),
        Shape(name: "marks behind each letter", piece: "a\u{301}\u{323}"),
        Shape(name: "marks with a space of no width between", start: "a", piece: "\u{301}\u{323}\u{200B}"),
        Shape(name: "marks with joiners between", start: "a", piece: "\u{301}\u{323}\u{34F}\u{200D}"),
        Shape(name: "marks with controls between", start: "a", piece: "\u{301}\u{323}\u{1B}"),
        Shape(name: "marks that compatibility makes of signs", start: "ﾊ", piece: "\u{FF9E}\u{323}"),
        Shape(name: "marks that are made of two", start: "a", piece: "\u{F73}\u{344}"),
        Shape(name: "enclosing marks", start: "a", piece: "\u{20DD}"),
        Shape(name: "marks of vowels", start: "ก", piece: "\u{E34}\u{E48}"),
        Shape(name: "signs of vowels without a letter", piece: "\u{93F}"),
        Shape(name: "variation selectors", start: "a", piece: "\u{FE0F}"),
        Shape(name: "a family without end", start: "👩", piece: "\u{200D}👩"),
        Shape(name: "flags", piece: "🇷"),
        Shape(name: "tones of skin", start: "👩", piece: "🏽"),
        Shape(name: "Hangul consonants", piece: "\u{1100}"),
        Shape(name: "Hangul letters in parts", piece: "\u{1100}\u{1161}\u{11A8}"),
        Shape(name: "signs that stand before letters", piece: "\u{600}"),
        Shape(name: "a letter that becomes two", piece: "İ"),
        Shape(name: "a letter that folds to more", piece: "ß"),
        Shape(name: "a sign that becomes eighteen", piece: "ﷺ"),
        Shape(name: "letters that are made plain", piece: "ﬁ"),
        Shape(name: "letters beyond the first plane", piece: "𝐀"),
        // Spaces and what is not seen
        Shape(name: "spaces", start: "a", piece: " ", end: "a"),
        Shape(name: "line breaks", start: "a", piece: "\n", end: "a"),
        Shape(name: "line breaks of two", piece: "\r\n"),
        Shape(name: "separators of paragraphs", piece: "a\u{2029}"),
        Shape(name: "unbroken spaces", piece: "\u{A0}1"),
        Shape(name: "soft hyphens", start: "a", piece: "\u{AD}"),
        Shape(name: "bidirectional controls", piece: "\u{202E}\u{2066}"),
        Shape(name: "escapes of a terminal", piece: "\u{1B}[0m"),
        // Words
        Shape(name: "one word", piece: "a"),
        Shape(name: "one Russian word", piece: "ё"),
        Shape(name: "words of one letter", piece: "a "),
        Shape(name: "one word again and again", piece: "harbour "),
        Shape(name: "a script without spaces", piece: "速報"),
        Shape(name: "Thai", piece: "ที่นี่"),
        Shape(name: "numbers with signs", piece: "1,000.5,"),
        Shape(name: "abbreviations", piece: "Mr. "),
        Shape(name: "ends of sentences", piece: "word. "),
        Shape(name: "full stops", piece: "."),
        Shape(name: "quotation marks", piece: "\"”"),
        Shape(name: "apostrophes", piece: "'"),
        Shape(name: "hyphens with spaces", piece: " - "),
        Shape(name: "bars", piece: "a | "),
        Shape(name: "colons", piece: "a:"),
        Shape(name: "endings of words", piece: "ивши"),
        Shape(name: "English endings", piece: "ational"),
        Shape(name: "consonants that may be vowels", piece: "y"),
        // Markup and addresses
        Shape(name: "brackets", piece: "[]("),
        Shape(name: "backslashes", piece: "\\"),
        Shape(name: "stars and lines", piece: "*_~`"),
        Shape(name: "encoded words", piece: "=?utf-8?B?"),
        Shape(name: "braces", piece: "{{"),
        Shape(name: "steps upwards", piece: "../"),
        Shape(name: "steps that stay", piece: "./"),
        Shape(name: "slashes", piece: "/"),
        Shape(name: "slashes to the left", piece: "\\/"),
        Shape(name: "parameters", piece: "a=b&"),
        Shape(name: "parameters that track", piece: "utm_source=a&"),
        Shape(name: "parameters escaped many times", start: "?", piece: "amp;"),
        Shape(name: "percent signs", piece: "%"),
        Shape(name: "escaped marks", piece: "%CC%81%CC%A3"),
        Shape(name: "escaped slashes", piece: "%2F"),
        Shape(name: "hosts within hosts", piece: "www."),
        Shape(name: "users of a host", piece: "a@"),
        Shape(name: "ports", piece: ":80"),
        Shape(name: "hashes", piece: "#"),
        Shape(name: "addresses", piece: "https://a.example/"),
        Shape(name: "addresses within addresses", piece: "https://www.google.com/url?url="),
        Shape(name: "sessions", piece: ";jsessionid="),
        Shape(name: "keys without an end", piece: "?token="),
    ]
}
