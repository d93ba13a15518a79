/// Who tells a story, so that two feeds of one outlet do not count as two publishers.
enum Publisher {
    /// The outlet's domain label where the source is named after it (`BBC Technology` at `bbc.co.uk` is `bbc`), else
    /// the source's name: aggregators carry many publishers on one host.
    static func name(source: String, host: String?) -> String {
        let words = FoldedText.words(of: source)
        let joined = words.joined()
        guard let label = host.flatMap(mainLabel), label.utf8.count >= 3 else { return joined }
        let plain = label.filter { $0 != "-" }
        return joined.contains(plain) ? plain : joined
    }

    /// `bbc` of `news.bbc.co.uk`. Nil for an address in numbers.
    static func mainLabel(of host: String) -> String? {
        var labels = host.split(separator: ".")
        guard labels.count >= 2, labels.last?.contains(where: \.isLetter) == true else { return nil }
        labels.removeLast()
        if labels.count >= 2, let last = labels.last, last.utf8.count <= 3 { labels.removeLast() }
        return labels.last.map(String.init)
    }
}
