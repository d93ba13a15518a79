import Testing

@testable import Texts

@Suite struct AddressPartsTests {
    @Test(arguments: [
        ("https://anna@a.example:80/b/c?d=e/f#g?h", ["https:", "//anna@a.example:80", "/b/c", "?d=e/f", "#g?h"]),
        ("http://a.example", ["http:", "//a.example", "", "", ""]),
        ("https://a.example?b#c#d", ["https:", "//a.example", "", "?b", "#c#d"]),
        ("//a.example/b", ["", "//a.example", "/b", "", ""]), ("///b", ["", "//", "/b", "", ""]),
        ("mailto:anna@a.example?subject=b", ["mailto:", "", "anna@a.example", "?subject=b", ""]),
        ("tag+a-1.b:c", ["tag+a-1.b:", "", "c", "", ""]), ("b/c:d", ["", "", "b/c:d", "", ""]),
        ("1a:b", ["", "", "1a:b", "", ""]), (":b", ["", "", ":b", "", ""]), ("a?b:c", ["", "", "a", "?b:c", ""]),
        ("https:/\u{301}a", ["https:", "", "/\u{301}a", "", ""]), ("", ["", "", "", "", ""]),
    ])
    func `an address has five parts, which are together the address`(address: String, expected: [String]) {
        let parts = AddressParts(address[...])
        let texts = [parts.scheme, parts.authority, parts.path, parts.query, parts.fragment].map(String.init)
        #expect(texts == expected)
        #expect(texts.joined() == address)
    }
}
