import Foundation
import Texts

/// The lines of a table with aligned columns. The last column is not padded. No text can break out of its cell.
func table(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(\.cleanSentence) }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
        let cells = row.enumerated().map { index, cell in
            index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
        }
        return cells.joined(separator: "  ")
    }
}

/// Prints a value as JSON. The same value always gives the same text.
func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    try printOut(String(decoding: try encoder.encode(value), as: UTF8.self) + "\n")
}
