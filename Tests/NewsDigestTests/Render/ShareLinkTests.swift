import Foundation
import Testing

@testable import NewsDigest
@testable import Values

@Suite struct ShareLinkTests {
    @Test(arguments: [
        (ShareLink.link, "https://example.org/a?b=1&c=%D0%B6"),
        (
            .telegram,
            "https://t.me/share/url?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D%25D0%25B6&text=R%26D%3A%20100%25%20%22%D0%B6%22"
        ),
        (
            .whatsapp,
            "https://wa.me/?text=R%26D%3A%20100%25%20%22%D0%B6%22%20https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D%25D0%25B6"
        ),
        (
            .x,
            "https://x.com/intent/post?text=R%26D%3A%20100%25%20%22%D0%B6%22&url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D%25D0%25B6"
        ),
        (
            .vk,
            "https://vk.com/share.php?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D%25D0%25B6&title=R%26D%3A%20100%25%20%22%D0%B6%22"
        ),
        (
            .facebook,
            "https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D%25D0%25B6"
        ),
        (
            .email,
            "mailto:?subject=R%26D%3A%20100%25%20%22%D0%B6%22&body=R%26D%3A%20100%25%20%22%D0%B6%22%0D%0Ahttps%3A%2F%2Fexample.org%2Fa%3Fb%3D1%26c%3D%25D0%25B6"
        ),
    ])
    func `each service gets title and address encoded`(service: ShareLink, expected: String) {
        #expect(service.address(title: "R&D: 100% \"ж\"", url: "https://example.org/a?b=1&c=%D0%B6") == expected)
    }

    @Test(arguments: ShareLink.allCases)
    func `a title of any length and content gives one valid address`(service: ShareLink) throws {
        let title = "\r\nBcc: x@example.org \u{202E}" + String(repeating: "ж 👩‍🚀", count: 500)
        let address = service.address(title: title, url: "https://example.org/")
        #expect(URL(string: address) != nil)
        #expect(address.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(!address.contains("%0D%0ABcc") && !address.contains("%E2%80%AE"))
        #expect(address.utf8.count < 8_192)
    }
}
