import FoundationEssentials

@testable import FeedParser

/// libFuzzer's entry: the bytes as a list of feeds and as a web page.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for feed in FeedDiscovery.feeds(inPage: bytes, url: "https://example.org/") {
        precondition(feed.url.hasPrefix("http"), "a feed is not on the web")
    }
    guard let list = try? OPML(parsing: bytes) else { return 0 }
    let again = try? OPML(parsing: Array(list.document.utf8))
    precondition(again?.feeds.count == list.feeds.count, "a feed of the list is lost")
    return 0
}
