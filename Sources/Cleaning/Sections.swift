import Texts

extension [Sentence] {
    /// The sentences without the sections under a text: what a company or a series always says about itself (`About
    /// Quay Shoes: Quay Shoes is …`), and the lists of links under a recording (`Related Episodes`).
    var withoutSections: [Sentence] {
        let end =
            indices.dropFirst().first { index in
                self[index].isAboutItself || self[index].isHeadingOfLinks
                    || index + 1 < endIndex && self[index].introduces(self[index + 1])
            } ?? endIndex
        let text = Array(self[..<end])
        let hasSentence = text.contains { $0.isClosed || $0.words.count > 5 }
        let isList = end < endIndex && self[end].isHeadingOfLinks && !hasSentence
        return isList ? [] : text
    }
}

extension Sentence {
    /// Whether it begins a paragraph with `About`, a name, a colon and the name again.
    fileprivate var isAboutItself: Bool {
        guard beginsParagraph, words.first == "about", let label, label.words.count > 1 else { return false }
        let name = label.words.dropFirst()
        return label.rest.starts(with: name) || label.rest.dropFirst().starts(with: name)
    }

    /// Whether it is a paragraph `About Quay Shoes:`, and the next sentence begins with this name.
    fileprivate func introduces(_ next: Sentence) -> Bool {
        isParagraph && text.hasSuffix(":") && words.count > 2 && words[0] == "about"
            && next.words.starts(with: words.dropFirst())
    }

    /// Whether it is a paragraph such as `Related Links`.
    fileprivate var isHeadingOfLinks: Bool {
        guard isParagraph, !isClosed else { return false }
        let isRelated = words.count == 2 && ["related", "episode"].contains(words[0])
        return isRelated && ["episodes", "links", "videos", "posts", "reading"].contains(words[1])
            || words == ["shownotes"] || words == ["show", "notes"]
    }
}
