import Addresses
import Foundation
import Values

extension SentStory {
    /// Encoded stories. Every run that has something to show reads the stories of the last days.
    static func packed(_ stories: [SentStory]) -> Data {
        var values = PackedValues()
        values.append(encodingVersion)
        values.append(stories.count)
        for story in stories { values.append(story) }
        return values.data
    }

    /// The decoded stories; nil for bytes that `packed` did not make.
    static func unpacked(_ data: Data, digest: String, sent: Date) -> [SentStory]? {
        data.withUnsafeBytes { bytes in
            var reader = PackedValues.Reader(bytes)
            guard (try? reader.number()) == UInt64(encodingVersion), let count = try? reader.count() else { return nil }
            var stories: [SentStory] = []
            stories.reserveCapacity(count)
            for _ in 0..<count {
                guard let story = try? reader.story(digest: digest, sent: sent) else { return nil }
                stories.append(story)
            }
            return reader.isAtEnd ? stories : nil
        }
    }

    /// The version of the encoding. Change it when the stories are packed or calculated in another way.
    private static let encodingVersion = 2
}

extension PackedValues {
    fileprivate mutating func append(_ story: SentStory) {
        append(story.id)
        append(story.kind == .event)
        append(story.date.timeIntervalSinceReferenceDate)
        append(story.keys.count)
        for key in story.keys { append(UInt64(bitPattern: key)) }
        append(story.eventKeys)
        append(story.tellings.count)
        for telling in story.tellings {
            for text in [telling.title, telling.summary, telling.source, telling.publisher] { append(text) }
            append(telling.address?.clean)
            if let address = telling.address {
                append(address.key)
                append(address.host)
            }
        }
    }
}

extension PackedValues.Reader {
    fileprivate mutating func story(digest: String, sent: Date) throws(PackedValues.Damaged) -> SentStory {
        let id = try text() ?? ""
        let kind: Item.Kind = try flag() ? .event : .article
        let date = Date(timeIntervalSinceReferenceDate: try double()).bounded
        var keys: [Int64] = []
        for _ in 0..<(try count()) { keys.append(Int64(bitPattern: try number())) }
        let eventKeys = try texts()
        var tellings: [SentStory.Telling] = []
        for _ in 0..<(try count()) { tellings.append(try telling()) }
        return SentStory(
            digest: digest, sent: sent, id: id, kind: kind, date: date, keys: keys, eventKeys: eventKeys,
            tellings: tellings)
    }

    private mutating func telling() throws(PackedValues.Damaged) -> SentStory.Telling {
        SentStory.Telling(
            title: try text() ?? "", summary: try text() ?? "", source: try text() ?? "", publisher: try text() ?? "",
            address: try address())
    }

    private mutating func address() throws(PackedValues.Damaged) -> CanonicalURL? {
        guard let clean = try text() else { return nil }
        return CanonicalURL(clean: clean, key: try text() ?? "", host: try text() ?? "")
    }
}
