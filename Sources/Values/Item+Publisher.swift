import Addresses
import Texts

extension Item {
    /// The words of the source's name and of its site's name.
    package var publisherWords: Set<String> {
        let host = CanonicalURL(url)?.host ?? ""
        let site = host.split(separator: ".").map(String.init)
        let name = FoldedText.words(of: source)
        return Set(name + site + [name.joined()])
    }

    /// Whether a text is the name of the publisher, such as "Yahoo Sports" on sports.yahoo.com.
    package func isPublisher(_ text: String) -> Bool {
        let words = FoldedText.words(of: text)
        let own = publisherWords
        return own.contains(words.joined())
            || words.contains(where: own.contains)
                && words.allSatisfy { own.contains($0) || Self.newsroom.contains($0) }
    }

    /// Words that name a newsroom and no person: its offices, articles, and the forms of firms.
    package static let newsroom: Set<String> = [
        "the", "staff", "news", "editor", "editors", "editorial", "team", "desk", "reporter", "reporters", "newsroom",
        "newsdesk", "admin", "administrator", "webmaster", "online", "com", "www", "web", "digital", "agency",
        "correspondent", "correspondents", "contributor", "contributors", "writer", "writers", "noreply", "no", "reply",
        "редакция", "редактор", "новости", "der", "die", "das", "le", "la", "les", "el", "il", "gmbh", "ag", "inc",
        "ltd", "llc", "sa",
    ]
}
