import Foundation
import Settings
import Values

/// How a digest is rendered: all settings that a profile has for it.
package struct RenderOptions: Sendable {
    package var templates = TemplateSet.builtIn
    var theme = Configuration.Theme.auto
    var images = Configuration.Images.remote
    /// The services that each story has links for, in this order.
    package var share: [ShareLink] = []
    /// How the other tellings of a story are listed.
    var also = Configuration.Also.names
    /// Whether the stories that did not fit come in the next digest.
    var keepsLeftovers = true
    /// The greatest length of a summary in columns: a Chinese character has two, as on a terminal.
    var summaryLength = 320
    /// The header fields of `.eml`; nil for other formats.
    package var mail: MailHeader?
    /// What a file gets that also has what earlier digests showed; nil for what has one digest.
    package var rolling: Rolling?
    /// What digests of the same look have in common.
    package var stories = RenderedStories()
    /// Returns the bytes of the picture at an address, for `images == .embed`; nil leaves the picture out.
    package var picture: @Sendable (_ url: String) -> [UInt8]? = { _ in nil }
}

extension RenderOptions {
    package init(of profile: Configuration, with templates: TemplateSet) {
        self.templates = templates
        (theme, images, share) = (profile.digest.theme, profile.digest.images, profile.digest.share)
        (also, keepsLeftovers) = (profile.digest.also, profile.digest.leftovers != .drop)
    }
}

/// A file that also has what earlier digests showed.
package struct Rolling: Sendable {
    /// The file as the last digest left it, delivered or not; nil before the first one.
    var earlier: Data?
    /// The file as the digest left it that is delivered again.
    package var resent: Data?
    /// For how long it keeps what was shown, in seconds.
    package var keep: TimeInterval = 30 * 86_400
    /// Whether an event of a calendar is cancelled by now, by the id of its story.
    package var cancellations: [String: Bool] = [:]
    /// The other events by now, by the ids of their stories. Their dates change without being told again.
    package var current: [String: Event] = [:]

    package init(earlier: Data?) { self.earlier = earlier }
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
