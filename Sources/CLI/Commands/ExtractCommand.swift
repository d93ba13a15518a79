import ArgumentParser
import ArticleText
import Files
import Foundation
import NewsDigest
import Texts
import Values

/// A command for scripts: the article of a web page.
struct ExtractCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Print the article of a web page as JSON.",
        discussion: """
            It prints one object with "title", "byline", "published", "language", "image", "html" and "text"; null if \
            the page does not say it. "html" is safe to show, and its addresses are absolute. It asks no server. A page \
            without an article has exit status 65.
            """)

    @Argument(
        help: ArgumentHelp("The page: an HTML file; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: .init("The address of the page, for the addresses in it that are relative.", valueName: "address"))
    var url: String?

    func run() throws {
        let address = url.flatMap { URL(string: $0) }
        if let url, !["http", "https"].contains(address?.scheme?.lowercased()) || address?.host() == nil {
            throw RunError.usage("--url '\(url)' is not the address of a web page, such as https://quay.example/news")
        }
        guard address?.user() == nil else { throw RunError.usage("--url has a user name; leave it out") }
        guard let article = Article(page: Array(try page()), url: url ?? "") else {
            throw RunError.unusableInput("extract '\(file)': the page has no article")
        }
        // A page cannot have a password of the user.
        try printOut(JSONEncoder.indentedText(of: Extracted(article: article)))
    }

    /// - Throws: `RunError.unusableInput` for a file that cannot be read.
    private func page() throws -> Data {
        let reason: String
        do {
            let page =
                file == "-"
                ? try FileHandle.standardInput.readAll(upTo: Self.longest)
                : try FileHandle.read(file, upTo: Self.longest)
            if let page { return page }
            reason = "it has more than \(Self.longest >> 20) MiB, the limit"
        } catch {
            reason = "cannot be read: \(errorText(of: error))"
        }
        throw RunError.unusableInput("extract '\(file)': \(reason)")
    }

    /// In bytes.
    private static let longest = 16 << 20
}

/// An article as JSON.
private struct Extracted: Encodable {
    let article: Article

    private enum Key: CodingKey { case title, byline, published, language, image, html, text }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(article.title.isEmpty ? nil : article.title, forKey: .title)
        try object.encode(article.byline, forKey: .byline)
        try object.encode(article.published, forKey: .published)
        try object.encode(article.language, forKey: .language)
        try object.encode(article.image, forKey: .image)
        try object.encode(article.html, forKey: .html)
        try object.encode(article.text, forKey: .text)
    }
}
