import FeedParser
import Foundation

/// Prints the HTML of each entry of the feeds it is given, with what HTMLText makes of it, as lines of JSON.
/// `bench/texts.py` builds it.
@main enum TextPrinter {
    static func main() throws {
        for path in CommandLine.arguments.dropFirst() {
            guard let bytes = FileManager.default.contents(atPath: path), let feed = try? Feed(parsing: bytes) else {
                continue
            }
            for (number, entry) in feed.entries.enumerated() {
                for markup in [entry.summary, entry.content].compactMap({ $0 }) where markup.kind == .html {
                    try print(markup, "\(path) entry \(number + 1)")
                }
            }
        }
    }

    private static func print(_ markup: Markup, _ place: String) throws {
        let line = ["place": place, "html": markup.value, "plain": markup.plain]
        FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: line) + Data("\n".utf8))
    }
}
