extension Sentence {
    /// Whether a word of small letters often begins a sentence.
    package static func isUsualBeginning(_ word: String) -> Bool { beginnings.contains(word) }

    private static let beginnings: Set<String> = [
        "the", "a", "an", "this", "these", "that", "there", "in", "on", "at", "with", "from", "as", "if", "when",
        "while", "since", "after", "today", "recently", "we", "i", "you", "he", "she", "it", "they", "my", "our",
        "what", "how", "why", "here", "although", "previously", "earlier", "meanwhile", "however", "many", "most",
        "some", "one", "press", "до", "в", "на", "это", "эта", "этот", "как", "если", "когда", "мы", "я", "по", "для",
        "с", "сегодня", "der", "die", "das", "ein",
        "eine", "wir", "ich", "es", "im", "el", "la", "los", "las", "un", "una", "en", "este", "esta", "le", "les",
        "une", "nous", "ce", "cette", "il", "o", "os", "bu", "bir",
    ]
}
