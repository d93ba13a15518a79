import Addresses
import Foundation

/// The ` - Publisher` that newsapi.org, like Google News, adds to a headline.
///
/// It is cut only when it surely names the publisher: if it is the article's source or the host of its address, if the
/// article comes from Google News, or if at least four fifths of the headlines in the same answer have a suffix.
package struct PublisherSuffix {
    /// Whether at least four fifths of the headlines in the answer seem to end with a publisher.
    private var isConvention: Bool

    package init(titles: [String], _ profile: inout SourceProfile) {
        let withSuffix = titles.count >= 5 ? titles.count { Self.split($0) != nil } : 0
        isConvention = profile.has(.suffixOfTitle, withSuffix, in: titles.count, least: 4, share: 0.8)
    }

    /// The headline without the suffix, and the publisher in the suffix.
    package func cut(
        _ title: String, source: String?, isAggregated: Bool = false, url: String
    ) -> (title: String, publisher: String?) {
        if let name = source, let whole = Self.dropping(name, from: title) { return (whole, name) }
        guard let (head, suffix) = Self.split(title) else { return (title, nil) }
        let publisher = PublisherName(source: source ?? "", url: url)
        guard
            isConvention || isAggregated || WebAddress.host(of: url) == "news.google.com"
                || publisher.isNamed(by: suffix)
        else { return (title, nil) }
        if let (shorter, latin) = Self.split(head), Self.isForeign(latin, to: shorter) {
            return (shorter, "\(latin) - \(suffix)")
        }
        return (head, suffix)
    }

    private static func split(_ title: String) -> (head: String, ending: String)? {
        HeadlineBoilerplate.split(title, at: [" - "])
    }

    private static func dropping(_ name: String, from title: String) -> String? {
        guard !name.isEmpty, title.hasSuffix(" - " + name) else { return nil }
        let head = title.dropLast(name.count + 3).trimmingCharacters(in: .whitespaces)
        return head.isEmpty ? nil : head
    }

    /// Whether the words are in Latin letters and the headline is not. Some publishers write their name twice, as in
    /// `Yallakora - يلاكورة`.
    private static func isForeign(_ words: String, to headline: String) -> Bool {
        let isLatin = words.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0.value < 0x250 }
        let others = headline.unicodeScalars.count { $0.properties.isAlphabetic && $0.value >= 0x250 }
        let letters = headline.unicodeScalars.count { $0.properties.isAlphabetic }
        return isLatin && others * 10 > letters * 8
    }
}
