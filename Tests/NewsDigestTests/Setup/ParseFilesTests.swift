import Foundation
import Testing

@testable import NewsDigest
@testable import Values

@Suite struct ParseFilesTests {
    @Test func `a file without end is given up`() throws {
        var parse = ParseFiles(["/dev/zero"])
        parse.longest = 3 << 20
        #expect(throws: RunError.unusableInput("parse '/dev/zero': it has more than 3 MiB")) {
            try parse.write(to: .nullDevice)
        }
    }
}
