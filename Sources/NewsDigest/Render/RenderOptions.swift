/// How a digest is rendered: everything that the reader can choose.
public struct RenderOptions: Sendable {
    public var templates: TemplateSet
    public var theme: Configuration.Theme
    public var images: Configuration.Images
    /// The services that each story links to, in this order.
    public var share: [ShareLink]
    /// The longest summary, in characters.
    public var summaryLength: Int
    /// The header fields of `.eml`; none for other formats.
    public var mail: MailHeader?
    /// Bytes of the picture at an address, for `images == .embed`; nil leaves the picture out.
    public var picture: @Sendable (_ url: String) -> [UInt8]?

    public init(
        templates: TemplateSet = .builtIn, theme: Configuration.Theme = .auto, images: Configuration.Images = .remote,
        share: [ShareLink] = [],
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

extension Configuration.Theme {
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
