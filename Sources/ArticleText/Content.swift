/// What an element contains, counted from its children.
struct Content {
    /// Characters of text, with single spaces.
    var length = 0
    var commas = 0
    /// Characters of text in links. Links to a place on the same page count less.
    var linked = 0.0
    var links = 0
    /// Characters of text in headings.
    var inHeadings = 0
    /// Characters of text in lists.
    var inLists = 0
    /// Characters of text in elements that hold running text.
    var inBlocks = 0
    var paragraphs = 0
    var pictures = 0
    var items = 0
    var inputs = 0
    /// Objects and frames, except videos.
    var embeds = 0
    var hasVideo = false

    /// The share of the text that is in links, from 0 to 1.
    var linkDensity: Double { length == 0 ? 0 : linked / Double(length) }
    var headingDensity: Double { length == 0 ? 0 : Double(inHeadings) / Double(length) }

    /// Whether it is more than a list of links.
    var mayBeArticle: Bool { links < 3 || linkDensity < 0.8 }

    static func + (first: Content, second: Content) -> Content {
        var sum = first
        sum.length += second.length
        sum.commas += second.commas
        sum.linked += second.linked
        sum.links += second.links
        sum.inHeadings += second.inHeadings
        sum.inLists += second.inLists
        sum.inBlocks += second.inBlocks
        sum.paragraphs += second.paragraphs
        sum.pictures += second.pictures
        sum.items += second.items
        sum.inputs += second.inputs
        sum.embeds += second.embeds
        sum.hasVideo = sum.hasVideo || second.hasVideo
        return sum
    }
}

extension PageNode {
    /// What the node adds to the content of the element around it.
    var contribution: Content {
        switch self {
        case .text(let text): Content(counting: text)
        case .element(let element): element.contribution
        }
    }
}

extension PageElement {
    /// Counts the content of this element and of all elements inside.
    func measure() {
        for child in elements { child.measure() }
        count()
    }

    /// Counts the content again from that of the children.
    func count() { content = children.reduce(Content()) { $0 + $1.contribution } }

    fileprivate var contribution: Content {
        var sum = content
        switch name {
        case "a":
            sum.links += 1
            sum.linked += Double(content.length) * (attributes["href"]?.hasPrefix("#") == true ? 0.3 : 1)
        case "p": sum.paragraphs += 1
        case "img": sum.pictures += 1
        case "li": sum.items += 1
        case "input": sum.inputs += 1
        case "object", "embed", "iframe":
            if isVideo { sum.hasVideo = true } else { sum.embeds += 1 }
        case "ul", "ol": sum.inLists = content.length
        default: break
        }
        if isHeading { sum.inHeadings = content.length }
        if Self.holdsText.contains(name) { sum.inBlocks += content.length }
        return sum
    }

    /// Whether it shows a video of one of the services whose players pages embed.
    var isVideo: Bool { attributes.values.contains { value in Self.videos.contains { value.contains($0) } } }

    private static let videos = [
        "youtube.com/", "youtube-nocookie.com/", "player.vimeo.com/", "dailymotion.com/", "v.qq.com/", "archive.org/",
        "upload.wikimedia.org/", "player.twitch.tv/", "player.bilibili.com/", "rutube.ru/", "vkvideo.ru/",
    ]

    private static let holdsText: Set = [
        "span", "li", "td", "blockquote", "dl", "div", "img", "ol", "p", "pre", "table", "ul",
    ]
}

extension Content {
    init(counting text: String) {
        var isInSpace = true
        for scalar in text.unicodeScalars {
            let isSpace = scalar == " " || scalar.value < 0x21 || scalar == "\u{A0}"
            if !isSpace || !isInSpace { length += 1 }
            isInSpace = isSpace
            if scalar == "," || scalar.value > 0x600 && Self.commaSigns.contains(scalar) { commas += 1 }
        }
        if length > 0, isInSpace { length -= 1 }
    }

    /// Commas beyond ASCII: Arabic, small, vertical, Hebrew-like forms and the fullwidth one.
    private static let commaSigns: Set<Unicode.Scalar> = [
        "\u{060C}", "\u{FE50}", "\u{FE10}", "\u{FE11}", "\u{2E41}", "\u{2E34}", "\u{2E32}", "\u{FF0C}",
    ]
}
