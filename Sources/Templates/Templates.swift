import CResources

/// The built-in templates, embedded in the executable.
package enum Templates {
    /// The style and the script of a folder of pages.
    package static var siteStyle: String { text("site.css") }
    package static var siteScript: String { text("site.js") }

    /// File name and text of each built-in template.
    package static var all: [(name: String, text: String)] {
        [
            "contents.html.mustache", "digest.html.mustache", "digest.markdown.mustache", "digest.text.mustache",
            "event.html.mustache", "event.markdown.mustache", "event.text.mustache", "footer.html.mustache",
            "footer.markdown.mustache", "footer.text.mustache", "masthead.html.mustache", "story.html.mustache",
            "story.markdown.mustache", "story.text.mustache", "style.html.mustache", "subject.text.mustache",
        ].map { ($0, text($0)) }
    }

    private static func text(_ name: String) -> String { String(cString: resource("Templates/" + name)) }
}
