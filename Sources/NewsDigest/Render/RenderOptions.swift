/// How a digest is rendered: everything that the reader can choose.
package struct RenderOptions: Sendable {
    package var templates: TemplateSet
    package var theme: Configuration.Theme
    package var images: Configuration.Images
    /// The services that each story links to, in this order.
    package var share: [ShareLink]
    /// The longest summary, in characters.
    package var summaryLength: Int
    /// The header fields of `.eml`; none for other formats.
    package var mail: MailHeader?
    /// Bytes of the picture at an address, for `images == .embed`; nil leaves the picture out.
    package var picture: @Sendable (_ url: String) -> [UInt8]?

    package init(
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
