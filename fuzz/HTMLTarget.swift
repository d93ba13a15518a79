@testable import FeedParser

/// libFuzzer's entry: the bytes as HTML, and as an address and what it is relative to.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let safe = HTMLText.safe(text, base: "https://example.org/a/")
    for tag in safe.utf8.split(separator: 0x3C).dropFirst(safe.utf8.first == 0x3C ? 0 : 1) {
        let name = String(decoding: tag.drop { $0 == 0x2F }.prefix { $0.isLetter || $0.isDigit }, as: UTF8.self)
        precondition(SafeHTML.attributes[name] != nil, "a tag has passed")
    }
    _ = HTMLText.plain(text)
    for line in [HTMLText.line(text), HTMLText.title(text)] {
        precondition(!line.utf8.contains(0x0A), "a line has two lines")
    }
    checkAddress(text)
    return 0
}

private func checkAddress(_ text: String) {
    let parts = text.utf8.split(separator: 0x0A, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2 else { return }
    let address = URIReference.resolve(parts[0], against: parts[1])
    precondition(address.utf8.count <= text.utf8.count + 2, "an address is longer than its parts")
    if let address = SafeHTML.address(parts[0], base: parts[1]), let scheme = URIReference.scheme(of: address) {
        precondition(SafeHTML.schemes.contains(scheme), "a scheme has passed")
    }
}
