import Testing

@testable import Addresses

@Suite struct CanonicalURLTests {
    /// Two addresses of one article.
    static let same: [(String, String)] = [
        // Scheme, host, port
        ("http://daily.example.org/a", "https://daily.example.org/a"),
        ("HTTPS://Daily.Example.ORG/a", "https://daily.example.org/a"),
        ("https://www.example.org/a", "https://example.org/a"),
        ("https://m.example.org/a", "https://example.org/a"),
        ("https://www.m.example.org/a", "https://example.org/a"),
        ("https://mobile.example.org/a", "https://www.example.org/a"),
        ("https://touch.example.org/a", "https://example.org/a"),
        ("https://example.org:443/a", "https://example.org/a"),
        ("http://example.org:80/a", "http://example.org/a"),
        ("https://example.org./a", "https://example.org/a"),
        ("https://reader:secret@example.org/a", "https://example.org/a"),
        ("//example.org/a", "https://example.org/a"),
        ("  https://example.org/a\n", "https://example.org/a"),
        ("https://пример.рф/новость", "https://xn--e1afmkfd.xn--p1ai/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D1%8C"),
        ("https://ПРИМЕР.рф/a", "https://пример.рф/a"),
        ("https://bücher.example.org/a", "https://xn--bcher-kva.example.org/a"),
        ("https://example%2e/a", "https://example/a"),
        ("https://example.org\u{3002}/a", "https://example.org/a"),
        // Path
        ("https://example.org/a\0 \0;jsessionid=1", "https://example.org/a%00%20%00"),
        ("https://example.org/a\u{1}/amp", "https://example.org/a%01"),
        ("https://example.org/a/", "https://example.org/a"),
        ("https://example.org", "https://example.org/"),
        ("https://example.org//news///a", "https://example.org/news/a"),
        ("https://example.org/news/../a", "https://example.org/a"),
        ("https://example.org/./a", "https://example.org/a"),
        ("https://example.org/news/index.php", "https://example.org/news/"),
        ("https://example.org/news/index.html?utm_source=x", "https://example.org/news"),
        ("https://example.org/%7Eanna/a", "https://example.org/~anna/a"),
        ("https://example.org/%d1%91", "https://example.org/ё"),
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("https://example.org/a;jsessionid=1F2E", "https://example.org/a"),
        ("https://example.org/a;JSESSIONID=1F2E?id=3", "https://example.org/a?id=3"),
        ("https://example.org/a/amp/amp", "https://example.org/a"),
        ("https://example.org/a/amp/amp/", "https://example.org/a/"),
        ("https://example.org/a.amp.amp.html", "https://example.org/a.html"),
        ("https://example.org/a.amp/amp.amp", "https://example.org/a"),
        ("https://example.org/amp/amp", "https://example.org/amp"),
        ("https://example.org/a#!one\u{F} two", "https://example.org/a#!one%0F%20two"),
        // Query
        ("https://example.org/a?", "https://example.org/a"),
        ("https://example.org/a?&&", "https://example.org/a"),
        ("https://example.org/a?y=2&x=1", "https://example.org/a?x=1&y=2"),
        ("https://example.org/a?id=3&amp;utm_medium=rss", "https://example.org/a?id=3"),
        ("https://example.org/a?id=3&amp;page=2", "https://example.org/a?id=3&page=2"),
        ("https://example.org/a?id=3&&amp;amp;page=2", "https://example.org/a?id=3&page=2"),
        ("https://example.org/a?id=3&AMP;page=2", "https://example.org/a?id=3&page=2"),
        ("https://example.org/a?id=3&#038;amp;#038;page=2", "https://example.org/a?id=3&page=2"),
        ("https://example.org/a?utm_source=a&UTM_Campaign=b", "https://example.org/a"),
        ("https://example.org/a?fbclid=Iw&gclid=9&yclid=7&msclkid=1", "https://example.org/a"),
        ("https://example.org/a?mc_cid=1&mc_eid=2&mkt_tok=3", "https://example.org/a"),
        ("https://example.org/a?_openstat=zzz&ysclid=l1", "https://example.org/a"),
        ("https://example.org/a?at_medium=RSS&at_campaign=feed", "https://example.org/a"),
        ("https://example.org/a?wt_mc=rss.share&xtor=RSS-1", "https://example.org/a"),
        ("https://example.org/a?CMP=share_btn&cmpid=9", "https://example.org/a"),
        ("https://example.org/a?intcmp=home_1&INTCMP=x", "https://example.org/a"),
        ("https://example.org/a?id=3&int_source=rss&ref_src=twsrc%5Etfw", "https://example.org/a?id=3"),
        ("https://example.org/a?mibextid=x&epik=y&sfmc_id=z&elqTrackId=1", "https://example.org/a"),
        ("https://example.org/a?ref=rss", "https://example.org/a"),
        ("https://example.org/a?ref=news.partner.example", "https://example.org/a"),
        ("https://example.org/a?source=telegram", "https://example.org/a"),
        ("https://example.org/a?from=newsletter", "https://example.org/a"),
        ("https://example.org/a?via=twitter&src=fb", "https://example.org/a"),
        ("https://example.org/a?rss=1", "https://example.org/a"),
        ("https://example.org/a?feed=rss2", "https://example.org/a"),
        ("https://example.org/a?partner=", "https://example.org/a"),
        ("https://example.org/a?mTitle=&mImgWidth=", "https://example.org/a"),
        ("https://example.org/a?spm=1.2.3", "https://example.org/a"),
        // One site's own
        ("https://www.nytimes.com/2026/11/20/x.html?partner=rss&emc=rss", "https://nytimes.com/2026/11/20/x.html"),
        ("https://youtu.be/xyz123?si=q", "https://www.youtube.com/watch?v=xyz123"),
        ("https://m.youtube.com/watch?v=xyz123&feature=youtu.be&t=30", "https://youtube.com/watch?v=xyz123"),
        ("https://www.wsj.com/articles/x?mod=e2tw&st=q1", "https://www.wsj.com/articles/x"),
        ("https://anna.medium.com/x-1?source=rss-22------2", "https://anna.medium.com/x-1"),
        ("https://www.bbc.co.uk/news/articles/c1", "https://www.bbc.com/news/articles/c1"),
        ("https://en.m.wikipedia.org/wiki/News", "https://en.wikipedia.org/wiki/News"),
        // Fragments
        ("https://example.org/a#top", "https://example.org/a"),
        ("https://example.org/a#xtor=RSS-9", "https://example.org/a"),
        ("https://example.org/a#:~:text=word", "https://example.org/a"),
        // Accelerated pages
        ("https://example.org/a/amp", "https://example.org/a"),
        ("https://example.org/a/amp/", "https://example.org/a/"),
        ("https://example.org/amp/a", "https://example.org/a"),
        ("https://example.org/a.amp.html", "https://example.org/a.html"),
        ("https://example.org/a.amp", "https://example.org/a"),
        ("https://amp.example.org/a", "https://www.example.org/a"),
        ("https://example.org/a?amp", "https://example.org/a"),
        ("https://example.org/a?outputType=amp", "https://example.org/a"),
        ("https://www.google.com/amp/s/daily.example.org/a", "https://daily.example.org/a"),
        ("https://www.google.co.uk/amp/daily.example.org/a", "http://daily.example.org/a"),
        (
            "https://daily-example-org.cdn.ampproject.org/v/s/daily.example.org/a?id=7&amp_js_v=1",
            "https://daily.example.org/a?id=7"
        ),
        // Wrappers
        (
            "https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.org%2Fa%3Fid%3D3&usg=q",
            "https://example.org/a?id=3"
        ),
        ("https://www.google.de/url?q=https://example.org/a", "https://example.org/a"),
        ("https://vk.com/away.php?to=https%3A%2F%2Fexample.org%2Fa&cc_key=", "https://example.org/a"),
        ("https://lm.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fa%3Ffbclid%3D1&h=AT", "https://example.org/a"),
        ("https://www.bing.com/news/apiclick.aspx?ref=x&url=https%3a%2f%2fexample.org%2fa", "https://example.org/a"),
        ("https://redir.example.com/redir/news/rss/*https://example.org/a", "https://example.org/a"),
        ("https://rd.example.com/rss/%2Ahttp%3A//example.org/a?b=1", "https://example.org/a?b=1"),
        ("https://out.reddit.com/t3_1?url=https%3A%2F%2Fexample.org%2Fa", "https://example.org/a"),
        ("https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.org%2Fa", "https://example.org/a"),
        (
            "https://www.google.com/url?q=https%3A%2F%2Fvk.com%2Faway.php%3Fto%3Dhttps%253A%252F%252Fexample.org%252Fa",
            "https://example.org/a"
        ),
        (
            "https://news.google.com/rss/articles/CBMiGGh0dHBzOi8vZXhhbXBsZS5vcmcvYS0xMg?oc=5",
            "https://example.org/a-12"
        ),
        (
            "https://news.google.com/rss/articles/AU_yqLPnew?oc=5&hl=en",
            "https://news.google.com/articles/AU_yqLPnew"
        ),
        ("https://news.google.com/read/AU_yqLPnew?hl=ru", "https://news.google.com/rss/articles/AU_yqLPnew"),
    ]

    /// Two articles.
    static let different: [(String, String)] = [
        ("https://example.org/a?id=1", "https://example.org/a?id=2"),
        ("https://example.org/?p=1", "https://example.org/?p=2"),
        ("https://example.org/a.php?newsid=1", "https://example.org/a.php?newsid=2"),
        ("https://example.org/a?ELEMENT_ID=1", "https://example.org/a?ELEMENT_ID=2"),
        ("https://example.org/a?v=x", "https://example.org/a?v=y"),
        ("https://example.org/a?lang=ru", "https://example.org/a?lang=en"),
        ("https://example.org/a?page=1", "https://example.org/a?page=2"),
        ("https://example.org/a?ref=7001", "https://example.org/a?ref=7002"),
        ("https://example.org/a?source=12", "https://example.org/a?source=13"),
        ("https://example.org/a?from=2026-11-01", "https://example.org/a?from=2026-11-02"),
        ("https://example.org/a?cid=44", "https://example.org/a?cid=45"),
        ("https://example.org/a?feed=7", "https://example.org/a?feed=8"),
        ("https://example.org/a?rss=7", "https://example.org/a?rss=8"),
        ("https://example.org/a", "https://example.org/A"),
        ("https://example.org/a", "https://example.org/b"),
        ("https://example.org/a.html", "https://example.org/a.php"),
        ("https://example.org/a%2Fb", "https://example.org/a/b"),
        ("https://example.org/a?q=1%262", "https://example.org/a?q=1&2"),
        ("https://example.org:8443/a", "https://example.org/a"),
        ("https://news.example.org/a", "https://sport.example.org/a"),
        ("https://m.example/a", "https://example/a"),
        ("https://m.co.uk/a", "https://co.uk/a"),
        ("https://example.org/ru/a", "https://example.org/a"),
        ("https://example.org/#!/news/1", "https://example.org/#!/news/2"),
        ("https://example.org/ample", "https://example.org/le"),
        ("https://example.org/a/amplifier", "https://example.org/a"),
        ("https://example.org/amp", "https://example.org/"),
        ("https://example.org/index.php?id=1", "https://example.org/index.php?id=2"),
        ("https://example.org/index.php?id=1", "https://example.org/?id=1"),
        ("https://www.youtube.com/watch?v=abc", "https://www.youtube.com/watch?v=ABC"),
        ("https://example.org/away.php?to=https://a.example/1", "https://a.example/1"),
        ("https://news.google.com/articles/AU_one", "https://news.google.com/articles/AU_two"),
        ("https://example.org/story;1", "https://example.org/story;2"),
        ("https://example.org/a?src=one.jpg", "https://example.org/a?src=two.jpg"),
        ("https://d-example-org.cdn.ampproject.org/c/s/d.example.org/a?id=1", "https://d.example.org/a?id=2"),
        ("https://example.org/a?t=1", "https://example.org/a?t=2"),
    ]

    @Test(arguments: [
        ("https://☃.net/a", "xn--n3h.net"), ("https://💌.la/a", "xn--rr8h.la"), ("https://faß.de/a", "xn--fa-hia.de"),
    ])
    func `a host of signs that IDNA no longer allows keeps its older form`(address: String, host: String) {
        #expect(CanonicalURL(address)?.host == host)
        #expect(CanonicalURL(address)?.clean == "https://\(host)/a")
    }

    @Test(arguments: same) func `one article under two addresses has one key`(a: String, b: String) {
        #expect(CanonicalURL(a)?.key == CanonicalURL(b)?.key)
        #expect(CanonicalURL(a) != nil)
    }

    @Test(arguments: different) func `two articles have two keys`(a: String, b: String) {
        #expect(CanonicalURL(a)?.key != CanonicalURL(b)?.key)
    }

    @Test(arguments: same + different) func `cleaning again changes nothing`(a: String, b: String) throws {
        for address in [a, b] {
            let once = try #require(CanonicalURL(address))
            #expect(CanonicalURL(once.clean) == once)
        }
    }

    @Test(arguments: [
        ("https://www.Example.org/A/?utm_source=rss&b=2&a=1#part", "https://www.example.org/A/?b=2&a=1#part"),
        ("https://m.example.org/%d0%b0?fbclid=1", "https://m.example.org/%d0%b0"),
        ("http://example.org:80/a/amp/?ref=rss", "http://example.org/a/"),
        ("https://vk.com/away.php?to=http%3A%2F%2Fexample.org%2Fa%3Futm_term%3Dx", "http://example.org/a"),
        ("https://amp.example.org/a", "https://amp.example.org/a"),
        ("https://user:key@example.org/a", "https://example.org/a"),
        ("https://example.org/a#xtor=RSS-3", "https://example.org/a"),
    ]) func `what is shown is what was published without what only tracks`(address: String, clean: String) {
        #expect(CanonicalURL(address)?.clean == clean)
    }

    @Test(arguments: [
        "", "example.org/a", "mailto:a@example.org", "ftp://example.org/a", "javascript:alert(1)", "https://",
        "https:///",
        "https://example.org/" + String(repeating: "\0 ", count: 3_000) + "a", "https://example.org:port/",
        "https://exa mple.org/", "https://example.org:99999/", "data:text/html,x",
        "https://example.org/a&;jsessionid=1#038;b",
    ]) func `what is no web address has no canonical form`(address: String) {
        #expect(CanonicalURL(address) == nil)
    }

    @Test func `a site's front page is told from its articles`() {
        #expect(CanonicalURL("https://www.example.org/?utm_source=rss")?.isBareHost == true)
        #expect(CanonicalURL("https://example.org/a")?.isBareHost == false)
        #expect(CanonicalURL("https://example.org/?p=1")?.isBareHost == false)
    }
}
