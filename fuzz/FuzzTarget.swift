import FoundationEssentials

/// libFuzzer's entry: the bytes as a document of any kind, and all that is made of what is read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    if let feed = try? Feed(parsing: bytes, url: "https://example.org/feed") {
        for entry in feed.entries {
            check(entry.summary)
            check(entry.content)
        }
    }
    _ = FeedDiscovery.feeds(inPage: Array(bytes), url: "https://example.org/")
    if let opml = try? OPML(parsing: Array(bytes)) { check(opml) }
    try? Feed.writeJSON(of: bytes) { check(json: $0) }
    return 0
}

private func check(_ markup: Markup?) {
    guard let markup else { return }
    _ = markup.plain
    let safe = markup.safeHTML
    precondition(!safe.lowercased().contains("<script"), "a script has passed")
}

private func check(_ opml: OPML) {
    let again = try? OPML(parsing: Array(opml.document.utf8))
    precondition(again?.feeds.count == opml.feeds.count, "a feed of the list is lost")
}

private func check(json: UnsafeRawBufferPointer) {
    precondition(String(validating: json, as: UTF8.self) != nil, "the JSON is not UTF-8")
}
