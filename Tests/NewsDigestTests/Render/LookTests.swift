import Foundation
import Testing

@testable import Render
@testable import Values

/// The page as a browser lays it out.
///
/// What is measured (widths, contrast, sizes, sides) holds with whatever fonts a machine has. The golden pictures in
/// `Look/` are made with the font `Look/boxes.ttf`, in which every character is a box of the same width, so that lines
/// break at the same places on every machine. `NEWSDIGEST_GOLDEN=write` writes them anew, to be looked at before they
/// are kept.
@Suite(.enabled(if: Chromium.isUsable, "chromium is not installed, or cannot run here")) struct LookTests {
    @Test(arguments: Chromium.Scheme.allCases)
    func `at every width everything is in its place and can be read`(scheme: Chromium.Scheme) throws {
        let frames = try Measurement.all(
            of: Look.pages.flatMap { name, page in Look.widths.map { .init(name, page, width: $0) } }, in: scheme)
        #expect(frames.count == Look.pages.count * Look.widths.count)
        for frame in frames {
            let at = Comment(rawValue: "\(frame.name) at \(frame.width)")
            #expect(frame.beyond == [], at)
            #expect(frame.faint == [], at)
            #expect(frame.small == [], at)
            #expect(frame.acting == [], at)
            #expect(frame.column == Double(min(frame.width, 680)), at)
            #expect(frame.longest <= 80, at)
            #expect(frame.ground == (scheme == .light ? "rgb(243, 240, 233)" : "rgb(19, 18, 17)"), at)
            // An event's card has the whole width of a phone, and no picture beside a story is wider than a third.
            if frame.width < 480 { #expect(frame.cards.allSatisfy { $0 == Double(frame.width - 28) }, at) }
            #expect(frame.pictures.dropFirst().allSatisfy { $0[0] <= Double(frame.width) / 3 }, at)
        }
        let full = frames.filter { $0.name != "empty" && $0.name != "single" }
        #expect(full.allSatisfy { $0.cards.count == 2 && $0.pictures.count == 3 && $0.rightToLeft == [true, true] })
    }

    @Test func `a browser finds nothing in hostile texts that acts, covers or leaves its place`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("<div class=\"story\">{{title}}{{{html}}}</div>", to: "story.html.mustache")
        let digest = HostileTests.digest(of: Hostile.strings)
        let pages = [RenderOptions(), RenderOptions(templates: TemplateSet(overrides: folder.url))].map { options in
            String(decoding: digest.rendered(as: .html, options), as: UTF8.self)
        }
        let frames = try Measurement.all(
            of: pages.enumerated().map { .init("\($0.offset)", $0.element, width: 320) }, in: .light)
        #expect(frames.map(\.stories) == [digest.stories.count, digest.stories.count])
        #expect(frames.flatMap(\.acting) == [])
        #expect(frames[0].beyond == [])
    }

    @Test(arguments: [("en", Chromium.Scheme.light), ("ru", .dark)])
    func `the page looks as it did when somebody last looked at it`(
        language: String, scheme: Chromium.Scheme
    ) throws {
        let file = Look.golden(language, scheme)
        let picture = try Look.screenshot(of: #require(Look.pages[language]), in: scheme)
        if ProcessInfo.processInfo.environment["NEWSDIGEST_GOLDEN"] == "write" { try picture.write(to: file) }
        let difference = try Look.difference(of: picture, from: file)
        #expect(difference <= Look.tolerance, "the mean difference of a cell's brightness")
    }

    @Test(arguments: ["<img[^>]*>", "<style>[^<]*</style>", "<h3.*</h3>"])
    func `a missing part of the page exceeds the tolerance`(pattern: String) throws {
        let page = try #require(Look.pages["en"]).replacing(Regex(pattern), with: "")
        let difference = try Look.difference(
            of: Look.screenshot(of: page, in: .light), from: Look.golden("en", .light))
        #expect(difference > Look.tolerance)
    }
}

/// What `measure.js` says of one frame.
private struct Measurement: Decodable {
    var name: String, width: Int, ground: String, column: Double
    var beyond: [String], faint: [String], small: [String], acting: [String], stories: Int
    var longest: Double, cards: [Double], pictures: [[Double]], rightToLeft: [Bool]

    static func all(of frames: [Chromium.Frame], in scheme: Chromium.Scheme) throws -> [Measurement] {
        let found = try Chromium(TemporaryFolder()).dom(of: frames, running: "measure.js", in: scheme)
        return try JSONDecoder().decode([Measurement].self, from: Data(found.utf8))
    }
}

/// Pages that have everything that a digest can have.
private enum Look {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Look")
    static let widths = [320, 600, 1200]
    /// The mean difference of a cell's brightness, of 255. The pictures of one browser differ by nothing, those of two
    /// versions by the smoothing of letters.
    static let tolerance = 2.0
    static let pages = [
        "en": page(digest("en", title: "Morning digest", name: "Anna")),
        "ru": page(digest("ru", title: "Утренний выпуск", name: "Анна")),
        "tr": page(digest("tr", title: "Sabah bülteni", name: "Işıl")),
        "empty": page(Sample.digest([])),
        "single": page(Sample.digest([Sample.story(Sample.article("One story", summary: "It is short."))])),
    ]

    static func golden(_ language: String, _ scheme: Chromium.Scheme) -> URL {
        folder.appending(path: "\(language)-\(scheme).png")
    }

    static func screenshot(of page: String, in scheme: Chromium.Scheme) throws -> Data {
        let font = try Data(contentsOf: folder.appending(path: "boxes.ttf")).base64EncodedString()
        let style = """
            <style>@font-face { font-family: Boxes; src: url(data:font/ttf;base64,\(font)) }
            * { font-family: Boxes !important; font-style: normal !important }</style>
            """
        return try Chromium(TemporaryFolder()).screenshot(of: page + style, in: scheme)
    }

    static func difference(of picture: Data, from golden: URL) throws -> Double {
        try Screenshot(png: picture).difference(from: Screenshot(png: Data(contentsOf: golden)))
    }

    private static func page(_ digest: Digest) -> String {
        let html = String(
            decoding: digest.rendered(as: .html, RenderOptions(share: [.link, .telegram, .whatsapp, .email])),
            as: UTF8.self)
        return html.replacing(/https:\/\/pictures\.example\/(\d+)x(\d+)/) { match in
            """
            data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='\(match.1)'%20height='\(match.2)'%3E\
            %3Crect%20width='100%25'%20height='100%25'%20fill='teal'/%3E%3C/svg%3E
            """
        }
    }

    private static func digest(_ language: String, title: String, name: String) -> Digest {
        let long = "A title that goes on and on, as those of agencies do when they want to have said everything at once"
        let unbroken = String(repeating: "Donaudampfschifffahrt", count: 8)
        var digest = Sample.digest(
            [
                story("A chip that cools itself", picture: "1200x800", summary: long + ". " + long + ".", also: 3),
                story(long, picture: "60x1200", summary: "Short."),
                story(unbroken, summary: "https://example.org/" + String(repeating: "y", count: 200)),
                story("ראש הממשלה נפגש עם נשיא צרפת בפריז (AFP)", picture: "1200x60", summary: "הפגישה נמשכה שעתיים."),
                story("افتتاح معرض الكتاب في القاهرة", summary: "يستمر المعرض أسبوعين."),
                story("<script>alert(1)</script> & \"quotes\" [pdf] *bold*", summary: ""),
            ], language: language, title: title)
        digest.name = name
        digest.previous = Sample.now.addingTimeInterval(-5 * 86_400)
        digest.sections[0].leftOver = 12
        digest.leftOver = 12
        digest.sections.append(
            Digest.Section(
                category: "events", title: "Events", stories: [concert, concert, story("Last", summary: "")]))
        digest.failures = [
            Digest.SourceFailure(
                source: "Gazette", since: Sample.now.addingTimeInterval(-7 * 86_400),
                reason: "https://gazette.example/\(String(repeating: "path", count: 30)) answered 503")
        ]
        digest.recovered = ["Post"]
        return digest
    }

    private static func story(
        _ title: String, picture: String? = nil, summary: String, also count: Int = 0
    ) -> Story {
        Sample.story(
            Sample.article(
                title, summary: summary, image: picture.map { "https://pictures.example/\($0)" },
                author: "A. Writer, Correspondent for Several Things"),
            also: (0..<count).map {
                Story.Telling(
                    id: "t\($0)", source: "Paper \($0)", title: "The same, told otherwise", url: "https://example.com",
                    isSameArticle: $0 == 0)
            })
    }

    private static let concert = {
        var item = Sample.article(
            "Candlelight concert", source: "KudaGo", category: "events", summary: "A quartet plays.")
        item.kind = .event
        item.event = Event(
            occurrences: [
                Event.Occurrence(
                    starts: Sample.now.addingTimeInterval(36_000), ends: Sample.now.addingTimeInterval(43_200)),
                Event.Occurrence(starts: Sample.now.addingTimeInterval(122_400), ends: nil),
            ], place: "House with an arch", address: "4 Quiet Street, third yard on the left",
            price: "from 900 to 2500",
            age: "12+")
        return Sample.story(item)
    }()
}
