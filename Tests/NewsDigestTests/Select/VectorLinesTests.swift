import Foundation
import Testing

@testable import Select
@testable import Settings
@testable import Values

@Suite struct VectorLinesTests {
    private let lines = ["a1", "b2"].map { id in
        VectorJSON(
            Item(sourceID: "feed:x", source: "Quay", url: "https://q.example/\(id)", title: id, category: "x"), id: id)
    }

    private func vectors(_ script: String) async -> PrintedVectors {
        await Configuration.Generator(name: "vectors", command: ["sh", "-c", script]).vectors(of: lines)
    }

    @Test func `each item gets its vector`() async {
        let printed = await vectors(#"sed 's/.*"id":"\([^"]*\)".*/{"id":"\1","vector":[1,0.5]}/'"#)
        #expect(Set(printed.vectors.keys) == ["a1", "b2"])
        #expect(printed.failure == nil && !printed.hasFailed)
    }

    @Test(arguments: [
        (#"{"id":"zz","vector":[1]}"#, "line 1 has the id 'zz', which its input does not have"),
        (#"{"id":"a1"}"#, "line 1 is not a JSON object with an 'id' and a 'vector'"),
        ("nonsense", "line 1 is not a JSON object with an 'id' and a 'vector'"),
        (#"{"id":"a1","vector":[1,"x"]}"#, "'vector' in line 1 should be a list of numbers"),
        (#"{"id":"a1","vector":"x"}"#, "'vector' in line 1 should be a list of numbers"),
        (#"{"id":5,"vector":[1]}"#, "'id' in line 1 should be a string"),
        (
            #"{"id":"a1","vector":[0,0]}"#,
            "the vector of 'a1' should have 1 to 4096 numbers, one of them not 0"
        ),
    ])
    func `a mistake is named, and the other vectors are used`(line: String, fault: String) async {
        let printed = await vectors(#"printf '%s\n' '\#(line)'; echo '{"id":"b2","vector":[1]}'"#)
        #expect(Array(printed.vectors.keys) == ["b2"])
        #expect(!printed.hasFailed)
        #expect(
            printed.failure?.reason
                == "its output has 1 mistake: \(fault); 1 of 2 items have a vector; the others are compared by their words"
        )
    }

    @Test func `several mistakes are counted`() async {
        let printed = await vectors("echo a; echo b; echo c")
        #expect(printed.hasFailed)
        #expect(
            printed.failure?.reason
                == """
                its output has 3 mistakes, the first: line 1 is not a JSON object with an 'id' and a 'vector'; \
                0 of 2 items have a vector; the others are compared by their words
                """)
    }
}
