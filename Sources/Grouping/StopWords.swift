/// Words of usual texts.
package enum CommonWords {
    /// Whether a word, or another one that begins like it, is in many English texts.
    package static func isEnglish(_ word: String) -> Bool {
        let count = WordCounts.english.count(of: max(1, KnownWords.prefix(word[...], .standard)))
        return count > 0 || StopWords.contains(word)
    }
}

/// Words that have no topic, such as "the" and "для", in the languages that the comparison knows.
package enum StopWords {
    /// - Parameter word: one word, in any case.
    package static func contains(_ word: String) -> Bool {
        var word = word
        return word.withUTF8 { bytes in
            var reader = WordReader(bytes, .standard)
            return reader.next() && KnownWords.standard.kind(of: reader.hash, hasDigit: false).contains(.stop)
        }
    }
}
