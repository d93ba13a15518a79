import Foundation
import TestServer
import Testing

/// What `make install` makes of the program's own help: completions and manual pages.
@Suite(.ownThread) struct DocumentsTests {
    /// What bash completes for a command line that ends in the word to complete.
    private func completions(_ line: String, _ world: World) throws -> [String] {
        try world.binary.write(
            try world.binary.run("--generate-completion-script", "bash").stdout, to: "completions.bash")
        let result = try world.binary.shell(
            """
            newsdigest() { "$program" "$@"; }
            program=$newsdigest
            source completions.bash
            COMP_WORDS=(newsdigest \(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE="${COMP_WORDS[*]}"
            COMP_POINT=${#COMP_LINE}
            _newsdigest newsdigest "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
        #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
        return result.lines
    }

    @Test func `bash completes profiles, sections, sources, digests, items and files`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("Something worth finding") }
        defer { world.end() }
        try world.addReader("bora", feed: "category = \"harbour\"\nname = \"Quay\"")
        try #expect(world.run().status == 0)
        try #expect(world.run("save", "https://publisher.example/Somethingworthfinding").status == 0)
        let entries = try JSONSerialization.jsonObject(with: world.run("history", "--format", "json").bytes)
        let entry = try #require((entries as? [[String: Any]])?.first)
        let (item, digest) = (try #require(entry["id"] as? String), try #require(entry["digest"] as? String))
        let options = "--config config.toml --state s.sqlite"
        #expect(try completions("run \(options) --profile b", world) == ["bora"])
        #expect(try completions("run --profile bora \(options) --category harb", world) == ["harbour"])
        #expect(try completions("sources remove --profile bora \(options) Qu", world) == ["Quay"])
        #expect(try completions("resend \(options) \(digest.prefix(3))", world) == [digest])
        #expect(try completions("history show \(options) ''", world).contains(digest))
        #expect(try completions("why \(options) \(item.prefix(3))", world) == [item])
        #expect(try completions("saved remove \(options) ''", world) == [item])
        #expect(try completions("run --config conf", world) == ["config.toml"])
        #expect(try completions("sched", world) == ["schedule"])
        // Without a state or a configuration that can be read, there is nothing to complete and nothing to say.
        #expect(try completions("why --state none.sqlite ''", world).filter { $0 != "" } == [])
        #expect(try completions("run --config none.toml --profile ''", world).filter { $0 != "" } == [])
    }

    @Test(arguments: ["zsh", "fish"]) func `there are completions for other shells`(shell: String) throws {
        let binary = try Binary()
        defer { binary.remove() }
        let script = try binary.run("--generate-completion-script", shell)
        #expect(script.status == 0)
        #expect(script.stdout.contains("ask-all") && script.stdout.contains("---completion"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func `the manual pages have every command, every option and every key`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let script = URL(filePath: #filePath).appending(path: "../../../scripts/man.py").standardized.path
        let made = try binary.shell("python3 \(script) $newsdigest man")
        #expect(made.status == 0 && made.stderr == "", "\(made.stderr)")
        let help = try binary.run("--help").stdout
        let commands = help.components(separatedBy: "SUBCOMMANDS:").last?.split(separator: "\n")
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        for command in try #require(commands) {
            let page = try binary.read("man/newsdigest-\(command).1").replacing("\\-", with: "-")
            for option in try binary.run("help", command).stdout.matches(of: /(?m)^  .*?(--[a-z-]+)/) {
                #expect(page.contains(String(option.1)), "\(command) \(option.1)")
            }
        }
        let keys = try binary.read("man/newsdigest.toml.5")
        for key in ["report", "max_items", "host_gap", "ping_file", "recipients", "[metrics]"] {
            #expect(keys.contains(key), "\(key)")
        }
        #expect(try binary.read("man/newsdigest.1").contains(".TP\n\\fB65\\fR\nthe input is not a feed"))
        #expect(try binary.read("man/newsdigest.1").contains(".TP\n\\fB69\\fR\nno source could be used"))
    }
}
