import Testing

@testable import Gather

@Suite struct RobotsRulesTests {
    @Test(arguments: [
        ("", "/a", true), ("User-agent: *\nDisallow: /", "/a", false), ("User-agent: *\nDisallow:", "/a", true),
        ("user-agent:*\ndisallow:/a # all of it", "/a/b", false), ("User-agent: *\nDisallow: /a", "/b", true),
        // The longest pattern decides, and of equal ones the one that allows.
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true),
        ("User-agent: *\nAllow: /a/b\nDisallow: /a/b/c", "/a/b/c", false),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", true),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", false), ("User-agent: *\nDisallow: /*.pdf$", "/y.pdf?a", true),
        ("User-agent: *\nDisallow: /*/private/*", "/a/private/b", false), ("User-agent: *\nDisallow: /a$", "/a", false),
        ("User-agent: *\nDisallow: /a$", "/ab", true), ("User-agent: *\nDisallow: *b*c", "/abxc", false),
        ("User-agent: *\nDisallow: /?session", "/?session=1", false),
        // Its own group counts alone, and several groups of one name are one.
        ("User-agent: *\nDisallow: /\nUser-agent: newsdigest\nAllow: /", "/a", true),
        (
            "User-agent: newsdigest/1.0\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: NEWSDIGEST\nDisallow: /b",
            "/b", false
        ),
        ("User-agent: x\nUser-agent: newsdigest\nDisallow: /a", "/a", false),
        ("User-agent: newsdigestbot\nDisallow: /", "/a", true),
        // Spellings of one path.
        ("User-agent: *\nDisallow: /caf%c3%a9", "/café", false),
        ("User-agent: *\nDisallow: /café", "/caf%C3%A9", false),
        ("\u{FEFF}User-agent: *\nDisallow: /", "/a", false),
        ("no rules at all\n\u{FFFD}:::\nDisallow: /", "/a", true),
    ])
    func `a path is allowed or not`(file: String, path: String, isAllowed: Bool) {
        let rules = RobotsRules(file: Array(file.utf8))
        #expect(rules.allow(path) == isAllowed)
        #expect(RobotsRules(rules.text).allow(path) == isAllowed)
    }
}
