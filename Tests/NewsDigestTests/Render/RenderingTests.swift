import Foundation
import Templates
import Testing

@testable import NewsDigest

@Suite struct RenderingTests {
    @Test func `every template in the folder is embedded byte for byte`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Templates")
            .standardized
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".mustache")
        }
        #expect(names.sorted() == Templates.all.map(\.name).sorted())
        for (name, bytes) in Templates.all {
            #expect(try Data(contentsOf: folder.appending(path: name)) == Data(bytes), "\(name)")
            #expect(bytes.count < 10_000, "\(name)")
        }
    }

    @Test func `the built-in templates name nothing unknown`() {
        let sources = Templates.all.compactMap {
            TemplateSource(file: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
        }
        #expect(sources.count == Templates.all.count)
        #expect(TemplateCheck(builtIn: [], own: sources).firstFault == nil)
        #expect(TemplateSet.builtIn.failures == [])
    }

    @Test func `markdown has a heading with a link for a story`() {
        let digest = Sample.digest([Sample.story(Sample.article("A chip", summary: "It is small."))])
        let markdown = String(decoding: digest.rendered(as: .markdown), as: UTF8.self)
        #expect(markdown.contains("### [A chip](<https://example.org/story>)\n\n**Gazette** · 07:15\n\nIt is small.\n"))
    }
}
