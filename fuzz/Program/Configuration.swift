import NewsDigest
import Values

/// A configuration of any bytes is read, or refused with one of its lines.
func testConfiguration(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
        _ = try Configuration(toml: text, file: "f", environment: ["HOME": "/home/anna"])
    } catch RunError.configuration(_, let line, let reason) {
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        precondition(line.map { (1...lines).contains($0) } == true, "no line of the file: \(line as Int?)")
        precondition(!reason.utf8.contains(UInt8(ascii: "\n")), "a reason of two lines")
    } catch {
        preconditionFailure("another error: \(error)")
    }
}
