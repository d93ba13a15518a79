import HTTP
import TestServer
import Testing

@Test func `an answer arrives with its status, headers and body`() async throws {
    let server = try TestServer(["/feed": .ok("hello", [("X-Two", "1"), ("X-Two", "2")])])
    let client = try HTTPClient(.init(userAgent: "t"))
    let response = try await client.send(HTTPRequest(url: server.url("/feed"), configuredURL: server.url))
    #expect(response.status == 200)
    #expect(response.headers.all("x-two") == ["1", "2"])
    #expect(response.body == Array("hello".utf8))
}
