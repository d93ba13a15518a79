@testable import ArticleText
@testable import FeedParser

/// libFuzzer's entry: the bytes as a web page.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let page = Array(UnsafeBufferPointer(start: start, count: count))
    guard let article = Article(page: page, url: "https://example.org/a/") else { return 0 }
    for tag in article.html.utf8.split(separator: 0x3C).dropFirst(article.html.utf8.first == 0x3C ? 0 : 1) {
        let name = String(decoding: tag.drop { $0 == 0x2F }.prefix { $0.isLetter || $0.isDigit }, as: UTF8.self)
        precondition(SafeHTML.attributes[name] != nil, "a tag has passed")
    }
    precondition(!article.title.utf8.contains(0x0A), "a title has two lines")
    return 0
}
