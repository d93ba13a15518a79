import Foundation
import Platform
import Texts

/// The lines of a table with aligned columns. The last column is not padded. No text can break out of its cell.
func table(_ rows: [[String]]) -> [String] {
    rows.map { $0.map(\.cleanSentence) }.aligned
}

/// Prints a table and lines after it. On a terminal, all of it fits the width.
/// - Parameter kept: see `aligned(within:keeping:)`.
func printTable(_ rows: [[String]], keeping kept: Int = 1, remarks: [String] = []) throws {
    let width = Screen()?.width
    let remarks = remarks.map(\.cleanSentence)
    let table = rows.map { $0.map(\.cleanSentence) }.aligned(within: width, keeping: kept)
    try printOut(lines: table + (width.map { width in remarks.flatMap { $0.lines(ofColumns: width) } } ?? remarks))
}

/// Prints a value as JSON, without the users and passwords of addresses in it. The same value always gives the same
/// text.
func printJSON(_ value: some Encodable) throws { try printOut(jsonText(of: value)) }

func jsonText(of value: some Encodable) throws -> String {
    SecretParameters.replacingUserInfo(in: try unhiddenJSON(of: value), with: Redactor.hidden)
}

/// The same JSON with all users and passwords. It is for texts that cannot have a password of the user.
func unhiddenJSON(of value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.sorted(isIndented: true).encode(value), as: UTF8.self) + "\n"
}
