import Foundation
import Texts
import Values

/// A language for the digest's own words: its sentences, plurals and dates.
///
/// To add one, add a file like `Language+English.swift` and its name to `all`.
package struct Language: Sendable {
    /// The language tag (BCP 47), as in the configuration and the `lang` attribute.
    package var code: String
    package var isRightToLeft = false
    package var dates: DateFormats
    package var words: Words
    /// The greeting with a name: "Good morning, Anna".
    package var greeting: @Sendable (_ time: TimeOfDay, _ name: String) -> String
    /// The form that a noun takes after a number (Unicode CLDR, Language Plural Rules).
    var plural: @Sendable (_ count: Int) -> PluralForm
    var counts: Counts
    package var sentences: Sentences
    /// The names of services for sharing that the language writes in its own way.
    package var shareNames: [ShareLink: String] = [:]
    /// Titles of the built-in categories by name.
    var categories: [String: String]
    /// The public feeds that `newsdigest init` offers to readers of the language. Those in English are also read
    /// without a configuration.
    package var offeredFeeds: [OfferedFeed]
}

extension Language {
    package static let all: [Language] = [
        .german, .english, .spanish, .french, .italian, .portuguese, .russian, .turkish, .ukrainian,
    ]
    package static let codes = all.map(\.code)

    /// The language with this tag, or with the same primary language (`ru-RU`). English when there is none.
    package init(code: String) {
        let primary = LanguageTag.primary(code)
        self = Self.all.first { $0.code == primary } ?? .english
    }

    /// By which letters get their upper case: a Turkish i keeps its dot.
    package var locale: Locale { Locale(identifier: dates.locale) }

    /// The title of a built-in category. For another category, its name with a capital first letter.
    package func title(ofCategory name: String) -> String {
        categories[name] ?? name.prefix(1).uppercased(with: locale) + name.dropFirst()
    }
}

extension Language {
    package enum TimeOfDay: Sendable {
        case night, morning, day, evening

        package init(hour: Int) {
            switch hour {
            case 5..<12: self = .morning
            case 12..<17: self = .day
            case 17..<23: self = .evening
            default: self = .night
            }
        }
    }

    enum PluralForm: Sendable {
        case one, few, many

        /// The rule of Russian and Ukrainian.
        @Sendable static func slavic(_ count: Int) -> PluralForm {
            switch (count % 10, count % 100) {
            case (1, let rest) where rest != 11: .one
            case (2...4, let rest) where !(12...14).contains(rest): .few
            default: .many
            }
        }
    }

    /// A noun with `#` in place of its number, in each form that the language has.
    package struct Plural: Sendable {
        var one: String
        var few: String?
        var many: String
    }

    package struct Counts: Sendable {
        package var stories: Plural
        package var sources: Plural
        /// Stories that are queued for the next digest.
        package var leftOver: Plural
        /// Stories that did not fit and are never shown.
        package var unfit: Plural
        /// Stories that competed for an earlier digest and are not shown any more.
        package var leftOut: Plural
        /// Stories whose score is below `min_score`.
        package var belowScore: Plural
        /// The period that a digest covers after missed runs.
        package var days: Plural
        /// More times of one event.
        package var occasions: Plural
        /// More articles on an affair.
        package var more: Plural
    }

    /// The number with its noun in the right form: `"21 stories"`.
    package func count(_ number: Int, _ noun: KeyPath<Counts, Plural>) -> String {
        let forms = counts[keyPath: noun]
        let pluralForm =
            switch plural(number) {
            case .one: forms.one
            case .few: forms.few ?? forms.many
            case .many: forms.many
            }
        return pluralForm.replacing(literal: "#", with: String(number))
    }

    /// Fixed words and labels. Templates use them by these names.
    package struct Words: Sendable {
        /// The title of a digest that has no configured title.
        package var title: String
        package var contents: String
        package var alsoIn: String
        /// The label of the other stories of an affair.
        package var parts: String
        package var earlier: String
        /// The label of stories that continue one.
        package var later: String
        package var share: String
        /// What stands before a colon. French has a space there, at which no line is broken.
        package var colonSpace = ""
        package var picture: String
        package var comments: String
        package var audio: String
        package var video: String
        /// The short form of "minutes", after a number.
        package var minutes: String
        package var free: String
        package var today: String
        package var tomorrow: String
        package var weekend: String
        package var lastDay: String
        /// The label before the time of an event that does not take place.
        package var cancelled: String
        package var nothingNew: String
        package var read: String
        package var links: String
        package var copyLink: String
        package var email: String
        package var unsubscribe: String
        /// The link to the page of the digest.
        package var online: String
        /// Titles of the pages that list what was sent and what was saved.
        package var history: String
        /// What stands after the title of a digest that tells earlier stories again.
        package var recap: String
        package var saved: String
        /// The label of the page's search box.
        package var search: String
        package var digest: String
        package var nothingYet: String
        /// The answer of a search without results, and what stands in place of a search that cannot run.
        package var nothingFound: String
        package var searchNeedsScript: String
        /// What stands after a text that a program wrote: a summary, a title with a summary, the intro of the digest.
        package var generatedSummary: String
        package var generatedTitle: String
        package var generatedIntro: String
        /// What stands before the original title of a story that a program translated.
        package var generatedTranslation: String
    }

    /// Sentences with variable parts.
    package struct Sentences: Sendable {
        package var since: @Sendable (_ period: String, _ date: String) -> String
        package var unreachable: @Sendable (_ source: String, _ date: String) -> String
        package var recovered: @Sendable (_ sources: String) -> String
        package var until: @Sendable (_ date: String) -> String
        package var from: @Sendable (_ date: String) -> String
        /// Why a source failed. Nil for English, because the stored reason is English.
        var failed: (@Sendable (_ cause: FailureCause) -> String)?
    }

    /// Why a source failed, with its address.
    package func reason(of failure: Digest.SourceFailure) -> String {
        guard let failed = sentences.failed else { return failure.reason }
        let start = failure.reason.prefix { !$0.isWhitespace }
        let address =
            start.contains("://") ? (start.hasSuffix(":") ? start.dropLast() : start) + words.colonSpace + ": " : ""
        return address + failed(failure.cause ?? .other)
    }

    /// Dates and times as the language writes them.
    package struct DateFormats: Sendable {
        /// The locale for the names of months and days.
        package var locale: String
        /// Whether the names of days and months always begin with a small letter.
        package var isLowercase = false
        /// The number of a month's first day, if it is written in its own way: "1er".
        package var firstDay: String?
        /// "Saturday, 21 November 2026"
        package var full: Date.FormatString
        /// "Sat, 21 November"
        package var day: Date.FormatString
        /// "21 Nov"
        package var short: Date.FormatString
        /// "21 Nov 2025"
        package var shortWithYear: Date.FormatString
        /// "08:15"
        package var time: Date.FormatString =
            "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)"
    }
}

/// A public feed that `newsdigest init` offers.
package struct OfferedFeed: Sendable, Equatable {
    package var name: String
    package var category: String
    package var url: String

    package init(name: String, category: String, url: String) {
        (self.name, self.category, self.url) = (name, category, url)
    }

    /// The feeds in a language for these sections, in the order of the sections; for no section, all in this language.
    package static func all(language: String, sections: [String]) -> [OfferedFeed] {
        let feeds = Language(code: language).offeredFeeds
        return sections.isEmpty ? feeds : sections.flatMap { section in feeds.filter { $0.category == section } }
    }

    static func list(_ rows: [(name: String, category: String, url: String)]) -> [OfferedFeed] {
        rows.map { OfferedFeed(name: $0.name, category: $0.category, url: $0.url) }
    }
}

extension [OfferedFeed] {
    /// The feeds with these numbers, counted from 1; all for no number.
    /// - Throws: `RunError.usage` for anything that is not the number of a feed.
    package func numbered(_ words: [String]) throws -> [OfferedFeed] {
        let numbers = try words.map { word in
            guard let number = Int(word), indices.contains(number - 1) else {
                throw RunError.usage("'\(word)' is not a number from 1 to \(count)")
            }
            return number
        }
        return numbers.isEmpty ? self : Set(numbers).sorted().map { self[$0 - 1] }
    }
}
