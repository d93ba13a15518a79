import TestServer
import Testing

/// What is left if a signal ends a run.
@Suite(.ownThread) struct EndingTests {
    @Test(arguments: ["INT", "TERM", "HUP"])
    func `a dry run that a signal ends leaves no copy of the state and no program`(signal: String) throws {
        let server = try TestServer { World.rss("Tide of \($0.path)") }
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("[[feeds]]\nurl = \"\(server.url("/rss"))\"\n", to: "plain.toml")
        try binary.write(
            """
            sources = ["feeds"]
            [[feeds]]
            url = "\(server.url("/new"))"
            [[filter]]
            command = ["sh", "-c", "echo $$ > program; ls -d tmp/*/state.sqlite > copies; exec sleep 60"]
            """, to: "slow.toml")
        #expect(
            try binary.run("run", "--config", "plain.toml", "--state", "state.sqlite", "--now", World.now).status == 0)
        let result = try binary.shell(
            """
            set -m; mkdir tmp; export TMPDIR="$PWD/tmp"
            $newsdigest run --config slow.toml --state state.sqlite --dry-run --now \(World.now) >/dev/null & run=$!
            for i in $(seq 300); do [ -s program ] && [ -e copies ] && break; sleep 0.1; done
            sleep 0.2; kill -\(signal) $run; wait $run; echo "status $?"; cat copies | wc -l; ls tmp
            for i in $(seq 50); do kill -0 $(cat program) 2>/dev/null || break; sleep 0.1; done
            kill -0 $(cat program) 2>/dev/null && echo alive
            """)
        let status = ["INT": 130, "TERM": 143, "HUP": 129][signal]!
        #expect(result.stdout == "status \(status)\n1\n", "\(result.stderr)")
    }
}
