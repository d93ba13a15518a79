/// The words before the name of an author, in folded form.
package enum AuthorWords {
    /// Whether it is a word such as `by`.
    package static func isPreposition(_ word: String) -> Bool { prepositions.contains(word) }

    /// Whether it is a word such as `author`, which stands before a colon.
    package static func isLabel(_ words: String) -> Bool { labels.contains(words) }

    private static let prepositions: Set<String> = ["by", "por", "von", "par"]
    private static let labels: Set<String> = [
        "author", "authors", "autor", "autoren", "auteur", "auteurs", "autore", "autori", "autores", "автор", "авторы",
        "yazar", "yazan", "作者", "撰文",
    ]
}
