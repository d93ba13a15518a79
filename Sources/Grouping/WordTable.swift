/// A table of words that comes with the program: a file of the folder `Words`. Its first line is a number of the whole
/// table. Each other line is a number and the beginnings of the words that have it.
struct WordTable {
    /// The number of the first line.
    let number: Int
    private let file: [UInt8]

    init(_ file: [UInt8]) {
        self.file = file
        number = Self.number(file.prefix { $0 != UInt8(ascii: "\n") })
    }

    /// Calls `body` for each word, with its prefix and its number.
    func each(_ body: (_ prefix: UInt32, _ number: Int) -> Void) {
        file.withUnsafeBufferPointer { bytes in
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { continue }
                let number = Self.number(line[..<space])
                var reader = WordReader(UnsafeBufferPointer(rebasing: line[space...]), .standard)
                while reader.next() { body(max(1, reader.prefix), number) }
            }
        }
    }

    private static func number(_ digits: some Sequence<UInt8>) -> Int {
        Int(String(decoding: Array(digits), as: UTF8.self)) ?? 0
    }
}
