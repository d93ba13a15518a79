extension StringProtocol where SubSequence == Substring {
    /// The text before the sign that its publisher cut it: an ellipsis, alone or in brackets. Nil without such a sign.
    package var beforeCutSign: Substring? {
        guard let last = self[...].utf8.last, cutSignEnds.contains(last) else { return nil }
        return cutSigns.first { hasSuffix($0) }.map { dropLast($0.count) }
    }
}

private let cutSigns = [
    " [...]", " […]", " (...)", " (…)", "[...]", "[…]", "(...)", "(…)", "...", "…",
]

/// The last bytes of the signs. Most texts end with another one.
private let cutSignEnds = Set(cutSigns.compactMap(\.utf8.last))
