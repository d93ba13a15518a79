/// A value whose names templates know. A field that is nil is missing.
protocol TemplateView {
    var fields: [String: Any?] { get }
}

extension DigestView: TemplateView {
    var fields: [String: Any?] {
        [
            "id": id, "profile": profile, "title": title, "language": language, "direction": direction, "date": date,
            "dateISO": dateISO, "greeting": greeting, "period": period, "intro": intro, "introParts": introParts,
            "storyCount": storyCount,
            "summaryLine": summaryLine, "firstTitle": firstTitle, "preheader": preheader, "isLong": isLong,
            "isEmpty": isEmpty, "hasLinks": hasLinks, "sections": sections, "failures": failures,
            "recovered": recovered,
            "leftOver": leftOver, "leftOut": leftOut, "belowScore": belowScore, "hasNotices": hasNotices,
            "unsubscribe": unsubscribe, "online": online, "darkMedia": darkMedia, "colorScheme": colorScheme,
            "words": words,
            "version": version,
        ]
    }

    /// The names of the fields that are the same for all digests with one look, so that the text of a story may have
    /// them.
    static let namesOfLook: Set<String> = ["language", "direction", "darkMedia", "colorScheme", "words", "version"]
}

extension DigestView.SectionView: TemplateView {
    var fields: [String: Any?] {
        [
            "title": title, "anchor": anchor, "category": category, "count": count, "stories": stories,
            "sectionLeftOver": sectionLeftOver,
        ]
    }
}

extension DigestView.StoryView: TemplateView {
    var fields: [String: Any?] {
        [
            "id": id, "number": number, "title": title, "url": url, "summary": summary, "generated": generated,
            "isTitleGenerated": isTitleGenerated, "source": source, "author": author, "published": published,
            "publishedISO": publishedISO, "storyLanguage": storyLanguage, "titleLanguage": titleLanguage,
            "summaryLanguage": summaryLanguage, "storyDirection": storyDirection,
            "startSide": startSide, "endSide": endSide, "picture": picture, "pictureLink": pictureLink, "event": event,
            "also": also, "alsoNames": alsoNames, "hasAlso": hasAlso, "alsoOthers": alsoOthers,
            "showsTitles": showsTitles, "parts": parts, "hasParts": hasParts, "moreParts": moreParts,
            "partsCount": partsCount, "pictureSource": pictureSource, "summarySource": summarySource,
            "earlier": earlier, "hasEarlier": hasEarlier, "later": later, "hasLater": hasLater, "files": files,
            "hasFiles": hasFiles, "share": share,
            "hasShare": hasShare, "isLead": isLead, "paragraphs": paragraphs, "hasArticle": hasArticle,
            "showsSummary": showsSummary,
        ]
    }
}

extension DigestView.IntroPartView: TemplateView {
    var fields: [String: Any?] { ["introText": introText, "introStories": introStories] }
}

extension DigestView.IntroStoryView: TemplateView {
    var fields: [String: Any?] { ["id": id, "number": number, "url": url] }
}

extension DigestView.ParagraphView: TemplateView {
    var fields: [String: Any?] { ["paragraph": paragraph] }
}

extension DigestView.TellingView: TemplateView {
    var fields: [String: Any?] {
        ["id": id, "source": source, "title": title, "tellingURL": tellingURL, "isSameArticle": isSameArticle]
    }
}

extension DigestView.PublisherView: TemplateView {
    var fields: [String: Any?] { ["publisher": publisher, "publisherURL": publisherURL, "telling": telling] }
}

extension DigestView.OthersView: TemplateView {
    var fields: [String: Any?] { ["number": number, "list": list] }
}

extension DigestView.EarlierView: TemplateView {
    var fields: [String: Any?] {
        ["earlierTitle": earlierTitle, "earlierURL": earlierURL, "earlierDay": earlierDay]
    }
}

extension DigestView.EventView: TemplateView {
    var fields: [String: Any?] {
        [
            "when": when, "relativeDay": relativeDay, "starts": starts, "ends": ends, "occasions": occasions,
            "place": place, "address": address, "price": price, "isFree": isFree, "age": age, "hasPlace": hasPlace,
            "hasPlaceAndAddress": hasPlaceAndAddress, "hasTerms": hasTerms, "hasPriceAndAge": hasPriceAndAge,
        ]
    }
}

extension DigestView.PictureView: TemplateView {
    var fields: [String: Any?] { ["address": address, "alt": alt] }
}

extension DigestView.FileView: TemplateView {
    var fields: [String: Any?] { ["fileLabel": fileLabel, "fileURL": fileURL] }
}

extension DigestView.ShareView: TemplateView {
    var fields: [String: Any?] { ["service": service, "name": name, "address": address] }
}

extension DigestView.FailureView: TemplateView {
    var fields: [String: Any?] { ["source": source, "line": line, "reason": reason] }
}

extension Language.Words: TemplateView {
    var fields: [String: Any?] {
        [
            "title": title, "contents": contents, "alsoIn": alsoIn, "parts": parts, "earlier": earlier, "later": later,
            "share": share,
            "picture": picture, "colonSpace": colonSpace, "comments": comments, "audio": audio, "video": video,
            "minutes": minutes, "free": free, "today": today, "tomorrow": tomorrow, "weekend": weekend,
            "lastDay": lastDay, "cancelled": cancelled, "nothingNew": nothingNew, "read": read, "links": links,
            "copyLink": copyLink, "email": email, "unsubscribe": unsubscribe, "online": online, "history": history,
            "saved": saved, "search": search,
            "digest": digest, "nothingYet": nothingYet, "nothingFound": nothingFound,
            "searchNeedsScript": searchNeedsScript, "generatedSummary": generatedSummary,
            "generatedTitle": generatedTitle, "generatedIntro": generatedIntro,
            "generatedTranslation": generatedTranslation,
        ]
    }
}
