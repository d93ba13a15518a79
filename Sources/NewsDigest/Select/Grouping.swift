import Foundation

/// Articles to be grouped, as plain values.
public struct NewsTexts {
    var titles: [String] = []
    var keys: [String] = []

    public init() {}

    public mutating func add(title: String, summary: String, url: String, source: String, published: Date?) {
        titles.append(FoldedText.words(of: title).joined(separator: " "))
        keys.append(CanonicalURL(url)?.key ?? "")
    }
}

public struct Grouping {
    public var article: [Int]
    public var story: [Int]

    public init(_ texts: NewsTexts) {
        var sets = DisjointSets(count: texts.titles.count)
        var seen: [String: Int] = [:]
        for index in texts.titles.indices {
            for key in ["t" + texts.titles[index], "u" + texts.keys[index]] where key.utf8.count > 1 {
                if let other = seen[key] { sets.join(index, other) } else { seen[key] = index }
            }
        }
        article = texts.titles.indices.map { sets.root(of: $0) }
        story = article
    }
}
