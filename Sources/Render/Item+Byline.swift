import Addresses
import Cleaning
import Foundation
import Settings
import Texts
import Values

extension Item {
    /// The names of the authors, without "By", without addresses, and without the names of the publisher and of its
    /// newsroom. Nil if no name is left.
    var byline: String? { byline(of: author) }

    /// The names of authors whom the item's page names, if the item itself names none.
    func byline(withPage article: PageArticle?) -> String? { byline ?? byline(of: article?.byline) }

    private func byline(of author: String?) -> String? { people(in: author).joined(separator: ", ").nonEmpty }

    /// The byline with at most six names. Of more authors, the first three are named.
    var shortByline: String? {
        let people = people(in: author)
        // A comma may also be before initials, as in "Kaur, M.".
        guard people.count > Self.mostNames, let end = people[3...].firstIndex(where: { !$0.hasSuffix(".") })
        else { return people.joined(separator: ", ").nonEmpty }
        return people[..<end].joined(separator: ", ") + " et al."
    }

    private static let mostNames = 6

    private func people(in author: String?) -> [String] {
        guard let line = author?.cleanLine.nonEmpty, !Self.isSentence(line) else { return [] }
        let names = Self.named(line).map { [$0] } ?? line.split { ",;；".contains($0) }.map(String.init)
        let locale = Locale(identifier: language ?? "")
        let people = names.flatMap { part in
            // After a bar there is a section, a position or another name. Agencies have no section.
            let names = part.components(separatedBy: " | ").map {
                Self.withoutCapitals(Self.withoutUserName(Self.person($0)), locale)
            }
            let isAgencies = names.allSatisfy(PublisherName.isAgency)
            return isPerson(names[0]) ? names[..<1] + names[1...].filter { isAgencies || Self.isWholeName($0) } : []
        }
        return people.enumerated().filter { index, name in
            isPerson(name) && !Self.isPosition(name, isFirst: index == 0)
        }.map(\.element)
    }

    private static func isWholeName(_ name: String) -> Bool {
        let words = name[...].spaced
        return 2...4 ~= words.count && words.allSatisfy { !$0.first!.isLowercase || particles.contains(String($0)) }
    }

    /// The name in a text: `Ann` in `By Ann`, `mail@host (Ann)` or `Ann <mail@host>`.
    private static func person(_ text: String) -> String {
        let name = text.trimmingCharacters(in: .whitespaces)
        let bare = withoutLabel(named(name) ?? name)
        if let by = bare[...].lastRange(ofLiteral: " By ") { return person(String(bare[by.upperBound...])) }
        if let dash = bare[...].lastRange(ofLiteral: " - "),
            isPosition(String(bare[dash.upperBound...]), isFirst: false)
        {
            return person(String(bare[..<dash.lowerBound]))
        }
        return withoutPosition(bare)
    }

    /// The name after a label or a word such as `by`: `Written by: Ann Lee`, `di Ann Lee`. Empty after the label of a
    /// picture.
    private static func withoutLabel(_ name: String) -> String {
        var name = name
        if let colon = name.prefix(longestLabel).firstIndex(where: { ":：".contains($0) }) {
            let label = FoldedText.folded(String(name[..<colon]))
            if AuthorWords.isLabelOfPictures(label) { return "" }
            if AuthorWords.labelsOfBylines.contains(label) {
                name = name[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
            }
        }
        guard let space = name.firstIndex(where: \.isWhitespace) else { return name }
        let word = FoldedText.folded(String(name[..<space]))
        let rest = name[space...].spaced
        // `Di Lee` is a name, and so is `von der Quay`.
        let isBy = AuthorWords.beginningsOfBylines.contains(word) && rest.count > 1 && !rest[0].first!.isLowercase
        return word == "by" || isBy ? name[space...].trimmingCharacters(in: .whitespaces) : name
    }

    /// In characters.
    private static let longestLabel = 30

    /// Whether it is a sentence, such as the slogan of a show: most of its words begin with small letters.
    private static func isSentence(_ line: String) -> Bool {
        let words = line[...].spaced
        return words.count > 6 && line.hasSuffix(".") && words.count { $0.first!.isLowercase } * 2 > words.count
    }

    /// `ANNA VAN LEE and BO DAY` as `Anna van Lee and Bo Day`. A single word may be an abbreviation.
    private static func withoutCapitals(_ names: String, _ locale: Locale) -> String {
        names.components(separatedBy: " and ").map { nameWithoutCapitals($0, locale) }.joined(separator: " and ")
    }

    private static func nameWithoutCapitals(_ name: String, _ locale: Locale) -> String {
        let words = name[...].spaced
        guard 2...5 ~= words.count, words.contains(where: { $0.count > 3 }),
            !name.contains(where: { $0.isLowercase || $0.isNumber })
        else { return name }
        return words.map { word in
            let small = word.lowercased(with: locale)
            return particles.contains(small) ? small : isAbbreviation(word) ? String(word) : capitalized(small, locale)
        }.joined(separator: " ")
    }

    /// Whether it is one letter, or has no vowel: `J`, `BBC`.
    private static func isAbbreviation(_ word: Substring) -> Bool {
        word.count < 2 || !FoldedText.folded(String(word)).contains { "aeiouyаеиоуыэюя".contains($0) }
    }

    /// The word with a capital letter at its beginning and after each mark: `O'Leary-Day`.
    private static func capitalized(_ word: String, _ locale: Locale) -> String {
        var isInside = false
        return word.reduce(into: "") { text, letter in
            text += isInside ? String(letter) : String(letter).uppercased(with: locale)
            isInside = letter.isLetter
        }
    }

    private static let particles: Set<String> = ["van", "von", "de", "der", "den", "da", "di", "la", "and"]

    /// The first two words of a name with a position that is not divided from it: `Anna Lee North of Elsom editor`.
    private static func withoutPosition(_ name: String) -> String {
        if let paper = name[...].firstRange(ofLiteral: " Special to ") { return String(name[..<paper.lowerBound]) }
        let words = name[...].spaced
        guard words.count >= 3, words.prefix(2).allSatisfy({ $0.first!.isUppercase }),
            positions.contains(String(words[words.count - 1]))
        else { return name }
        return words.prefix(2).joined(separator: " ")
    }

    /// The name next to a mail address (RFC 5322, section 3.4, and the form `mail@host (Name)` of RSS), or after a user
    /// name: `annlee (Ann Lee)`.
    private static func named(_ text: String) -> String? {
        let (open, isName): (Character, (Substring, Substring) -> Substring?) =
            text.hasSuffix(")")
            ? (
                "(",
                { before, inside in
                    isMail(before) || isShortName(before) && inside.utf8.contains(UInt8(ascii: " ")) ? inside : nil
                }
            )
            : ("<", { before, inside in isMail(inside) ? before : nil })
        guard text.hasSuffix(")") || text.hasSuffix(">"), let start = text.firstIndex(of: open) else { return nil }
        let inside = text[text.index(after: start)...].dropLast()
        let name = isName(text[..<start], inside)?.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
        return name?.nonEmpty
    }

    /// Whether it is one word in small letters.
    private static func isShortName(_ text: Substring) -> Bool {
        let name = text.trimmingCharacters(in: .whitespaces)
        return !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
            && !name.contains(where: \.isUppercase)
    }

    private static func isMail(_ text: Substring) -> Bool {
        let address = text.trimmingCharacters(in: .whitespaces)
        return address.contains("@") && !address.contains(where: \.isWhitespace)
    }

    /// Whether the name is neither an address, nor the publisher's, nor that of a newsroom. False for a name without
    /// words.
    private func isPerson(_ name: String) -> Bool {
        let isAddress = !name.contains(where: \.isWhitespace) && (name.contains("@") || name.contains("/"))
        return !isAddress && !isPublisher(name) && !publisher.isAbbreviated(from: name)
            && !PublisherName.isNewsroom(name) && !Self.hasSite(name) && !Self.isUserName(name)
    }

    /// Whether a text names a site, as in "quaynews.example Redaktion". The names of people have no such word.
    private static func hasSite(_ text: String) -> Bool {
        text[...].spaced.contains { word in
            let parts = word.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count >= 2, let ending = parts.last else { return false }
            return 2...4 ~= ending.count && ending.allSatisfy(\.isLowercase)
                && parts.dropLast().allSatisfy { $0.count >= 3 }
        }
    }

    /// Whether it is a name in a content system, such as `brave-builds` or `Harbour1`, and not the short form of an
    /// agency, such as `dpa`.
    private static func isUserName(_ name: String) -> Bool {
        guard name.utf8.count > 4, name.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.[]".utf8.contains($0) }) else {
            return false
        }
        return !name.contains(where: \.isUppercase) || name.last?.isNumber == true
    }

    /// `Anna Lee (annalee)` as `Anna Lee`.
    private static func withoutUserName(_ name: String) -> String {
        guard name.hasSuffix(")"), let open = name[...].lastRange(ofLiteral: " ("),
            isUserName(String(name[open.upperBound...].dropLast()))
        else { return name }
        return String(name[..<open.lowerBound])
    }

    /// Whether the name is the publisher's, perhaps with a slogan after it. If the source has another site than the
    /// article, as a planet of blogs has, the name is that of the blog's owner.
    private func isPublisher(_ name: String) -> Bool {
        let (words, source) = (FoldedText.words(of: name), FoldedText.words(of: self.source))
        if source.count > 1, words.starts(with: source) { return true }
        let host = CanonicalURL(url)?.host ?? ""
        let isOwner =
            words.count > 1 && host.hasPrefix(words.joined()) && !sourceID.contains(host)
            && Set(words).isDisjoint(with: source)
        return publisher.isNamed(by: name) && !isOwner
    }

    /// Whether it says what somebody is or did: `Editor and Reporter at Quay News`, `Harbour correspondent` after a
    /// name, or `photos by Bo Day`.
    private static func isPosition(_ text: String, isFirst: Bool) -> Bool {
        let words = text[...].spaced
        let isRole = 1...3 ~= words.count && positions.contains(words[words.count - 1].lowercased())
        let isForPictures = words.count > 2 && pictures.contains(words[0].lowercased()) && words[1] == "by"
        let isOutlet = words.count > 1 && outlets.contains(words[words.count - 1].lowercased())
        return words.dropFirst().contains("at") || (isRole || isOutlet) && !isFirst || isForPictures
            || text.hasPrefix("Special to ")
    }

    private static let outlets: Set<String> = ["news", "agency", "media", "newsroom", "radio", "tv"]
    private static let pictures: Set<String> = ["photo", "photos", "photographs", "illustration", "illustrations"]
    private static let positions: Set<String> = ["correspondent", "editor", "reporter", "columnist", "корреспондент"]
}
