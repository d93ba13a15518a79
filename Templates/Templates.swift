/// The built-in templates, embedded in the executable.
public enum Templates {
    /// File name and bytes of each built-in template.
    public static var all: [(name: String, bytes: [UInt8])] {
        [
            ("digest.html.mustache", PackageResources.digest_html_mustache),
            ("digest.markdown.mustache", PackageResources.digest_markdown_mustache),
        ]
    }
}
