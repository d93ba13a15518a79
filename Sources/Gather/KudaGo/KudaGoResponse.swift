import FeedParser
import Foundation
import Values

/// One page of a KudaGo list: `{count, next, previous, results}`.
struct KudaGoPage<Result: Decodable>: Decodable {
    var next: String?
    var results: [Result]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        next = container.lenient(.next)
        results = try container.decode(Lossy<Result>.self, forKey: .results).elements
    }

    private enum Key: CodingKey { case next, results }
}

/// An event from KudaGo's lists, its search or its picks of the day, expanded or not.
struct KudaGoEvent: Decodable {
    var id: Int
    var title: String?
    var shortTitle: String?
    var slug: String?
    var dates: [KudaGoDate]
    var place: KudaGoPlace?
    var location: KudaGoLocation?
    var description: String?
    var bodyText: String?
    var categories: [String]
    var tags: [String]
    var ageRestriction: Scalar?
    var price: String?
    var isFree: Bool?
    var images: [KudaGoImage]
    var url: String?
    var publicationDate: Scalar?
    /// In a search: event, place, news or list.
    var kind: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let number = container.lenient(.id, as: Scalar.self)?.number else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: container, debugDescription: "an event without id")
        }
        id = Int(Int64(clamping: number))
        title = container.lenient(.title)
        shortTitle = container.lenient(.shortTitle)
        slug = container.lenient(.slug)
        dates =
            container.lenient(.dates, as: Lossy<KudaGoDate>.self)?.elements
            ?? container.lenient(.daterange, as: KudaGoDate.self).map { [$0] } ?? []
        place = container.lenient(.place)
        location = container.lenient(.location)
        description = container.lenient(.description)
        bodyText = container.lenient(.bodyText)
        categories = container.lenient(.categories, as: Lossy<String>.self)?.elements ?? []
        tags = container.lenient(.tags, as: Lossy<String>.self)?.elements ?? []
        ageRestriction = container.lenient(.ageRestriction)
        price = container.lenient(.price, as: String.self)?.bounded(Bounds.excerpt)
        isFree = container.lenient(.isFree)
        images =
            container.lenient(.images, as: Lossy<KudaGoImage>.self)?.elements
            ?? container.lenient(.firstImage, as: KudaGoImage.self).map { [$0] } ?? []
        url = container.lenient(.siteURL) ?? container.lenient(.itemURL)
        publicationDate = container.lenient(.publicationDate)
        kind = container.lenient(.ctype)
    }

    private enum Key: String, CodingKey {
        case id, title, slug, dates, daterange, place, location, description, categories, tags, price, images, ctype
        case shortTitle = "short_title"
        case bodyText = "body_text"
        case ageRestriction = "age_restriction"
        case isFree = "is_free"
        case firstImage = "first_image"
        case siteURL = "site_url"
        case itemURL = "item_url"
        case publicationDate = "publication_date"
    }
}

/// One of an event's times. If it is not expanded, it has only `start` and `end`, in Unix seconds.
struct KudaGoDate: Decodable {
    var start: Double?
    var end: Double?
    /// The local time, `19:00:00`; nil if unknown.
    var startTime: String?
    var endTime: String?
    /// Whether the service gave the fields for hours, even if they are empty.
    var isExpanded: Bool
    var isStartless: Bool
    var isEndless: Bool
    var usesPlaceSchedule: Bool
    var schedules: [WeeklyHours]

    struct WeeklyHours: Decodable {
        /// 0 is Monday.
        var daysOfWeek: [Int]
        var startTime: String?
        var endTime: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            daysOfWeek = container.lenient(.daysOfWeek) ?? []
            startTime = container.lenient(.startTime)
            endTime = container.lenient(.endTime)
        }

        private enum Key: String, CodingKey {
            case daysOfWeek = "days_of_week"
            case startTime = "start_time"
            case endTime = "end_time"
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        start = container.lenient(.start, as: Scalar.self)?.number
        end = container.lenient(.end, as: Scalar.self)?.number
        startTime = container.lenient(.startTime)
        endTime = container.lenient(.endTime)
        isExpanded = container.contains(.startTime)
        isStartless = container.lenient(.isStartless) ?? false
        isEndless = container.lenient(.isEndless) ?? false
        usesPlaceSchedule = container.lenient(.usesPlaceSchedule) ?? false
        schedules = container.lenient(.schedules, as: Lossy<WeeklyHours>.self)?.elements ?? []
    }

    private enum Key: String, CodingKey {
        case start, end, schedules
        case startTime = "start_time"
        case endTime = "end_time"
        case isStartless = "is_startless"
        case isEndless = "is_endless"
        case usesPlaceSchedule = "use_place_schedule"
    }
}

/// A place: expanded, or only its number.
struct KudaGoPlace: Decodable {
    var title: String?
    var address: String?
    var subway: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        title = container.lenient(.title)
        address = container.lenient(.address)
        subway = container.lenient(.subway)
    }

    private enum Key: CodingKey { case title, address, subway }
}

/// A city. Its time zone is an identifier (`Asia/Yekaterinburg`) or an offset (`GMT+03:00`).
struct KudaGoLocation: Decodable {
    var slug: String?
    var timezone: String?

    init(from decoder: any Decoder) throws {
        if let slug = try? decoder.singleValueContainer().decode(String.self) {
            self.slug = slug
            return
        }
        let container = try decoder.container(keyedBy: Key.self)
        slug = container.lenient(.slug)
        timezone = container.lenient(.timezone)
    }

    private enum Key: CodingKey { case slug, timezone }
}

struct KudaGoImage: Decodable { var image: String? }

struct KudaGoCategory: Decodable { var slug, name: String }

/// The form of every error: `{"detail": "…"}`.
struct KudaGoError: Decodable { var detail: String }
