import Foundation
import TestServer
import Testing

@Suite(.ownThread) struct RemovalTests {
    @Test func `why says what was left out of a text, and which rule did it`() throws {
        let world = try World {
            $0.feeds["/feed"] = .ok(
                """
                <rss version="2.0"><channel><title>Elsom Gazette</title><item><guid>1</guid>
                <title>Bridge opens after ten years - In Pictures</title>
                <link>https://gazette.example/1</link><pubDate>Sat, 21 Nov 2026 06:00:00 GMT</pubDate>
                <description>&lt;p&gt;Photo: Anna Lee&lt;/p&gt;&lt;p&gt;The old bridge carries trams again since Monday.
                &lt;/p&gt;&lt;p&gt;Read more&lt;/p&gt;</description></item></channel></rss>
                """, type: "application/rss+xml")
        }
        defer { world.end() }
        #expect(try world.run().stdout.contains("The old bridge carries trams again since Monday."))
        let why = try world.run("why", "https://gazette.example/1").stdout
        for line in [
            "cleaned away: \"- In Pictures\" (addition to a title)",
            "cleaned away: \"Photo: Anna Lee\" (credit of a picture)",
            "cleaned away: \"Read more\" (phrase)",
        ] {
            #expect(why.contains(line + "\n"), "\(why)")
        }
    }
}
