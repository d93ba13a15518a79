import Addresses
import Foundation
import Texts

/// What a source said of an item, in numbers: enough to tell whether it is an item that the source gave before.
package struct Fingerprint: Sendable, Equatable {
    /// The hash of the id as written. Nil for an item without one.
    package var id: Int64?
    /// The hash of the address without scheme and host, with its fragment.
    package var path: Int64
    /// The hash of the longest number in the address that has four digits or more. Numbers that may be a year or a day
    /// do not count.
    package var number: Int64?
    /// Seconds since 1970.
    package var published: Int64?
    /// Whether the id is the item's address with a counter behind it, such as `https://example.org/a#3`.
    package var isCounted: Bool
    package var wording: Item.Wording

    package init(
        id: Int64?, path: Int64, number: Int64?, published: Int64?, isCounted: Bool, wording: Item.Wording
    ) {
        self.id = id
        self.path = path
        self.number = number
        self.published = published
        self.isCounted = isCounted
        self.wording = wording
    }
}

extension Fingerprint {
    /// - Parameter address: the canonical form of the item's address.
    package init(_ item: Item, address: CanonicalURL?) {
        let own = item.isKnownByIDAlone ? item.guid : nil
        let path = own ?? address.map { String($0.keyWithFragment.afterHost) } ?? item.url
        self.init(
            id: item.guid.flatMap { $0.isEmpty ? nil : StableHash.hash($0) }, path: StableHash.hash(path),
            number: own == nil ? Self.number(in: path).map(StableHash.hash) : nil,
            published: item.published.map { Int64($0.timeIntervalSince1970) },
            isCounted: item.guid.map { Self.isCounter($0, behind: address) } ?? false, wording: item.wording)
    }

    /// What an item says that was stored before its source's own words were stored: its texts are cleaned ones.
    package static func cleaned(_ item: Item, address: CanonicalURL?) -> Fingerprint {
        var item = item
        item.wording = Item.Wording(title: item.title, text: item.summary)
        return Fingerprint(item, address: address)
    }

    /// The link may have parameters for tracking, or another scheme.
    private static func isCounter(_ id: String, behind address: CanonicalURL?) -> Bool {
        guard let address, let mark = id.utf8.lastIndex(of: UInt8(ascii: "#")) else { return false }
        let counter = id[mark...].dropFirst()
        return (1...4).contains(counter.count) && counter.allSatisfy(\.isNumber)
            && CanonicalURL(String(id[..<mark]))?.key == address.key
    }

    /// The longest number that is no part of a date; the last one of several.
    private static func number(in path: String) -> String? {
        let numbers = path.utf8.split { !$0.isDigit }.filter { $0.count >= 4 }.map { String(Substring($0)) }
        return numbers.filter { !isDate($0) }.max { $0.utf8.count <= $1.utf8.count }
    }

    /// Whether the digits may be a year, a month of a year or a day, such as `2026`, `202611` or `20261125`.
    private static func isDate(_ digits: String) -> Bool {
        guard [4, 6, 8].contains(digits.count), let year = Int(digits.prefix(4)), (1900...2099).contains(year) else {
            return false
        }
        let (month, day) = (Int(digits.dropFirst(4).prefix(2)), Int(digits.dropFirst(6)))
        return month.map { (1...12).contains($0) } ?? true && day.map { (1...31).contains($0) } ?? true
    }
}

extension Fingerprint {
    package func hasSameDate(as other: Fingerprint) -> Bool { published == other.published }
    package func hasSameTitle(as other: Fingerprint) -> Bool { wording.title == other.wording.title }
    package func hasSameText(as other: Fingerprint) -> Bool {
        wording.text != nil && wording.text == other.wording.text
    }

    package func hasOtherTitle(than other: Fingerprint) -> Bool {
        wording.titleWords.differsWholly(from: other.wording.titleWords)
    }

    /// Whether address, title, text and date all differ. What both lack does not count as the same.
    /// - Parameters:
    ///   - pathProves: whether the address is no other item's. If it is, it says nothing here.
    ///   - textProves: the same for the text.
    package func differsInAll(from other: Fingerprint, pathProves: Bool, textProves: Bool) -> Bool {
        !(pathProves && path == other.path) && !hasSameTitle(as: other)
            && !(textProves && hasSameText(as: other)) && (published == nil || !hasSameDate(as: other))
    }

    /// Title, date and text, as a key.
    package var texts: [Int64?] { [wording.title, published, wording.text] }

    /// Whether an item with the same address is another one: its date is new, and so are its title and its text.
    package func isAnother(at other: Fingerprint) -> Bool {
        guard !hasSameDate(as: other), hasOtherTitle(than: other) else { return false }
        return !hasSameText(as: other)
            && (wording.text == nil || other.wording.text == nil
                || wording.textWords.differsWholly(from: other.wording.textWords))
    }
}

extension String {
    /// What follows the host of a key.
    fileprivate var afterHost: Substring { Substring(utf8.drop { !"/?#".utf8.contains($0) }) }
}

extension CanonicalURL {
    /// The key of the address with its fragment, which parts the items of one page.
    var keyWithFragment: String {
        let number = UInt8(ascii: "#")
        guard !key.utf8.contains(number), let mark = clean.utf8.firstIndex(of: number) else { return key }
        return key + clean[mark...]
    }
}

extension Item {
    /// The title and the text of an item as its source wrote them, in numbers. Nothing that newsdigest cleans or cuts
    /// changes them, nor does what else stands in the same answer.
    package struct Wording: Sendable, Equatable, Codable {
        /// Hashes of the texts. That of an empty text is nil.
        package var title: Int64
        package var text: Int64?
        package var titleWords: WordSketch
        package var textWords: WordSketch

        package init(title: Int64, text: Int64?, titleWords: WordSketch, textWords: WordSketch) {
            self.title = title
            self.text = text
            self.titleWords = titleWords
            self.textWords = textWords
        }

        package init(title: String, text: String) {
            self.init(
                title: StableHash.hash(title), text: text.isEmpty ? nil : StableHash.hash(text),
                titleWords: WordSketch(title, limit: 12), textWords: WordSketch(text, limit: 16))
        }
    }
}
