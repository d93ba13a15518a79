import Testing

@testable import Addresses

@Suite struct WebAddressTests {
    @Test(arguments: [
        ("https://hooks.example/services/T0/B0/s3cret", "services/T0/B0/s3cret"),
        ("https://ntfy.example/topic?auth=a%2Fb#top", "topic?auth=a%2Fb"),
        ("https://anna:pass@hooks.example:8443/a", "a"), ("https://hooks.example", ""),
        ("https://hooks.example?a=1", "?a=1"),
        ("no address", ""),
    ])
    func `the target of a request is its path and query as they are written`(address: String, target: String) {
        #expect(WebAddress.target(of: address) == target)
    }

    @Test(arguments: [
        "https://w\u{1D}.example.org/", "https://exa\u{0}mple.org/", "https://exa\u{0}mplé.org/",
        "https://a%2Fb.example/",
        "https://a%00b.example/", "https://a\u{FF0F}b.example/", "https://a\u{FF03}b.example/",
        "https://a%3Fb.example/",
        "http://anna:secrethttps://www.example.org/", "http://anna@[::18a0:/;]j@[::1]:8127/", "http://[::1/",
        "http://[a.example]/", "http://[::1]a/", "http://[]/",
    ])
    func `a host with a sign that would end it is no host`(address: String) {
        #expect(WebAddress(address)?.host == nil)
    }

    @Test(arguments: [
        ("feed://a.example/x", "http://a.example/x"), ("feed:https://a.example/x", "https://a.example/x"),
        ("FEED:http://a.example/x", "http://a.example/x"), ("feed://https://a.example/x", "https://a.example/x"),
        ("feed:a.example", "feed:a.example"), ("https://feed:1@a.example/", "https://feed:1@a.example/"),
    ])
    func `an address for feed readers is one of the web`(address: String, expected: String) {
        #expect(WebAddress.withoutFeedScheme(address) == expected)
    }

    @Test func `a parameter is added to the end of the query, before the fragment`() {
        #expect(WebAddress.adding("a", "1", to: "https://a.example/b") == "https://a.example/b?a=1")
        #expect(WebAddress.adding("a", "1", to: "https://a.example/b?c=2#d") == "https://a.example/b?c=2&a=1#d")
        #expect(WebAddress.adding("a", "1", to: "mailto:b@a.example") == "mailto:b@a.example?a=1")
        #expect(WebAddress.appending("/c", to: "https://a.example/b/") == "https://a.example/b/c")
    }

    @Test func `an IPv6 address in brackets is a host`() {
        #expect(WebAddress("http://anna@[2001:DB8::1]:8080/a")?.authority == "[2001:db8::1]:8080")
        #expect(WebAddress("https://[::ffff:192.0.2.1]/")?.host == "[::ffff:192.0.2.1]")
    }

    @Test(arguments: [
        (
            "https://a.example/#!https%3A%2F%2Fanna%3Asecret%40b%2Eexample",
            "https://a.example/#!https%3A%2F%2Fhidden%40b%2Eexample"
        ),
        ("https://http//anna:secret@a.example/b", "https://http//hidden@a.example/b"),
        ("https://a.example/?u=http://anna:secret@b.example/", "https://a.example/?u=http://hidden@b.example/"),
        ("https://a.example/@anna?mail=anna@b.example", "https://a.example/@anna?mail=anna@b.example"),
    ])
    func `an address that may be shown has no user inside it`(address: String, shown: String) {
        #expect(address.safeURL == shown)
    }
}
