import Foundation
import Testing
import Values

@Suite struct CompositionTests {
    @Test(arguments: [0, 1, 2, 3, 56, 57, 58, 114, 115, 1000])
    func `the number of bytes is known without joining the pieces`(length: Int) {
        let shared = SharedText(Data(repeating: UInt8(ascii: "x"), count: length))
        let pieces: [Composition.Piece] = [.shared(0..<length), .own(Data("anna".utf8))]
        let header = Composition.Piece.own(Data("To: anna\r\n\r\n".utf8))
        let text = Composition([header, .base64(pieces), .base64([.shared(0..<length)])], of: shared)
        #expect(text.count == text.bytes.count)
    }
}
