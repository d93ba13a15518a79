import TestSupport
import Testing

/// The measure that other tests rely on.
@Suite struct WorkTests {
    @Test func `work that grows with the input is told from work that grows with its square`() {
        let bytes = { [UInt8](repeating: 1, count: $0) }
        let once = Work.growth(of: bytes) { bytes in _ = bytes.reduce(0, &+) }
        #expect(once.isLinear, "\(once)")
        let squared = Work.growth(of: bytes, from: 64) { bytes in
            _ = bytes.reduce(0) { $0 &+ Int($1) &+ bytes.reduce(0) { $0 &+ Int($1) } }
        }
        #expect(!squared.isLinear, "\(squared)")
    }
}
