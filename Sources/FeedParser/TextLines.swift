/// The lines of a text that is made from HTML, and the kind of each line. So a text for a reader can leave out the
/// lines that are no part of an article: code next to text, headings, and lists of links.
struct TextLines {
    private var lines: [Line] = []
    /// What follows so many lines is a part of the last one, so that memory is bounded.
    private static let most = 20_000

    /// Begins a line.
    /// - Parameters:
    ///   - gap: where the line breaks before it begin.
    ///   - start: where the line begins.
    mutating func begin(after gap: Int, at start: Int, isCode: Bool) {
        if lines.count < Self.most { lines.append(Line(gap: gap, start: start, isCode: isCode)) }
    }

    /// Adds a word to the last line. Signs without letters are no words.
    mutating func add(_ word: some Collection<UInt8>, isLinked: Bool, isHeading: Bool, end: Int) {
        if lines.isEmpty { lines.append(Line(gap: 0, start: 0, isCode: false)) }
        lines[lines.count - 1].end = end
        lines[lines.count - 1].isBeforeLoss = false
        guard word.contains(where: { $0.isLetter || $0.isDigit || $0 >= 0x80 }) else { return }
        // In a script without spaces, a word has about two characters of three bytes.
        let count = word.first! >= 0xE3 ? max(1, word.count / 6) : 1
        if !isHeading { lines[lines.count - 1].others += count }
        if isLinked {
            lines[lines.count - 1].linked += 1
        } else {
            lines[lines.count - 1].words += count
            lines[lines.count - 1].lastWord = end
        }
    }

    /// Adds a mark, such as a quotation mark, to the last line.
    mutating func extend(to end: Int) {
        if !lines.isEmpty { lines[lines.count - 1].end = end }
    }

    /// Says that a picture, which is not part of the text, follows the last line.
    mutating func losePicture() {
        if !lines.isEmpty { lines[lines.count - 1].isBeforeLoss = true }
    }

    /// The text without code, without lists of links after prose, without headings before prose, and without a link
    /// after the last sentence. "…" replaces the colon of a line that introduces a picture or code.
    func article(in text: [UInt8]) -> [UInt8] {
        var kept = withoutCode
        for index in kept.indices { kept[index].isClosed = text[kept[index].start..<kept[index].end].endsSentence }
        kept = Self.withoutHeadings(Self.withoutLinkLists(kept, in: text), in: text)
        if let last = kept.last { kept[kept.count - 1].end = last.endWithoutLink(in: text) }
        return kept.enumerated().reduce(into: []) { result, line in
            if line.offset > 0 { result += text[line.element.gap..<line.element.start] }
            result += text[line.element.start..<line.element.end]
            if line.element.isBeforeLoss, result.last == 0x3A {
                result.replaceSubrange((result.count - 1)..., with: "…".utf8)
            }
        }
    }

    /// The lines without code, if there is prose.
    private var withoutCode: [Line] {
        guard lines.contains(where: { !$0.isCode && $0.words > 4 }) else { return lines }
        var kept: [Line] = []
        for line in lines {
            if !line.isCode { kept.append(line) } else if !kept.isEmpty { kept[kept.count - 1].isBeforeLoss = true }
        }
        return kept
    }

    /// The lines without headings that prose, or a list of sentences, follows. A heading that is a link, a sentence or
    /// an introduction stays: it may be the title of another article, or the question that the prose answers.
    private static func withoutHeadings(_ lines: [Line], in text: [UInt8]) -> [Line] {
        guard lines.contains(where: \.isHeading) else { return lines }
        var isBeforeProse = false
        let kept = lines.reversed().filter { line in
            if line.isHeading, isBeforeProse, text[line.end - 1] != 0x3A { return false }
            let isItem = text[line.start] == 0x2D
            isBeforeProse = line.isClosed && line.words + line.linked > (isItem ? 2 : 5)
            return true
        }
        return kept.reversed()
    }

    /// The lines without lists of links and without the links at the end. Such a list has at least three links, with
    /// their labels, and follows prose; before a single link at the end, one sentence is enough. It stays if a line with
    /// a colon introduces it.
    private static func withoutLinkLists(_ lines: [Line], in text: [UInt8]) -> [Line] {
        var kept: [Line] = []
        var prose = 0
        var isAfterList = false
        var position = 0
        while position < lines.count {
            var end = lines[position...].firstIndex { !$0.isLink && !$0.isLabel } ?? lines.count
            if end < lines.count, let last = lines[position..<end].lastIndex(where: \.isLink) { end = last + 1 }
            let links = lines[position..<end].count(where: \.isLink)
            let before = kept.last
            let isIntroduced = before.map { text[$0.end - 1] == 0x3A && !$0.isLabel } ?? true
            let isTrail =
                end == lines.count && links > 0
                && (before?.isClosed == true || lines[position..<end].allSatisfy { $0.linked < 4 })
            let isAfterText = before.map { text[$0.end - 1] != 0x3A && text[$0.start] != 0x2D } ?? false
            if isAfterText, position < end, end < lines.count,
                isAside(lines[position..<end], before: lines[end], in: text)
            {
                position = end
                continue
            }
            let isOnlyLink = links == 1 && isTrail && before.map { $0.isClosed && $0.words > 4 } == true
            if prose >= 12 || isOnlyLink, !isIntroduced, links >= 3 || isTrail {
                isAfterList = links >= 3
                position = end
                continue
            }
            end = max(end, position + 1)
            for line in lines[position..<end] {
                if line.isClosed, text[line.start] != 0x2D { prose += line.words }
                // After a list of links, a line that is no sentence belongs to the list.
                if !isAfterList || line.isClosed && line.words > 7 { kept.append(line) }
            }
            position = end
        }
        return kept
    }

    /// Whether it is a list of one or two links to other pages, before a paragraph of prose.
    private static func isAside(_ list: ArraySlice<Line>, before next: Line, in text: [UInt8]) -> Bool {
        list.allSatisfy { $0.isLink && $0.words == 0 && $0.linked > 3 && text[$0.start] == 0x2D } && list.count <= 2
            && next.isClosed && next.words > 7 && text[next.start] != 0x2D
    }
}

extension TextLines {
    fileprivate struct Line {
        let gap: Int
        let start: Int
        let isCode: Bool
        var end: Int
        /// Where the last word outside links ends.
        var lastWord: Int
        /// The number of words outside links.
        var words = 0
        /// The number of words in links.
        var linked = 0
        /// Whether it ends as a sentence does.
        var isClosed = false
        /// The number of words that are neither in a heading nor bold.
        var others = 0
        /// Whether something that is not part of the text follows it: a picture, or code that was left out.
        var isBeforeLoss = false

        init(gap: Int, start: Int, isCode: Bool) {
            (self.gap, self.start, self.isCode, end, lastWord) = (gap, start, isCode, start, start)
        }

        var isLink: Bool { linked > 0 && words <= 2 && !isClosed }
        /// Whether it may be the heading of a list.
        var isLabel: Bool { linked == 0 && words <= 3 && !isClosed }

        /// Whether it may be the heading of the lines after it.
        var isHeading: Bool { others == 0 && linked == 0 && 1...Self.longestHeading ~= words && !isClosed }

        /// In words. A longer line of bold text is the lead of the article, and a longer heading tells news itself.
        private static let longestHeading = 6

        /// Where the line ends without the links after its last sentence, or without links in brackets at its end.
        func endWithoutLink(in text: [UInt8]) -> Int {
            guard linked > 0, words > 4, lastWord < end, !isClosed else { return end }
            let tail = text[lastWord..<end].drop(while: \.isSpace)
            let isBracket = tail.first == 0x28 && tail.last == 0x29
            return isBracket || text[start..<lastWord].endsSentence ? lastWord : end
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether the last sign, before quotation marks and brackets, ends a sentence.
    fileprivate var endsSentence: Bool {
        var rest = self
        while let last = rest.last, [0x22, 0x27, 0x29, 0x5D].contains(last) { rest.removeLast() }
        for quote in ["”", "’", "»", "」", "』", "）"] where rest.suffix(quote.utf8.count).elementsEqual(quote.utf8) {
            rest.removeLast(quote.utf8.count)
        }
        return [".", "!", "?", "…", "。", "！", "？", "｡", "।", "۔", "؟"].contains {
            rest.suffix($0.utf8.count).elementsEqual($0.utf8)
        }
    }
}
