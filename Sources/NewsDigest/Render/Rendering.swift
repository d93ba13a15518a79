import Foundation

/// How a digest is rendered: everything that the reader can choose.
public struct Rendering: Sendable {
    public enum Theme: String, Sendable, Codable, CaseIterable { case auto, light, dark }
    public enum Images: String, Sendable, Codable, CaseIterable { case remote, embed, none }

    public var templates: TemplateSet
    public var theme: Theme
    public var images: Images
    /// The services that each story links to, in this order.
    public var share: [ShareLink]
    /// The longest summary, in characters.
    public var summaryLength: Int
    /// The header fields of `.eml`; none for other formats.
    public var mail: MailHeader?
    /// Bytes of the picture at an address, for `images == .embed`; nil leaves the picture out.
    public var picture: @Sendable (_ url: String) -> [UInt8]?

    public init(
        templates: TemplateSet = .builtIn, theme: Theme = .auto, images: Images = .remote, share: [ShareLink] = [],
        summaryLength: Int = 320, mail: MailHeader? = nil,
        picture: @escaping @Sendable (_ url: String) -> [UInt8]? = { _ in nil }
    ) {
        self.templates = templates
        self.theme = theme
        self.images = images
        self.share = share
        self.summaryLength = summaryLength
        self.mail = mail
        self.picture = picture
    }
}

extension Digest {
    /// The digest's bytes in a format: the same for the same digest and rendering.
    public func rendered(as format: Format, _ rendering: Rendering = Rendering()) -> [UInt8] {
        switch format {
        case .markdown: Array(text(as: .markdown, rendering).utf8)
        case .text: Array(text(as: .text, rendering).utf8)
        case .html: Array(html(rendering).utf8)
        case .json: json(rendering)
        case .eml: MailMessage(self, rendering).bytes
        }
    }

    /// The addresses of all pictures, for fetching them before `images == .embed` is rendered.
    public var pictures: [String] {
        stories.compactMap { $0.item.image.flatMap(WebAddress.init)?.text }
    }

    /// The digest without the stories that would make its HTML longer than `maxBytes`, and those stories.
    ///
    /// Whole stories go, the last of the section that has most of them first; they are counted as left over, in their
    /// section too. One story always stays, so that a digest gets on. Embedded pictures do not count: a mail client
    /// measures the HTML part alone.
    public func fitting(maxBytes: Int, _ rendering: Rendering = Rendering()) -> (digest: Digest, dropped: [Story]) {
        var rendering = rendering
        if rendering.images == .embed { rendering.images = .remote }
        let order = droppingOrder
        let fits = { (count: Int) in
            dropping(order.prefix(count)).html(rendering).utf8.count <= maxBytes
        }
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if fits(middle) { high = middle } else { low = middle + 1 }
        }
        let dropped = order.prefix(low)
        return (dropping(dropped), dropped.map { sections[$0.section].stories[$0.story] })
    }
}

extension Digest {
    private typealias Place = (section: Int, story: Int)

    /// Every story but one, those to do without first.
    private var droppingOrder: [Place] {
        var counts = sections.map(\.stories.count)
        var order: [Place] = []
        while counts.reduce(0, +) > 1 {
            // The later section gives way among equals: the reader's first category stands first.
            guard let largest = counts.indices.max(by: { (counts[$0], $0) < (counts[$1], $1) }) else { break }
            counts[largest] -= 1
            order.append((largest, counts[largest]))
        }
        return order
    }

    private func dropping(_ places: ArraySlice<Place>) -> Digest {
        var digest = self
        for place in places {
            digest.sections[place.section].stories.removeLast()
            digest.sections[place.section].leftOver += 1
        }
        digest.leftOver += places.count
        return digest
    }

    func text(as format: TemplateKind, _ rendering: Rendering) -> String {
        let view = DigestView(self, rendering) { rendering.images == .none ? nil : WebAddress($0)?.text }
        let text = rendering.templates.render(view, as: format)
        return format == .text ? text.wrapped(at: 78) : text
    }

    func html(_ rendering: Rendering) -> String {
        let view = DigestView(self, rendering) { url in
            switch rendering.images {
            case .none: nil
            case .remote: WebAddress(url)?.text
            case .embed: rendering.picture(url).flatMap(Picture.init)?.dataURL
            }
        }
        return rendering.templates.render(view, as: .html)
    }
}

extension Rendering.Theme {
    var darkMedia: String? {
        switch self {
        case .auto: "(prefers-color-scheme: dark)"
        case .light: nil
        case .dark: "all"
        }
    }

    var colorScheme: String {
        switch self {
        case .auto: "light dark"
        case .light: "light"
        case .dark: "dark"
        }
    }
}
