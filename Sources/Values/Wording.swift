import Texts

extension Item {
    /// The title and the text of an item as its source wrote them, in numbers. Nothing that newsdigest cleans or cuts
    /// changes them, nor does what else stands in the same answer.
    package struct Wording: Sendable, Equatable, Codable {
        /// Hashes of the texts. That of an empty text is nil.
        package var title: Int64
        package var text: Int64?
        package var titleWords: WordSketch
        package var textWords: WordSketch

        package init(title: Int64, text: Int64?, titleWords: WordSketch, textWords: WordSketch) {
            self.title = title
            self.text = text
            self.titleWords = titleWords
            self.textWords = textWords
        }

        package init(title: String, text: String) {
            self.init(
                title: StableHash.hash(title), text: text.isEmpty ? nil : StableHash.hash(text),
                titleWords: WordSketch(title, limit: 12), textWords: WordSketch(text, limit: 16))
        }
    }
}
