import Foundation
import TestServer
import Testing

@testable import HTTP
@testable import Texts

@Suite struct RedactorTests {
    @Test(arguments: [
        "jwt", "accesskey", "AccessKeyId", "X-Amz-Signature", "X-Amz-Credential", "PHPSESSID", "token[]", "feedkey",
        "bearer", "auth_token", "APIKey", "user.password", "clientSecret",
    ])
    func `a parameter is secret if a word of its name says so`(name: String) {
        #expect(SecretParameters.hide(in: "https://h.example/?a=1&\(name)=v4lue&b=2").contains("\(name)=<hidden>&b=2"))
    }

    @Test(arguments: [
        "author", "keyword", "hockey", "monkey", "channel_id", "sidebar", "design", "authors[]", "compass",
    ])
    func `a parameter whose name only contains such a word is none`(name: String) {
        let address = "https://h.example/?\(name)=v4lue"
        #expect(SecretParameters.hide(in: address) == address)
    }

    private static let secrets = [
        "s3cr3t-0123456789", "pa#ss/w@rd:1", "geheimé-Пароль-1", "Bearer tok+en/with=signs", "12345:ABC-DEF_ghi",
        "p%23ss%2Fword",
        "hunter2",
    ]

    /// What servers make of a text that they repeat.
    private static let forms: [(name: String, form: @Sendable (String) -> String)] = [
        ("verbatim", { $0 }),
        ("in capitals", { $0.uppercased() }),
        ("percent-encoded", { $0.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)! }),
        ("percent-encoded in full", { $0.utf8.map { "%" + String(format: "%02x", $0) }.joined() }),
        (
            "percent-encoded twice",
            { $0.utf8.map { "%25" + String(format: "%02X", $0) }.joined() }
        ),
        ("percent-decoded", { $0.removingPercentEncoding ?? $0 }),
        ("as a form", { $0.replacing(" ", with: "+") }),
        ("in HTML", { $0.unicodeScalars.map { "&#\($0.value);" }.joined() }),
        (
            "in HTML by names",
            { $0.replacing("#", with: "&num;").replacing("@", with: "&commat;").replacing("/", with: "&sol;") }
        ),
        ("in JSON", { $0.utf16.map { String(format: "\\u%04x", $0) }.joined() }),
        ("in JSON with its slashes", { $0.replacing("/", with: "\\/") }),
        ("in JSON in HTML", { $0.utf16.map { String(format: "&#92;u%04x", $0) }.joined() }),
        ("in base64", { Data($0.utf8).base64EncodedString() }),
        ("in base64 after one byte", { Data(("x" + $0).utf8).base64EncodedString() }),
        ("in base64 after two bytes", { Data(("xy" + $0).utf8).base64EncodedString() }),
        ("as SMTP's AUTH PLAIN", { Data("\0anna\0\($0)".utf8).base64EncodedString() }),
        (
            "in base64 for addresses",
            { Data($0.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_") }
        ),
        (
            "in base64 that is percent-encoded",
            { Data($0.utf8).base64EncodedString().addingPercentEncoding(withAllowedCharacters: .alphanumerics)! }
        ),
        ("in UTF-8 read as Latin-1", { String(String.UnicodeScalarView($0.utf8.map { Unicode.Scalar($0) })) }),
        ("decomposed", { $0.decomposedStringWithCanonicalMapping }),
    ]

    @Test(arguments: secrets) func `a secret is hidden in every form in which a server may repeat it`(secret: String) {
        let redactor = Redactor()
        redactor.learn(secret)
        for (name, form) in Self.forms {
            let text = "535 no: \(form(secret)) is not it"
            let hidden = redactor.hide(in: text)
            #expect(hidden.contains("<hidden>"), "\(name)")
            // A character of base64 may hold bits of the byte beside it.
            let rest = hidden.replacing("<hidden>", with: "")
            #expect(rest.count <= "535 no:  is not it".count + 12, "\(name): \(hidden)")
        }
    }

    @Test func `the part of a long secret that is left of a cut is hidden too`() {
        let redactor = Redactor()
        redactor.learn("0123456789-abcdefghijklmnop")
        #expect(redactor.hide(in: "no: 0123456789-abcdef") == "no: <hidden>")
        #expect(redactor.hide(in: "…789-abcdefghijklmnop") == "…<hidden>")
    }

    @Test func `what only looks a little like a secret stays`() {
        let redactor = Redactor()
        redactor.learn("hunter2-and-more-of-it")
        redactor.learn("abcd")
        redactor.learn("a")
        redactor.learn(user: "news", password: "s3cr3t-1")
        redactor.learn(address: "https://hooks.example/services/T0/B0/XyZ0123456789")
        let text = "a hunter in abcdef asks https://hooks.example/services for news: 404 &amp; %20"
        #expect(redactor.hide(in: text) == text)
        #expect(redactor.hide(in: "abcd!") == "<hidden>!")
    }

    @Test func `a mail server whose name ends like the user's address is no secret`() {
        let redactor = Redactor()
        redactor.learn(user: "anna@example.org", password: "s3cr3t-1", isPublic: true)
        let place = "smtp://smtp.example.org:587/ did not finish"
        #expect(redactor.hide(in: place) == place)
        for form in ["anna@example.org:s3cr3t-1", "\0anna@example.org\0s3cr3t-1"] {
            let said = "535 \(Data(form.utf8).base64EncodedString()) \(form)"
            #expect(!redactor.hide(in: said).contains("s3cr3t"))
            #expect(!redactor.hide(in: said).contains(Data("s3cr3t-1".utf8).base64EncodedString().prefix(6)))
        }
    }

    @Test func `an address is known by its path and its parts`() {
        let redactor = Redactor()
        redactor.learn(
            address: "https://anna:pass-word@hooks.example/services/T0/B0/XyZ0123456789?thread=a-secret-thread")
        for part in [
            "/services/T0/B0/XyZ0123456789", "XyZ0123456789", "a-secret-thread", "anna:pass-word", "pass-word",
        ] {
            #expect(redactor.hide(in: "not found: \(part)").contains("<hidden>"), "\(part)")
        }
        #expect(redactor.hide(in: "hooks.example services") == "hooks.example services")
    }

    @Test func `a sentence has no user, password or token in its addresses, whoever's they are`() {
        let text =
            "https://u:p@h.example/a?private_token=abc&x=1;feed_token=def#f redirected to /b#access_token=pqr&x=1 or ?KEY=ghi&amp;sid=jkl%26token%3Dmno"
        #expect(
            text.cleanSentence
                == "https://<hidden>@h.example/a?private_token=<hidden>&x=1;feed_token=<hidden>#f redirected to "
                + "/b#access_token=<hidden>&x=1 or ?KEY=<hidden>&amp;sid=<hidden>")
        let innocent = "https://h.example/a?page=2&q=token a=b user@example.org (c=d)"
        #expect(innocent.cleanSentence == innocent)
    }

    @Test(arguments: [
        ("https://h.example/feed?u=3f9ac81d77b04e5290aa\u{1F}x", "https://h.example/feed?u=<hidden> x"),
        (
            "'https://h.example/rss/550e8400-e29b-41d4-a716-446655440000/all.xml' answered 404",
            "'https://h.example/rss/<hidden>/all.xml' answered 404"
        ),
        (
            "https://www.youtube.com/feeds/videos.xml?channel_id=UC-lHJZR3Gqxm24_Vd_AJ5Yw: no feed",
            "https://www.youtube.com/feeds/videos.xml?channel_id=<hidden>: no feed"
        ),
    ])
    func `a message has no long random value in an address, and a text keeps it`(text: String, message: String) {
        #expect(text.cleanMessage == message)
        #expect(text.cleanMessage.cleanMessage == message)
        #expect(text.withoutSecrets == text)
        let redactor = Redactor()
        redactor.learn(publicAddress: text)
        #expect(redactor.hide(in: text) == text)
    }

    @Test(arguments: [
        "https://h.example/2026/11/21/the-harbour-opens-in-2027-with-12-ships-and-3-cranes?page=12345678901234567890",
        "https://h.example/TheGuardianWorldNewsPodcastOfToday2026.xml answered 404", "https://h.example/?q=a1b2c3d4",
        "3f9ac81d77b04e5290aa-3f9ac81d77b04e5290aa", "file:///tmp/3f9ac81d77b04e5290aa/x",
        "https://3f9ac81d77b04e5290aa.h.example/news",
    ])
    func `words, numbers and file names stay in a message`(message: String) {
        #expect(message.cleanMessage == message)
    }

    @Test func `a sentence is one line without anything that acts`() {
        let text = "a\u{1B}[31mb\r\nnewsdigest: c\u{2028}d\u{202E}e\u{200B}f\u{9B}g\u{85}h\u{7F}i\u{200D}j\u{E0041}k\tl"
        #expect(text.cleanSentence == "a [31mb  newsdigest: c def g h ijk l")
        #expect("Ünïcode – „тест“ 新聞".cleanSentence == "Ünïcode – „тест“ 新聞")
    }

    @Test func `hiding costs the same however many secrets there are`() {
        let redactor = Redactor()
        for number in 0..<5_000 { redactor.learn("secret-number-\(number)-of-many") }
        let text = String(repeating: "a sentence with no secret in it; ", count: 200)
        #expect(redactor.hide(in: text) == text)
        #expect(redactor.hide(in: text + "secret-number-4999-of-many").hasSuffix("<hidden>"))
    }

    @Test(arguments: [
        "http://anna:pa#ss@127.0.0.1:1", "http://anna:pa/ss@127.0.0.1:1", "http://anna:1#ss@127.0.0.1:1",
        "http://anna:pass@127.0.0.1:port", "anna:pa?ss@127.0.0.1:1",
    ])
    func `a proxy that cannot be read is an error that says nothing of it`(proxy: String) async throws {
        let server = try TestServer(["/": .ok("direct")])
        let client = try HTTPClient.test(network: NetworkPolicy(environment: ["http_proxy": proxy]))
        let error = await client.failure(of: server.url("/"))
        let text = try #require(error?.description)
        #expect(text.contains("the address of the proxy cannot be read"))
        #expect(!text.contains("anna") && !text.contains("ss@"))
        #expect(server.connections == 0)
    }

    @Test func `a sentence stays the same when it is cleaned again`() {
        let text = "\("http://a:b@h.example/?token=x&key= y".cleanSentence)"
        #expect(text == "http://<hidden>@h.example/?token=<hidden>&key=<hidden> y")
        #expect(text.cleanSentence == text)
    }
}

@Suite struct PrivateRecordingTests {
    @Test func `a recording is for its owner alone`() async throws {
        try await withTemporaryFolder { parent in
            let folder = "\(parent)/new/recording"
            let server = try TestServer(["/": .ok("body")])
            // A file of an earlier version.
            _ = try await HTTPClient.test(mode: .record(folder)).get(server.url("/"))
            for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
                chmod("\(folder)/\(file)", 0o644)
            }
            _ = try await HTTPClient.test(mode: .record(folder)).get(server.url("/"))
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try mode(folder) == 0o700)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.count == 2)
            for file in files { #expect(try mode("\(folder)/\(file)") == 0o600) }
        }
    }

    @Test func `a feed's tokens stay out of its recording, and it can still be read`() async throws {
        try await withTemporaryFolder { folder in
            let server = try TestServer { request in
                .ok(
                    "<rss><a href=\"https://h.example/?feed_token=f33d&amp;private_token=\(request.parameter("private_token")!)\"/>"
                        + "<b>\(request.parameter("key")!) https://h.example/?sid=7</b></rss>", type: "text/xml",
                    [("Link", "<https://h.example/?feed_token=f33d>; rel=self")])
            }
            let url = server.url("/feed?private_token=pr1vate&key=k3y-0123")
            _ = try await HTTPClient.test(mode: .record(folder)).get(url)
            for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
                for secret in ["f33d", "pr1vate", "k3y-0123"] { #expect(!text.contains(secret), "\(file): \(text)") }
            }
            let answer = try await HTTPClient.test(mode: .replay(folder)).get(url)
            #expect(
                answer.text.hasPrefix(
                    "<rss><a href=\"https://h.example/?feed_token=hidden&amp;private_token=hidden\"/>"))
            #expect(answer.text.contains("sid=7"))
        }
    }
}
