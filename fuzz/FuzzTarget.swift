import FoundationEssentials

@testable import FeedParser

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
    for feed in FeedDiscovery.feeds(inPage: Array(bytes), url: "https://example.org/") {
        precondition(feed.url.hasPrefix("http"), "a feed is not on the web")
    }
    if let opml = try? OPML(parsing: Array(bytes)) { check(opml) }
    try? Feed.writeJSON(of: bytes) { check(json: $0) }
    checkPieces(bytes)
    return 0
}

/// What is read through a window of a document is what is read of the whole.
private func checkPieces(_ document: UnsafeRawBufferPointer) {
    let document = document.bindMemory(to: UInt8.self)
    let window = DocumentWindow(
        reading: { offset, buffer in
            let piece = document[min(offset, document.count)...].prefix(min(buffer.count, 700))
            buffer.copyBytes(from: piece)
            return piece.count
        }, size: 1024)
    guard !window.isAtEnd else { return }
    func read(_ document: DocumentWindow) -> (XMLReader.Reading?, [Entry]) {
        var entries: [Entry] = []
        let outcome = try? XMLReader.read(
            document, url: nil, recovering: false, into: EntrySink { entries.append($0) })
        return (outcome, entries)
    }
    let (whole, entries) = read(DocumentWindow(whole: document))
    let (pieces, others) = read(window)
    let isRead = whole?.isUTF8 == true && whole?.isWellFormed == true
    precondition(isRead == (pieces?.isUTF8 == true && pieces?.isWellFormed == true), "a window sees another form")
    guard isRead else { return }
    precondition(whole?.feed == pieces?.feed && entries == others, "a window sees another feed")
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
