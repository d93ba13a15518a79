@testable import Addresses

/// libFuzzer's entry: the bytes up to a line break as an address, and the rest as the address of the page that it
/// stands on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let parts = UnsafeBufferPointer(start: start, count: count)
        .split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let (text, base) = (parts[0], parts.count > 1 ? parts[1] : nil)
    check(text)
    if let absolute = WebAddress.absolute(text, base: base) { check(absolute) }
    return 0
}

private func check(_ text: String) {
    let encoded = PercentEncoding.normalized(text)
    precondition(PercentEncoding.normalized(encoded) == encoded, "normal forms differ")
    if let safe = text.safeURL {
        precondition(!safe.utf8.contains { $0 <= 0x20 || "\"<>".utf8.contains($0) }, "an unsafe address passes")
    }
    if let address = WebAddress(text) {
        precondition(!address.host.isEmpty && address.host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "not a host")
        _ = Publisher.mainLabel(of: address.host)
    }
    guard let canonical = CanonicalURL(text) else { return }
    guard let again = CanonicalURL(canonical.clean) else { preconditionFailure("a clean address is no address") }
    precondition(again.key == canonical.key, "a clean address has another key")
}
