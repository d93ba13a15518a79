import Addresses
import Foundation
import Texts

/// A sent story with the data that recognise it in new articles. The data are calculated once, when its digest is
/// made.
///
/// The state returns the stories that are compared with the candidates by their words (`SentStory.memory`), and each
/// older story that has a key in common with one (`Item.StoryKeys`).
package struct SentStory: Sendable, Equatable {
    package var digest: String
    package var sent: Date
    /// The id of the item that leads the story.
    package var id: String
    package var kind: Item.Kind
    /// The hash of the id of the lead's source.
    package var source: Int64
    /// When the story was published, but never later than it was sent.
    package var date: Date
    /// The keys by which the state finds this story: one or two numbers for each telling, and those of the event.
    package var keys: [Int64]
    package var eventKeys: [String]
    /// The tellings; the lead is first.
    package var tellings: [Telling]
    /// The items that an earlier run found to tell this story, by their numbers (`Choices.recognised`).
    package var recognised: Set<Int64> = []

    package init(
        digest: String, sent: Date, id: String, kind: Item.Kind, source: Int64, date: Date, keys: [Int64],
        eventKeys: [String],
        tellings: [Telling]
    ) {
        self.digest = digest
        self.sent = sent
        self.id = id
        self.kind = kind
        self.source = source
        self.date = date
        self.keys = keys
        self.eventKeys = eventKeys
        self.tellings = tellings
    }

    package struct Telling: Sendable, Equatable {
        package var title: String
        /// The part of the summary that is compared. Only the lead has one.
        package var summary: String
        package var source: String
        package var publisher: String
        /// The hash of the summary as the source wrote it (`Item.Wording.text`). Only the lead has one.
        package var said: Int64?
        package var address: CanonicalURL?

        package init(
            title: String, summary: String, source: String, publisher: String, said: Int64? = nil,
            address: CanonicalURL? = nil
        ) {
            self.title = title
            self.summary = summary
            self.source = source
            self.publisher = publisher
            self.said = said
            self.address = address
        }
    }

    /// Items that are first seen within this number of seconds after a story was sent are recognised by their words. Of
    /// later ones, only the keys are used.
    package static let memory: TimeInterval = 96 * 3600

    fileprivate static let comparedSummary = 600

    package var publishers: [String] { tellings.map(\.publisher) }
}

extension SentStory {
    package init(digest: String, sent: Date, story: Story) {
        let item = story.item
        self.digest = digest
        self.sent = sent
        id = story.id
        kind = item.kind
        source = item.sourceKey
        date = min(item.published ?? sent, sent)
        let summary = item.summary.beginning(Self.comparedSummary)
        var lead = Telling(title: item.title, summary: summary, source: item.publisherName, url: item.url)
        lead.said = item.wording.text
        if item.isKnownByIDAlone { lead.address = nil }
        tellings = [lead] + story.also.map { Telling(title: $0.title, summary: "", source: $0.source, url: $0.url) }
        let keys = tellings.flatMap {
            Item.StoryKeys(address: $0.address, title: item.kind == .article ? $0.title : "").all
        }
        eventKeys = item.kind == .event ? item.eventKeys(address: lead.address) : []
        self.keys = Set(keys + eventKeys.map(StableHash.hash)).sorted()
    }
}

extension Item {
    /// The hash of the id of its source.
    package var sourceKey: Int64 { StableHash.hash(sourceID) }
}

extension SentStory.Telling {
    package init(title: String, summary: String, source: String, url: String) {
        let address = CanonicalURL(url)
        self.init(
            title: title, summary: summary, source: source,
            publisher: Publisher.name(source: source, host: address?.host), address: address)
    }
}
