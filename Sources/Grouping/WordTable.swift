/// A table of words in the program. A line is a number and the beginnings of the words that have it.
enum WordTable {
    /// Calls `body` for each word, with its prefix and its number.
    static func each(of table: String, _ body: (_ prefix: UInt32, _ number: Int) -> Void) {
        var table = table
        table.withUTF8 { bytes in
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                guard let space = line.firstIndex(of: UInt8(ascii: " ")),
                    let number = Int(String(decoding: line[..<space], as: UTF8.self))
                else { continue }
                var reader = WordReader(UnsafeBufferPointer(rebasing: line[space...]), .standard)
                while reader.next() { body(max(1, reader.prefix), number) }
            }
        }
    }
}
