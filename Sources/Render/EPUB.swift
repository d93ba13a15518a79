import Addresses
import FeedParser
import Files
import Foundation
import Languages
import Settings
import Texts
import Values

/// A digest as an e-book (EPUB 3.3): a page of contents, a chapter for each section, and what stands at the end of a
/// digest. The stories look as in the built-in templates for HTML; each begins a page, and has its whole text, if
/// newsdigest has it.
struct EPUB {
    private let digest: Digest
    private let view: DigestView
    /// The HTML of each story, by section.
    private let stories: [[String]]
    /// The pictures by their addresses.
    private let pictures: [String: Picture]

    init(_ digest: Digest, _ options: RenderOptions) {
        self.digest = digest.withWholeTexts
        // The pictures are copied into the book below.
        (view, stories) = self.digest.stories(in: .builtIn, options)
        pictures = Dictionary(
            self.digest.picturesOfBook.compactMap { address in
                options.picture(address).flatMap(Picture.init).map { (address, $0) }
            }
        ) { first, _ in first }
    }

    var bytes: [UInt8] {
        let pages = pages
        var archive = ZIPArchive()
        // OCF, section 4.3: the first file, and not compressed.
        archive.add("mimetype", "application/epub+zip".utf8, isCompressed: false)
        archive.add("META-INF/container.xml", Self.container.utf8)
        archive.add("EPUB/package.opf", package(of: pages.map(\.file)).utf8)
        for page in pages { archive.add("EPUB/\(page.file)", page.text.utf8) }
        archive.add("EPUB/style.css", Self.style.utf8)
        for (address, picture) in sortedPictures {
            archive.add("EPUB/\(Self.file(ofPicture: address, picture))", picture.bytes, isCompressed: false)
        }
        return archive.bytes
    }
}

extension EPUB {
    private struct Page {
        var file: String
        var text: String
    }

    private var pages: [Page] {
        let chapters = zip(view.sections, stories).map { section, stories in
            let title = HTMLText.escape(section.title)
            let content = zip(section.stories, stories).map { story, html in
                "<section id=\"story-\(story.number)\" class=\"story\" dir=\"\(story.storyDirection)\">\n\(xhtml(html))\n</section>\n"
            }
            return Page(
                file: "\(section.anchor).xhtml",
                text: page(title, "<section epub:type=\"chapter\">\n<h2>\(title)</h2>\n\(content.joined())</section>\n")
            )
        }
        let notes = Page(
            file: "notes.xhtml", text: page(HTMLText.escape(view.title), xhtml(TemplateSet.builtIn.footer(of: view))))
        return [contents] + chapters + [notes]
    }

    /// The first page: the title, and what the book contains.
    private var contents: Page {
        let sections = view.sections.map { section in
            let stories = section.stories.map {
                "<li><a href=\"\(section.anchor).xhtml#story-\($0.number)\" dir=\"auto\">\(HTMLText.escape($0.title))</a></li>\n"
            }
            return
                "<li><a href=\"\(section.anchor).xhtml\" dir=\"auto\">\(HTMLText.escape(section.title))</a>\n<ol>\n\(stories.joined())</ol></li>\n"
        }
        let notes = "<li><a href=\"notes.xhtml\">newsdigest</a></li>\n"
        let words = [view.greeting, view.intro, view.isEmpty ? view.words.nothingNew : nil].compactMap(\.self)
        return Page(
            file: "contents.xhtml",
            text: page(
                HTMLText.escape(view.title),
                """
                <h1>\(HTMLText.escape(view.title))</h1>
                <p class="date">\(HTMLText.escape("\(view.date) · \(view.summaryLine)"))</p>
                \(words.map { "<p dir=\"auto\">\(HTMLText.escape($0))</p>\n" }.joined())\
                <nav epub:type="toc" id="toc">
                <h2>\(HTMLText.escape(view.words.contents))</h2>
                <ol>
                \(sections.joined())\(notes)</ol>
                </nav>

                """))
    }

    private func page(_ title: String, _ body: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="\(view.language)" \
        xml:lang="\(view.language)" dir="\(view.direction)">
        <head>
        <title>\(title)</title>
        <link rel="stylesheet" type="text/css" href="style.css"/>
        </head>
        <body>
        \(body)</body>
        </html>

        """
    }

    private func xhtml(_ html: String) -> String {
        HTMLText.xhtml(
            html, link: { $0.safeURL },
            picture: { address in pictures[address].map { Self.file(ofPicture: address, $0) } })
    }

    /// The package document (EPUB 3.3, section 5).
    private func package(of files: [String]) -> String {
        let manifest = files.enumerated().map { index, file in
            "<item id=\"page-\(index)\" href=\"\(file)\" media-type=\"application/xhtml+xml\"\(index == 0 ? " properties=\"nav\"" : "")/>\n"
        }
        let pictures = sortedPictures.enumerated().map { index, picture in
            "<item id=\"picture-\(index)\" href=\"\(Self.file(ofPicture: picture.key, picture.value))\" media-type=\"\(picture.value.mediaType)\"/>\n"
        }
        let spine = files.indices.map { "<itemref idref=\"page-\($0)\"/>\n" }
        let title = HTMLText.escape("\(view.title), \(view.date)")
        let time = digest.created.formatted(.iso8601)
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="\(view.language)">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:identifier id="id">newsdigest:\(HTMLText.escape(view.id))</dc:identifier>
            <dc:title>\(title)</dc:title>
            <dc:language>\(view.language)</dc:language>
            <dc:creator>newsdigest</dc:creator>
            <dc:date>\(time)</dc:date>
            <meta property="dcterms:modified">\(time)</meta>
            </metadata>
            <manifest>
            \(manifest.joined())<item id="style" href="style.css" media-type="text/css"/>
            \(pictures.joined())</manifest>
            <spine page-progression-direction="\(view.direction)">
            \(spine.joined())</spine>
            </package>

            """
    }

    /// In the same order each time.
    private var sortedPictures: [(key: String, value: Picture)] { pictures.sorted { $0.key < $1.key } }

    private static func file(ofPicture address: String, _ picture: Picture) -> String {
        let name = String(UInt64(bitPattern: StableHash.hash(address)), radix: 36)
        return "pictures/\(name).\(picture.mediaType.split(separator: "/").last ?? "")"
    }

    private static let container = """
        <?xml version="1.0" encoding="utf-8"?>
        <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
        <rootfiles>
        <rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
        </rootfiles>
        </container>

        """

    /// Colours and fonts are the reader's.
    private static let style = """
        h1, h2, h3, h4 { line-height: 1.25; text-align: start; break-after: avoid; page-break-after: avoid; }
        .story { break-before: page; page-break-before: always; }
        h2 + .story { break-before: auto; page-break-before: auto; }
        .story h3 { font-size: 1.4em; margin: 0 0 0.3em; }
        .story h3 a { color: inherit; text-decoration: none; }
        .date { font-style: italic; }
        img { max-width: 100%; height: auto; }
        figure { margin: 1em 0; break-inside: avoid; page-break-inside: avoid; }
        figcaption { font-size: 0.85em; }
        blockquote { margin: 0.5em 0; padding-inline-start: 1em; border-inline-start: 2px solid; }
        pre { white-space: pre-wrap; font-size: 0.85em; }
        table { border-collapse: collapse; font-size: 0.85em; }
        td, th { border: 1px solid; padding: 0.2em 0.4em; text-align: start; vertical-align: top; }
        nav ol { list-style: none; padding-inline-start: 1em; }
        nav li { margin: 0.3em 0; }

        """
}

extension Digest {
    /// The digest with every whole text that there is: the article of a story's page, or what the feed gave.
    var withWholeTexts: Digest {
        mapStories { story in
            story.article = story.wholeText
            story.showsArticle = true
        }
    }

    /// The addresses of all pictures of an e-book, those of the stories first.
    package var picturesOfBook: [String] {
        var addresses = pictures
        for story in withWholeTexts.stories {
            guard let article = story.article else { continue }
            _ = HTMLText.xhtml(
                article.html, link: { _ in nil },
                picture: { address in
                    address.safeURL.map { addresses.append($0) }
                    return nil
                })
        }
        return addresses
    }
}

extension Story {
    /// The article of the page, or the text of the feed if that is more than the summary.
    fileprivate var wholeText: PageArticle? {
        if let article { return article }
        let text = item.fullText
        guard let html = item.html, text.utf8.count > summary.utf8.count else { return nil }
        return PageArticle(url: url, title: item.title, html: html, text: text)
    }
}
