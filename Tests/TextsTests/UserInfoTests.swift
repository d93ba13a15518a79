import TestSupport
import Testing

@testable import Texts

@Suite struct UserInfoTests {
    @Test(arguments: [
        ("https://anna:secret@example.org/feed", "https://example.org/feed"),
        ("https://anna@example.org:8080/feed?a=b@c", "https://example.org:8080/feed?a=b@c"),
        ("https://@example.org/", "https://example.org/"),
        ("https://anna:sec@ret@example.org/", "https://example.org/"),
        ("https://anna:sec/ret@example.org/", "https://example.org/"),
        ("https://anna:sec#r?et@example.org/", "https://example.org/"),
        ("https:///anna:secret@example.org/", "https:///example.org/"),
        ("https:/anna:secret@example.org/", "https:/example.org/"),
        ("https:anna:secret@example.org/", "example.org/"),
        ("https:\\\\anna:secret@example.org/", "https:\\\\example.org/"),
        ("https://CORP\\anna:secret@example.org/", "https://example.org/"),
        ("//anna:secret@example.org/", "//example.org/"),
        ("anna:secret@example.org/feed.xml", "example.org/feed.xml"),
        ("anna:sec/ret@example.org/feed.xml", "example.org/feed.xml"),
        ("anna:secret@example.org/?u=https://b.example", "example.org/?u=https://b.example"),
        ("feed:https://anna:secret@example.org/feed", "feed:https://example.org/feed"),
        ("smtps://anna%40example.org:secret@[2001:db8::1]:465", "smtps://[2001:db8::1]:465"),
        ("https://ключ:пароль@пример.example/", "https://пример.example/"),
    ]) func `an address loses its user and its password`(address: String, without: String) {
        #expect(address.withoutUserInfo == without)
        #expect(without.withoutUserInfo == without)
    }

    @Test(arguments: [
        "https://example.org/@anna/feed", "https://example.org:8080/@anna", "https://example.org:/@anna",
        "https://[2001:db8::1]:80/@anna", "https://example.org/?mail=a:b@c", "example.org/@anna", "file:///anna:a@b",
        "file:/anna:a@b", "feed:https://example.org/@anna", "postgresql://a:1,b:2/news?options=c@d", "", "://", "@",
    ]) func `an address without a user stays the same`(address: String) {
        #expect(address.withoutUserInfo == (address == "@" ? "" : address))
    }

    @Test(arguments: [
        ("anna:secret@example.org/feed.xml was left out", "<hidden>@example.org/feed.xml was left out"),
        ("see 'anna:secret@example.org'.", "see '<hidden>@example.org'."),
        ("(https:///anna:secret@example.org/a)", "(https:///<hidden>@example.org/a)"),
        ("https://anna:sec/ret@example.org/a", "https://<hidden>@example.org/a"),
        ("https:/anna:secret@example.org/a", "https:/<hidden>@example.org/a"),
        ("//anna:secret@example.org/a", "//<hidden>@example.org/a"),
        ("https//anna:secret@example.org/a", "https//<hidden>@example.org/a"),
        ("https://http//anna:secret@example.org/a", "https://http//<hidden>@example.org/a"),
        ("proxy=anna:secret@proxy:3128", "<hidden>@proxy:3128"),
        ("anna:secret@b.example/?u=https://boris:word@c.example", "<hidden>@b.example/?u=https://<hidden>@c.example"),
        ("feed:https://anna:secret@example.org/a", "feed:https://<hidden>@example.org/a"),
        ("https://anna:secret%40example.org/a", "https://<hidden>%40example.org/a"),
        ("anna:secret%40example.org/a", "<hidden>%40example.org/a"),
        ("https//anna:secret%2540example.org/a", "https//<hidden>%2540example.org/a"),
        ("https://anna:secret＠example.org/a", "https://<hidden>＠example.org/a"),
        ("anna：secret＠example.org/a", "<hidden>＠example.org/a"),
        ("https://anna:sec,ret@example.org/a", "https://<hidden>@example.org/a"),
        (
            "http://a.example/?u=http%3A%2F%2Fanna%3Asecret%40b.example",
            "http://a.example/?u=http%3A%2F%2F<hidden>%40b.example"
        ),
    ]) func `a sentence has no user and no password in its addresses`(text: String, hidden: String) {
        #expect(text.cleanSentence == hidden)
        #expect(hidden.cleanSentence == hidden)
    }

    @Test(arguments: [
        "write to anna@example.org or mailto:anna@example.org", "(mailto:anna@example.org?subject=a)",
        "Concert 20:00@Club. And 21:00@Bar", "RCPT TO:<anna@example.org>", "git@example.org:news.git",
        "Re:@anna.example",
        "https://example.org//feeds/@anna", "https://example.org/@anna, https://example.org:8080/@boris",
        "feed:https://example.org/@anna", "mailto:anna%40example.org", "https://example.org/%40anna",
        "https://example.org/?mail=anna%40b.example", "早报：今日＠北京",
    ]) func `a mail address and a path stay in a sentence`(text: String) {
        #expect(text.cleanSentence == text)
    }

    @Test(arguments: [
        "://", "a//", "a//b:c", "a:b/", "://a:b", "a:", "@", "a:b@", "://@", "file:", "[", "https://a:b@",
    ])
    func `the time to hide is proportional to the length`(part: String) {
        let text = { String(repeating: part, count: $0) + "@example.org" }
        let growth = Work.growth(of: text, from: 2_000) { _ = $0.cleanSentence }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `any bytes after the first one of a full-width character are read`() {
        let digits = (0...255).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let texts = digits.flatMap { first in digits.map { "%EF%\(first)%\($0)/a@b" } }
        // Only `%3a%2f`, a colon and a stroke, look like the end of a scheme.
        #expect(texts.filter { SecretParameters.hide(in: $0) != $0 } == ["%EF%3a%2f/a@b"])
        _ = SecretParameters.ranges(inBody: [0xEF, 0xBD, 0x0A, 0xEF, 0xBC, 0x00])
    }

    @Test func `an argument with a host without a dot holds a password, and a time in a sentence does not`() {
        #expect("anna:secret@nas".holdsPassword)
        #expect("anna:sec ret@nas".holdsPassword)
        #expect(!"mailto:anna@nas".holdsPassword)
        #expect(SecretParameters.hide(in: "at 20:00@Club today") == "at 20:00@Club today")
    }
}
