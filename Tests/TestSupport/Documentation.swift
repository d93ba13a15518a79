import Foundation

/// The examples in the documentation, which tests contain too, so that they are compiled and run.
public enum Documentation {
    /// The examples in Swift of all pages in a folder of the package that are not in a test.
    /// - Parameters:
    ///   - folder: such as `Sources/Grouping/Grouping.docc`.
    ///   - test: the path of the file that must contain them; indentation does not count.
    public static func examples(in folder: String, missingIn test: String) throws -> [String] {
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        let code = lines(try String(contentsOf: URL(filePath: test), encoding: .utf8))
        let pages = try FileManager.default.contentsOfDirectory(
            at: package.appending(path: folder), includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "md" }
        let examples = try pages.flatMap { try self.examples(of: String(contentsOf: $0, encoding: .utf8)) }
        guard !examples.isEmpty else { return ["no example in \(folder)"] }
        return examples.filter { !("\n" + code + "\n").contains("\n" + lines($0) + "\n") }
    }

    private static func examples(of page: String) -> [String] {
        page.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
    }

    /// The lines without indentation, imports, comments and empty lines.
    private static func lines(_ code: String) -> String {
        code.split(separator: "\n").map { $0.replacing(/\s*\/\/.*$/, with: "").trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
    }
}
