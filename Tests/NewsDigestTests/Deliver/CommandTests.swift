import Foundation
import Testing

@testable import Platform
@testable import Settings

@Suite struct CommandTests {
    init() { brokenPipesAreErrors }

    private func shell(_ script: String, timeout: TimeInterval = 300, outputLimit: Int = 1 << 20) -> Command {
        Command(arguments: ["sh", "-c", script], timeout: timeout, outputLimit: outputLimit)
    }

    private func error(_ command: Command, _ input: [UInt8] = []) async -> CommandError? {
        do {
            _ = try await command.run(input)
            return nil
        } catch {
            return error
        }
    }

    @Test func `what goes in comes out, more than pipes hold`() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(try await Command(arguments: ["cat"], timeout: 300, outputLimit: 1 << 20).run(bytes) == bytes)
    }

    @Test func `a program that does not read its input is judged by its status`() async throws {
        let bytes = [UInt8](repeating: 65, count: 1_000_000)
        #expect(try await shell("exec 0<&-; exit 0").run(bytes) == [])
        #expect(await error(shell("exit 3"), bytes)?.reason == .exited(3, ""))
    }

    @Test func `what a failing program says is quoted in one safe line`() async {
        let failure = await error(shell("printf 'first\\n\\033[31msecond\\n' >&2; exit 75"))
        #expect(failure?.description == "'sh' ended with status 75: first; [31msecond")
        let long = await error(shell("yes error | head -c 100000 >&2; exit 1"))
        #expect((long?.description.count ?? 0) < 450)
    }

    @Test func `a program that hangs is killed with everything it started`() async throws {
        let folder = try TemporaryFolder()
        let start = Date()
        let script = "(sleep 600; touch '\(folder("late"))') & echo $! > '\(folder("pid"))'; wait"
        let failure = await error(shell(script, timeout: 2))
        #expect(failure?.reason == .timedOut(seconds: 2))
        #expect(Date().timeIntervalSince(start) < 500)
        let child = try #require(
            folder.text("pid").flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
        try await eventually { kill(child, 0) != 0 || isZombie(child) }
    }

    @Test func `a program that closes its outputs and goes on is killed at its time`() async {
        let start = Date()
        #expect(await error(shell("exec >&- 2>&-; sleep 600", timeout: 1))?.reason == .timedOut(seconds: 1))
        #expect(Date().timeIntervalSince(start) < 500)
    }

    @Test func `a child that stays behind with the pipes does not hold us up`() async throws {
        let start = Date()
        _ = try? await shell("sleep 600 & echo started", timeout: 1).run([])
        #expect(Date().timeIntervalSince(start) < 500)
    }

    @Test func `a program that prints without end is killed at the limit`() async {
        #expect(await error(shell("yes", outputLimit: 10_000))?.reason == .tooLong(limit: 10_000))
    }

    @Test func `a program that is not there is named`() async {
        let failure = await error(Command(arguments: ["newsdigest-no-such-program"], timeout: 300))
        #expect(failure?.description == "'newsdigest-no-such-program' was not found; install it or give its full path")
        let missing = await error(Command(arguments: ["/nonexistent/program"], timeout: 300))
        #expect(missing?.description == "'/nonexistent/program' does not exist")
    }

    @Test func `a file that is no program is told from one that is not there`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("text", to: "notes")
        let failure = await error(Command(arguments: [file], timeout: 300))
        #expect(failure?.description == "'notes' exists but cannot be executed; check its permissions")
    }

    @Test func `a signal is named`() async {
        #expect(await error(shell("kill -9 $$"))?.reason == .signalled(9, ""))
    }

    @Test func `arguments go as they are, without a shell, and variables are added`() async throws {
        var command = Command(
            arguments: ["printf", "%s|%s", "$HOME; rm -rf x", "*"], timeout: 300, outputLimit: 1000)
        #expect(String(decoding: try await command.run([]), as: UTF8.self) == "$HOME; rm -rf x|*")
        command = shell("printf %s \"$NEWSDIGEST_TITLE\"")
        command.environment = ["NEWSDIGEST_TITLE": "a 'b' $(c)"]
        #expect(String(decoding: try await command.run([]), as: UTF8.self) == "a 'b' $(c)")
    }

    @Test func `a broken pipe ends a program's own pipeline as usual`() async throws {
        #expect(String(decoding: try await shell("yes | head -n 1").run([]), as: UTF8.self) == "y\n")
    }

    @Test func `statuses of sysexits tell temporary failures from permanent ones`() {
        let retry = { CommandError(program: "msmtp", .exited($0, "")).retry }
        #expect([75, 69, 68, 71, 1].allSatisfy { retry($0) == .soon })
        #expect([64, 77, 78, 127].allSatisfy { retry($0) == .nextRun })
    }
}

@Suite struct SecretTests {
    @Test func `no description of a secret contains its value`() throws {
        let secret = Secret("s3cr3t")
        var dumped = ""
        dump(SecretReference.literal(secret), to: &dumped)
        let shown =
            "\(secret) \(String(reflecting: [secret])) \(dumped)"
            + String(decoding: try JSONEncoder().encode(["key": secret]), as: UTF8.self)
        #expect(!shown.contains("s3cr3t"))
        #expect("\(secret)" == "<hidden>")
        #expect(secret.reveal() == "s3cr3t")
    }

    @Test func `a secret comes from the environment, from a file or from a command, without the line break`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.write("from file\r\nrest\n", to: "key", mode: 0o600)
        let marked = try folder.write("\u{FEFF}with a mark\r\n", to: "marked", mode: 0o600)
        #expect(try await SecretReference.environment("K").resolve(environment: ["K": "v"]).reveal() == "v")
        #expect(try await SecretReference.file(path: marked).resolve().reveal() == "with a mark")
        #expect(try await SecretReference.file(path: path).resolve().reveal() == "from file")
        #expect(try await SecretReference.command(["echo", "from command"]).resolve().reveal() == "from command")
    }

    @Test func `a secret that cannot be had is named without its value`() async throws {
        let folder = try TemporaryFolder()
        let empty = try folder.write("\n\n", to: "empty")
        let none = folder("none")
        func complaint(_ reference: SecretReference) async -> String {
            do {
                _ = try await reference.resolve(environment: ["BELL": "s3cr3t\u{7}"])
                return ""
            } catch {
                return error.description
            }
        }
        #expect(await complaint(.environment("NOPE")) == "the environment variable NOPE is not set")
        #expect(await complaint(.file(path: none)) == "the file '\(none)' does not exist")
        #expect(await complaint(.file(path: empty)) == "the file '\(empty)' is empty")
        #expect(await complaint(.environment("BELL")) == "the environment variable BELL has a control character in it")
        #expect(await complaint(.command(["sh", "-c", "echo s3cr3t; exit 2"])) == "'sh' ended with status 2")
    }

    @Test func `a key file that others can read is warned about`() throws {
        let folder = try TemporaryFolder()
        let open = try folder.write("k", to: "open", mode: 0o644)
        let closed = try folder.write("k", to: "closed", mode: 0o600)
        #expect(
            SecretReference.file(path: open).warning
                == "the file '\(open)' can be read by others; run: chmod 600 '\(open)'")
        #expect(SecretReference.file(path: closed).warning == nil)
    }
}

private func eventually(_ holds: () -> Bool) async throws {
    for _ in 0..<400 where !holds() { try await Task.sleep(for: .milliseconds(50)) }
    #expect(holds())
}

/// Ended, and only not yet waited for by whoever inherited it.
private func isZombie(_ pid: Int32) -> Bool {
    (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8))?.contains(") Z ") ?? true
}
