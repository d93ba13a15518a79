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
}
