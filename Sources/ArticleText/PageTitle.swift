/// The title of an article from the `title` of its page, which often names the site, too.
enum PageTitle {
    /// - Parameters:
    ///   - title: the page's title as one line.
    ///   - body: the page, to look for its headings.
    static func article(_ title: String, in body: PageElement) -> String {
        let short = shortened(title, in: body)
        guard short.wordCount <= 4 else { return short }
        // A title of a few words is believed only if what was taken off is one step of a path.
        let steps = title.unicodeScalars.contains { pathSigns.contains($0) }
        let words = String(String.UnicodeScalarView(title.unicodeScalars.filter { !separators.contains($0) })).wordCount
        return steps && short.wordCount == words - 1 ? short : title
    }

    private static func shortened(_ title: String, in body: PageElement) -> String {
        if let parts = parted(title) {
            return parts.before.wordCount < 3 ? parts.after : parts.before
        }
        if title.contains(": ") { return afterColon(title, in: body) }
        guard title.count > 150 || title.count < 15 else { return title }
        let headings = headings(in: body).filter { $0.name == "h1" }
        return headings.count == 1 ? headings[0].text : title
    }

    /// What stands before the last separator with spaces around it, and after the first.
    private static func parted(_ title: String) -> (before: String, after: String)? {
        let scalars = Array(title.unicodeScalars)
        let places = scalars.indices.dropFirst().dropLast().filter {
            separators.contains(scalars[$0]) && scalars[$0 - 1] == " " && scalars[$0 + 1] == " "
        }
        guard let last = places.last, let first = scalars.firstIndex(where: separators.contains) else { return nil }
        func line(_ part: ArraySlice<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(part)).split(separator: " ").joined(separator: " ")
        }
        return (line(scalars[..<last]), line(scalars[(first + 1)...]))
    }

    private static func afterColon(_ title: String, in body: PageElement) -> String {
        if headings(in: body).contains(where: { $0.text == title }) { return title }
        let parts = title.split(separator: ":", omittingEmptySubsequences: false)
        let last = parts[parts.count - 1].trimmed
        guard last.wordCount < 3 else { return last }
        return parts[0].wordCount > 5 ? title : parts.dropFirst().joined(separator: ":")[...].trimmed
    }

    private static func headings(in body: PageElement) -> [PageElement] {
        var headings: [PageElement] = []
        body.visitAll { if $0.name == "h1" || $0.name == "h2" { headings.append($0) } }
        return headings
    }

    private static let separators: Set<Unicode.Scalar> = ["|", "-", "–", "—", "\\", "/", ">", "»"]
    private static let pathSigns: Set<Unicode.Scalar> = ["\\", "/", ">", "»"]
}

extension StringProtocol {
    fileprivate var wordCount: Int { split(whereSeparator: \.isWhitespace).count }
}

extension Substring {
    fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension String {
    /// Whether less than a quarter of a text are words that this one does not have.
    func isLike(_ other: String) -> Bool {
        let mine = words
        let theirs = other.words
        guard !mine.isEmpty, !theirs.isEmpty else { return false }
        let known = Set(theirs)
        let strange = mine.filter { !known.contains($0) }
        func length(_ words: [String]) -> Double { Double(words.reduce(words.count - 1) { $0 + $1.count }) }
        return strange.isEmpty || 1 - length(strange) / length(mine) > 0.75
    }

    private var words: [String] {
        lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }
}
