import Testing

@testable import Addresses

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("%7Eanna", "~anna"), ("%d1%91", "%D1%91"), ("ё", "%D1%91"), ("a b", "a%20b"), ("a%2fb", "a%2Fb"),
        ("100%", "100%"), ("%zz", "%zz"), ("%4", "%4"), ("%%7E", "%~"),
        // Plain digits here would make another escape.
        ("%%333", "%%333"), ("%3%33", "%3%33"), ("%%34%31", "%%341"), ("%%41g", "%%41g"),
    ]) func `an address has one normal form`(text: String, normal: String) {
        #expect(PercentEncoding.normalized(text) == normal)
        #expect(PercentEncoding.normalized(normal) == normal, "the normal form is its own")
    }
}
