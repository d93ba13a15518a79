/// A table of words in the program. A line is a number and the beginnings of the words that have it.
enum WordTable {
    /// Calls `body` for each word, with its stem and its number.
    static func each(of table: String, _ body: (_ stem: UInt32, _ number: Int) -> Void) {
        for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
            guard let number = words.first.flatMap({ Int(Substring($0)) }) else { continue }
            for word in words.dropFirst() { body(stem(word), number) }
        }
    }

    private static func stem(_ word: Substring.UTF8View) -> UInt32 {
        var word = String(Substring(word))
        return word.withUTF8 { bytes in
            var reader = WordReader(bytes, .standard)
            return reader.next() ? max(1, reader.stem) : 0
        }
    }
}
