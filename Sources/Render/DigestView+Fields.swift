import Languages
import Texts
import Values

/// The values of a view by their names. A field that is nil is missing.
typealias TemplateFields = [String: (any Sendable)?]

/// A value whose names templates know.
protocol TemplateView {
    var fields: TemplateFields { get }
}

extension DigestView: TemplateView {
    var fields: TemplateFields {
        [
            "id": id, "profile": profile, "title": title, "language": language, "direction": direction, "date": date,
            "dateISO": dateISO, "greeting": greeting, "period": period, "intro": intro, "introParts": introParts,
            "storyCount": storyCount, "summaryLine": summaryLine, "firstTitle": firstTitle, "preheader": preheader,
            "isLong": isLong, "isEmpty": isEmpty, "hasLinks": hasLinks, "sections": sections, "failures": failures,
            "recovered": recovered, "leftOver": leftOver, "leftOut": leftOut, "belowScore": belowScore,
            "hasNotices": hasNotices, "unsubscribe": unsubscribe, "online": online, "darkMedia": darkMedia,
            "colorScheme": colorScheme, "words": words, "version": version,
        ]
    }

    /// The names of the fields that are the same for all digests with one look, so that the text of a story may have
    /// them.
    static let namesOfLook: Set<String> = ["language", "direction", "darkMedia", "colorScheme", "words", "version"]
}

extension DigestView.StoryView: TemplateView {
    var fields: TemplateFields {
        [
            "id": id, "number": number, "title": title, "url": url, "summary": summary, "generated": generated,
            "isTitleGenerated": isTitleGenerated, "source": source, "author": author, "published": published,
            "publishedISO": publishedISO, "storyLanguage": storyLanguage, "titleLanguage": titleLanguage,
            "summaryLanguage": summaryLanguage, "storyDirection": storyDirection, "summaryDirection": summaryDirection,
            "articleDirection": articleDirection, "startSide": startSide, "endSide": endSide, "picture": picture,
            "pictureLink": pictureLink, "event": event, "also": also, "alsoNames": alsoNames, "hasAlso": hasAlso,
            "alsoOthers": alsoOthers, "showsTitles": showsTitles, "parts": parts, "hasParts": hasParts,
            "moreParts": moreParts, "partsCount": partsCount, "pictureSource": pictureSource,
            "summarySource": summarySource, "earlier": earlier, "hasEarlier": hasEarlier, "later": later,
            "hasLater": hasLater, "files": files, "hasFiles": hasFiles, "share": share, "hasShare": hasShare,
            "isLead": isLead, "paragraphs": paragraphs, "hasArticle": hasArticle, "showsSummary": showsSummary,
        ]
    }
}

extension DigestView.EventView: TemplateView {
    var fields: TemplateFields {
        [
            "when": when, "relativeDay": relativeDay, "starts": starts, "ends": ends, "occasions": occasions,
            "place": place, "address": address, "price": price, "isFree": isFree, "age": age, "hasPlace": hasPlace,
            "hasPlaceAndAddress": hasPlaceAndAddress, "hasTerms": hasTerms, "hasPriceAndAge": hasPriceAndAge,
        ]
    }
}

extension Language.Words: TemplateView {
    var fields: TemplateFields {
        [
            "title": title, "contents": contents, "alsoIn": alsoIn, "parts": parts, "earlier": earlier, "later": later,
            "share": share, "picture": picture, "colonSpace": colonSpace, "comments": comments, "audio": audio,
            "video": video, "minutes": minutes, "free": free, "today": today, "tomorrow": tomorrow,
            "weekend": weekend, "lastDay": lastDay, "cancelled": cancelled, "nothingNew": nothingNew, "read": read,
            "links": links, "copyLink": copyLink, "email": email, "unsubscribe": unsubscribe, "online": online,
            "history": history, "recap": recap, "saved": saved, "search": search, "digest": digest,
            "nothingYet": nothingYet, "nothingFound": nothingFound, "searchNeedsScript": searchNeedsScript,
            "generatedSummary": generatedSummary, "generatedTitle": generatedTitle,
            "generatedIntro": generatedIntro, "generatedTranslation": generatedTranslation,
        ]
    }
}

extension ShareLink {
    /// The name of the service as people know it.
    package func name(in language: Language) -> String {
        if let name = language.shareNames[self] { return name }
        return switch self {
        case .link: language.words.copyLink
        case .telegram: "Telegram"
        case .whatsapp: "WhatsApp"
        case .x: "X"
        case .vk: "VK"
        case .facebook: "Facebook"
        case .email: language.words.email
        }
    }
}

extension Story {
    /// A link for each service; none for an event without an address.
    package func shareLinks(_ services: [ShareLink]) -> [String] {
        url.isEmpty ? [] : services.map { $0.address(title: title, url: url) }
    }
}
