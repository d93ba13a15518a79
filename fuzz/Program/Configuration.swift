import Settings
import Values

/// A configuration of any bytes is read, or refused with one of its lines.
func testConfiguration(_ bytes: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
        _ = try Configuration(toml: text, file: "f", environment: ["HOME": "/home/anna"])
    } catch let error as RunError {
        guard case .configuration(_, let line, _) = error else { preconditionFailure("another error: \(error)") }
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        precondition(line.map { (1...lines).contains($0) } == true, "no line of the file: \(line as Int?)")
        let isClean = !"\(error)".unicodeScalars.contains { $0.properties.generalCategory == .control }
        precondition(isClean, "a control character, such as the end of a line, in: \(error)")
    } catch {
        preconditionFailure("another error: \(error)")
    }
}
