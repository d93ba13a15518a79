/// The built-in templates, embedded in the executable.
package enum Templates {
    /// The style and the script of a folder of pages.
    package static var siteStyle: [UInt8] { PackageResources.site_css }
    package static var siteScript: [UInt8] { PackageResources.site_js }

    /// File name and bytes of each built-in template.
    package static var all: [(name: String, bytes: [UInt8])] {
        [
            ("contents.html.mustache", PackageResources.contents_html_mustache),
            ("digest.html.mustache", PackageResources.digest_html_mustache),
            ("digest.markdown.mustache", PackageResources.digest_markdown_mustache),
            ("digest.text.mustache", PackageResources.digest_text_mustache),
            ("event.html.mustache", PackageResources.event_html_mustache),
            ("event.markdown.mustache", PackageResources.event_markdown_mustache),
            ("event.text.mustache", PackageResources.event_text_mustache),
            ("footer.html.mustache", PackageResources.footer_html_mustache),
            ("footer.markdown.mustache", PackageResources.footer_markdown_mustache),
            ("footer.text.mustache", PackageResources.footer_text_mustache),
            ("masthead.html.mustache", PackageResources.masthead_html_mustache),
            ("story.html.mustache", PackageResources.story_html_mustache),
            ("story.markdown.mustache", PackageResources.story_markdown_mustache),
            ("story.text.mustache", PackageResources.story_text_mustache),
            ("style.html.mustache", PackageResources.style_html_mustache),
            ("subject.text.mustache", PackageResources.subject_text_mustache),
        ]
    }
}
