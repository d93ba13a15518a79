import Foundation
import Settings
import Texts
import Values

/// An item's text in the form that patterns search. It is made once for each item, only if there are patterns.
struct FilteredText {
    private let language: StemLanguage
    private var words: [Pattern.Field: [String]] = [:]
    private var stems: [Pattern.Field: [String]] = [:]
    /// More than one text only for a category or a source that has two names.
    private var plain: [Pattern.Field: [String]] = [:]

    /// The number of scalars that are searched. This limits the time for a huge text and for a slow expression.
    private static let longest = 4_000

    /// - Parameters:
    ///   - hasNoCategory: whether the item's feed has no category (`Category.names`).
    ///   - reader: the reader's language, as a tag such as `en`.
    init(_ item: Item, hasNoCategory: Bool = false, reader: String = "en") {
        let language = StemLanguage(of: item, reader: reader)
        self.language = language
        let sources = item.followedName == item.source ? [item.source] : [item.followedName, item.source]
        let categories = Category(item.category).names(hasNoCategory: hasNoCategory)
        var fields: [Pattern.Field: String] = [
            .title: item.title, .text: item.summary, .author: item.author ?? "",
            .source: sources.joined(separator: " | "), .url: item.url,
        ]
        for (field, text) in fields { plain[field] = [text.beginning(Self.longest)] }
        plain[.source] = sources.map { $0.beginning(Self.longest) }
        plain[.category] = categories.map { ([$0] + item.tags).joined(separator: " | ").beginning(Self.longest) }
        fields[.category] = (categories + item.tags).joined(separator: " | ")
        for (field, text) in fields {
            let text = text.beginning(Self.longest)
            words[field] = language.words(of: field == .url ? text.removingPercentEncoding ?? text : text)
            stems[field] = words[field]?.map(language.stem)
        }
    }

    func contains(_ patterns: [StemLanguage: [Pattern.Word]], in field: Pattern.Field) -> Bool {
        guard let pattern = patterns[language], let words = words[field], let stems = stems[field],
            words.count >= pattern.count
        else { return false }
        return (0...(words.count - pattern.count)).contains { start in
            pattern.indices.allSatisfy { index in
                switch pattern[index] {
                case .stem(let stem): stems[start + index] == stem
                case .prefix(let prefix): words[start + index].hasPrefix(prefix)
                }
            }
        }
    }

    func texts(of field: Pattern.Field) -> [String] { plain[field] ?? [] }
}

/// Searches the items of one run for patterns, and stops using a regular expression that takes too long.
///
/// ICU reports each place at which it begins to search, and every 10,000 steps of backtracking. The main limit is the
/// number of reports and not the time, so that the result is the same on a slow computer. A time limit is there for
/// all other cases.
struct PatternSearch {
    /// The patterns that took too long. They match no further item.
    private(set) var abandoned: Set<Pattern> = []
    private var expressions: [String: NSRegularExpression] = [:]
    private var reports: [Pattern: Int] = [:]
    private var spent: [Pattern: Duration] = [:]

    /// The number of reports that are allowed in addition to one for each place of the text.
    private static let reportsPerText = 40
    private static let reportsPerRun = 400
    private static let timePerRun = Duration.seconds(5)

    /// The first of `patterns` that the item matches.
    mutating func first(of patterns: [Pattern], in text: FilteredText) -> Pattern? {
        for pattern in patterns where matches(pattern, text) { return pattern }
        return nil
    }

    mutating func all(of patterns: [Pattern], in text: FilteredText) -> [Pattern] {
        patterns.filter { matches($0, text) }
    }

    private mutating func matches(_ pattern: Pattern, _ text: FilteredText) -> Bool {
        let fields = pattern.field.map { [$0] } ?? Pattern.Field.allCases
        switch pattern.kind {
        case .words(let words): return fields.contains { text.contains(words, in: $0) }
        case .expression(let source):
            guard !abandoned.contains(pattern), let expression = expression(source) else { return false }
            for text in fields.flatMap(text.texts) where find(expression, pattern, text) { return true }
            return false
        }
    }

    private mutating func expression(_ source: String) -> NSRegularExpression? {
        if let known = expressions[source] { return known }
        let new = try? NSRegularExpression(pattern: source, options: [.caseInsensitive, .useUnicodeWordBoundaries])
        expressions[source] = new
        return new
    }

    private mutating func find(_ expression: NSRegularExpression, _ pattern: Pattern, _ text: String) -> Bool {
        guard !abandoned.contains(pattern) else { return false }
        let whole = NSRange(location: 0, length: text.utf16.count)
        let positions = whole.length + 1
        let start = ContinuousClock.now
        let end = start + Self.timePerRun - spent[pattern, default: .zero]
        var steps = 0
        var found = false
        expression.enumerateMatches(in: text, options: .reportProgress, range: whole) { match, _, stop in
            if match != nil {
                found = true
                stop.pointee = true
            } else {
                steps += 1
                if steps >= positions + Self.reportsPerText || ContinuousClock.now > end { stop.pointee = true }
            }
        }
        reports[pattern, default: 0] += max(0, steps - positions)
        spent[pattern, default: .zero] += ContinuousClock.now - start
        if reports[pattern, default: 0] >= Self.reportsPerRun || spent[pattern, default: .zero] >= Self.timePerRun {
            abandoned.insert(pattern)
        }
        return found
    }
}
