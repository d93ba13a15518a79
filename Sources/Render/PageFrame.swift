import FeedParser

/// The frame of a page without other files: its head, and the colours and fonts that all such pages have.
struct PageFrame {
    var language = "en"
    var title: String
    /// The rules of the page's own parts.
    var style: String
    /// Scripts run only if the page has one.
    var script: String?

    /// - Parameters:
    ///   - header: what stands under the title, as HTML.
    ///   - content: the rest of the page, as HTML.
    func html(header: String, content: String) -> String {
        let scripts = script == nil ? "" : "; script-src 'unsafe-inline'"
        let title = HTMLText.escape(title)
        return """
            <!DOCTYPE html>
            <html lang="\(language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'\(scripts)">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>
            \(Self.style)
            \(style)
            </style>
            </head>
            <body>
            <main>
            <header>
            <h1>\(title)</h1>
            \(header)
            </header>
            \(content)
            </main>
            \(script.map { "<script>\n\($0)\n</script>\n" } ?? "")</body>
            </html>

            """
    }

    private static let style = """
        :root { color-scheme: light dark; --ink: #211f1b; --quiet: #6b655a; --paper: #fffdf8; --line: #e4ddcf; --mark: #8c1d18; --serif: Georgia, "Times New Roman", serif; --sans: -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
        @media (prefers-color-scheme: dark) {
        :root { --ink: #e9e4da; --quiet: #b3ab9d; --paper: #1c1a18; --line: #38342e; --mark: #f0a59a; }
        }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.5 var(--serif); }
        main { max-width: 740px; margin: 0 auto; padding: 24px 20px 64px; overflow-wrap: anywhere; }
        h1 { font-size: 34px; line-height: 1.15; margin: 0; }
        h3, .meta, label, dt, table { font: 14px/1.5 var(--sans); }
        h3, .meta, label, dt { color: var(--quiet); }
        """
}
