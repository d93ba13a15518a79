import Foundation
import Testing

/// Whatever stands in a file, on the command line or in the way: a status of the help and a sentence.
@Suite(.ownThread) struct NoCrashTests {
    private let binary: Binary

    /// A feed of two items that is read from a file, and no other source.
    init() throws {
        binary = try Binary()
        try binary.write(
            """
            <rss version="2.0"><channel><title>Pier</title>
            <item><guid>1</guid><title>Ferry</title><link>http://127.0.0.1:9/1</link></item>
            <item><guid>2</guid><title>Harbour</title><link>http://127.0.0.1:9/2</link></item></channel></rss>
            """, to: "feed.xml")
        try binary.write("[[feeds]]\nurl = \"file://\(binary.path("feed.xml"))\"\n", to: "c")
    }

    private func run(_ arguments: String...) throws -> Binary.Result {
        try binary.run(["run", "--config", "c"] + arguments)
    }

    @Test(arguments: ["[", "[[=", "[\"feeds\",}", "x = [\"feeds\",}", "x = 1979-05-27 0\n", "[.a]"])
    func `a configuration that is no TOML ends with 78 and its line`(text: String) throws {
        defer { binary.remove() }
        try binary.write("title = \"Pier\"\n" + text, to: "c")
        let result = try run()
        #expect(result.status == 78)
        #expect(result.stderr.hasPrefix("newsdigest: configuration 'c', line 2: not valid TOML: "), "\(result.stderr)")
        #expect(result.stderr.split(separator: "\n").count == 1)
    }

    @Test func `a configuration without end is refused`() throws {
        defer { binary.remove() }
        let device = try binary.run("check", "--config", "/dev/zero")
        #expect(device.status == 78)
        #expect(device.stderr.hasPrefix("newsdigest: configuration '/dev/zero': cannot be read: it is a device"))
        let endless = try binary.shell("cat /dev/zero | $newsdigest check --config /dev/stdin")
        #expect(endless.status == 78)
        #expect(endless.stderr.hasPrefix("newsdigest: configuration '/dev/stdin': is longer than 16 MiB"))
    }

    @Test func `numbers and times beyond all bounds are only great`() throws {
        defer { binary.remove() }
        let most = "\(Int.max)"
        #expect(try run("--limit", most, "--since", "99999999999999d").status == 0)
        #expect(try run("--limit", most, "--include-sent", "--since", "99999999999999d", "--dry-run").status == 0)
        #expect(try binary.run("history", "--limit", most, "--since", "99999999999999w").status == 0)
        #expect(try binary.run("search", "ferry", "--config", "c", "--limit", most).status == 0)
        #expect(try run("--now", "9999-12-31T23:59:59Z").status == 0)
        #expect(try run("--now", "0001-01-01T00:00:00Z").status != 78)
        try binary.write(try binary.read("c") + "[digest]\nmax_age = \"99999999999d\"\n", to: "c")
        #expect(try run().status == 78)
    }

    @Test func `--out takes the pipe behind /dev/stdout, a name of 240 bytes and the home folder`() throws {
        defer { binary.remove() }
        let piped = try binary.shell("$newsdigest run --config c --include-sent --quiet --out /dev/stdout | cat")
        #expect(piped.stdout.contains("Ferry"), "\(piped.stderr)")
        #expect(piped.stderr.isEmpty)
        let appended = try binary.shell(
            "echo first > log; $newsdigest run --config c --include-sent --quiet --out /dev/stdout >> log; cat log")
        #expect(appended.stdout.hasPrefix("first\n") && appended.stdout.contains("Ferry"))

        let name = String(repeating: "n", count: 236) + ".txt"
        #expect(try run("--include-sent", "--out", name).status == 0)
        #expect(try binary.read(name).contains("Ferry"))
        let state = String(repeating: "s", count: 240)
        #expect(try run("--state", state).status == 0)
        #expect(binary.exists(state))

        let other = try Binary()
        defer { other.remove() }
        #expect(
            try binary.shell("HOME=\(other.home.path) $newsdigest run --config c --include-sent --out=~/x.md").status
                == 0)
        #expect(try other.read("x.md").contains("Ferry"))
    }

    @Test func `a line break in a path becomes no line of cron or systemd`() throws {
        defer { binary.remove() }
        for name in ["a\n* * * * * touch x", "a\u{2028}b", "a\rb"] {
            try binary.write("", to: name)
            for format in [[], ["--systemd"]] {
                let result = try binary.run(["schedule", "--at", "08:00", "--config", name] + format)
                #expect(result.status == 64)
                #expect(result.stdout.isEmpty)
                #expect(result.stderr.contains("contains a line break or another control character"))
            }
        }
        try binary.write("", to: "50% off '$HOME'")
        let result = try binary.run("schedule", "--at", "08:00", "--config", "50% off '$HOME'")
        #expect(result.lines.last?.contains("/50\\% off '\\''$HOME'\\'''") == true, "\(result.stdout)")
    }

    /// A command of each kind: with threads and connections, with the state alone, with neither.
    private static let commands =
        storing + ["sources list --config c", "check --config c", "history", "parse --json feed.xml", group]

    /// The commands that write the state.
    private static let storing = [
        "run --config c --include-sent --out x.md", "search ferry --config c", "sources check --config c",
    ]

    /// Without input, it prints nothing.
    private static let group = "group"

    /// Each command under a limit of the system; one that hangs is killed, which is no status of the help.
    private func each(under limit: String, _ check: (_ command: String, Binary.Result) -> Void) throws {
        for command in Self.commands {
            check(command, try binary.shell("\(limit); exec timeout -s KILL 60 $newsdigest \(command)"))
        }
    }

    @Test(arguments: [4, 5, 6, 7, 8, 12, 20, 127])
    func `too few open files are said at the start`(count: Int) throws {
        defer { binary.remove() }
        try each(under: "ulimit -n \(count)") { _, result in
            #expect(result.status == 69)
            #expect(
                result.stderr
                    == "newsdigest: needs 128 open files, and the system allows \(count) (ulimit -n)\n")
        }
    }

    @Test(arguments: [64, 256, 512, 1023])
    func `a stack that is too small is said at the start`(kilobytes: Int) throws {
        defer { binary.remove() }
        try each(under: "ulimit -s \(kilobytes)") { _, result in
            #expect(result.status == 69)
            #expect(
                result.stderr
                    == "newsdigest: needs a stack of 1024 KB, and the system allows \(kilobytes) KB (ulimit -s)\n")
        }
    }

    /// How much is too little depends on the libraries and the machine's cores; below that, the system's own loader
    /// says that it cannot load them, or Swift's runtime ends while it is loaded.
    @Test(arguments: [
        "-v 100000", "-v 125000", "-v 150000", "-v 175000", "-v 200000", "-v 250000", "-v 300000", "-v 400000",
        "-d 10000", "-d 40000", "-d 80000", "-d 160000",
    ])
    func `too little memory is said at the start`(limit: String) throws {
        defer { binary.remove() }
        try each(under: "ulimit \(limit)") { _, result in
            let isKnown = result.isRefusedForMemory || result.isNotLoaded || result.isQuiet
            #expect(isKnown, "\(result.status): \(result.stderr)")
        }
    }

    @Test(arguments: ["ulimit -n 128", "ulimit -s 1024", "ulimit -s unlimited", "ulimit -v 1000000"])
    func `limits that are just high enough stop no command`(limit: String) throws {
        defer { binary.remove() }
        try each(under: limit) { _, result in #expect(result.isQuiet, "\(result.status): \(result.stderr)") }
    }

    @Test(
        arguments: [("exec 0<&-", 0), ("exec 2>&-", 0), ("exec 1>&-", 73), ("exec 0<&- 1>&- 2>&-", 73)]
            as [(String, Int32)])
    func `of the standard streams, a command needs only the output that it prints to`(limit: String, status: Int32)
        throws
    {
        defer { binary.remove() }
        try each(under: limit) { command, result in
            #expect(result.status == (command == Self.group ? 0 : status), "\(command): \(result.stderr)")
        }
    }

    @Test func `if files cannot grow, only the commands that write the state end with 74`() throws {
        defer { binary.remove() }
        try each(under: "trap '' XFSZ; ulimit -f 1") { command, result in
            let stores = Self.storing.contains(command)
            #expect(result.status == (stores ? 74 : 0), "\(command): \(result.stderr)")
            #expect(result.stderr.contains("state.sqlite': cannot be read or written") == stores, "\(command)")
        }
    }

    @Test func `an edited configuration and its copy have the rights of the old one`() throws {
        defer { binary.remove() }
        try binary.write(try binary.read("c") + "[[feeds]]\nurl = \"file:///feed.xml\"\n", to: "c")
        chmod(binary.path("c"), 0o640)
        let edit =
            "umask 0; $newsdigest sources remove file:///feed.xml --config c && stat -c %a c c.bak; ls -A | grep new"
        #expect(try binary.shell(edit).lines.suffix(2) == ["640", "640"])
    }
}

extension Binary.Result {
    fileprivate var isQuiet: Bool { status == 0 && stderr.isEmpty }

    fileprivate var isRefusedForMemory: Bool {
        status == 69
            && stderr.wholeMatch(of: /newsdigest: needs \d+ threads and 64 MB of memory, and the .* limits\)\n/) != nil
    }

    /// The sentence of the system's loader.
    fileprivate var isNotLoaded: Bool {
        status == 127 && stderr.wholeMatch(of: /.*: error while loading shared libraries: .*\n/) != nil
            || status == -SIGILL && stderr.contains(" in libswiftCore.so\n") && stderr.contains("swift_addNewDSOImage")
    }
}
