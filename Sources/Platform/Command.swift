import Files
import Foundation
import InFlight
import Subprocess
import Texts

/// A program to run, with limits on its time and its output. No shell is used unless the arguments name one.
package struct Command: Sendable {
    /// The program and its arguments.
    var arguments: [String]
    /// All environment variables of the program (`forCommands`).
    package var environment: [String: String]
    /// After this number of seconds the program is killed, together with everything that it started.
    var timeout: TimeInterval
    /// The greatest number of bytes of standard output. If there are more, the program is killed. With zero, the output
    /// is ignored.
    var outputLimit: Int
    /// Gets each part of standard output as it arrives, so that a killed program's output can be used.
    package var onOutput: @Sendable ([UInt8]) -> Void
    /// Whether the program keeps the terminal, on which it may ask for a passphrase. Then only the program itself is
    /// killed.
    var usesTerminal: Bool
    /// Whether what the program has started is killed when the program ends.
    var killsRest: Bool
    /// Whether the program goes on if a signal ends this process, because it may have delivered half of a digest.
    var outlivesRun: Bool

    package init(
        arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment.forCommands,
        timeout: TimeInterval, outputLimit: Int = 0, onOutput: @escaping @Sendable ([UInt8]) -> Void = { _ in },
        usesTerminal: Bool = false, killsRest: Bool = false, outlivesRun: Bool = false
    ) {
        (self.arguments, self.environment, self.timeout) = (arguments, environment, timeout)
        (self.outputLimit, self.onOutput, self.usesTerminal) = (outputLimit, onOutput, usesTerminal)
        (self.killsRest, self.outlivesRun) = (killsRest, outlivesRun)
    }

    /// Gives `input` to the program as its standard input and waits for its end.
    ///
    /// The input is a file without a name and not a pipe. If this process is killed, the program still gets the whole
    /// input and cannot send half a digest.
    ///
    /// A program may succeed without reading everything.
    /// - Returns: its standard output.
    package func run(_ input: [UInt8]) async throws(CommandError) -> [UInt8] {
        guard let program = arguments.first else { throw CommandError(program: "", .notStarted("no program named")) }
        let name = commandName(arguments)
        let file: Int32
        do {
            file = try openUnnamedFile(with: input)
        } catch {
            let folder = FileManager.default.temporaryDirectory.path
            let reason = "its input cannot be written to the folder '\(folder)': \(errorText(of: error))"
            throw CommandError(program: name, .notStarted(oneLine(reason)))
        }
        let outcome: (output: [UInt8], errors: [UInt8], end: End, status: TerminationStatus)
        do {
            var platform = PlatformOptions()
            if !usesTerminal { platform.processGroupID = 0 }
            platform.teardownSequence = [
                .gracefulShutDown(toProcessGroup: !usesTerminal, allowedDurationToNextStep: .seconds(1))
            ]
            let result = try await Subprocess.run(
                program.contains("/") ? .path(.init(program)) : .name(program),
                arguments: Arguments(Array(arguments.dropFirst())),
                environment: .custom(
                    Dictionary(uniqueKeysWithValues: environment.map { (Environment.Key(stringLiteral: $0), $1) })),
                platformOptions: platform,
                input: .fileDescriptor(.init(rawValue: file), closeAfterSpawningProcess: true),
                output: .sequence, error: .sequence
            ) { execution in
                let program = execution.processIdentifier.value * (usesTerminal ? 1 : -1)
                if !outlivesRun { Ending.kills(program) }
                defer { Ending.forget(program) }
                return try await exchange(with: execution)
            }
            let (output, errors, end) = result.closureResult
            outcome = (output, errors, end, result.terminationStatus)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            let isThere = program.contains("/") && FileManager.default.fileExists(atPath: program)
            throw isThere ? CommandError(program: name, .notExecutable) : CommandError(program: program, .notFound)
        } catch is CancellationError {
            throw CommandError(program: name, .notStarted("the run was cancelled"))
        } catch {
            throw CommandError(program: name, .notStarted(oneLine("\(error)")))
        }
        switch (outcome.end, outcome.status) {
        case (.timedOut, _): throw CommandError(program: name, .timedOut(seconds: timeout))
        case (.tooLong, _): throw CommandError(program: name, .tooLong(limit: outputLimit))
        case (.ended, .exited(0)): return outcome.output
        case (.ended, .exited(let code)): throw CommandError(program: name, .exited(code, oneLine(outcome.errors)))
        case (.ended, .signaled(let signal)):
            throw CommandError(program: name, .signalled(signal, oneLine(outcome.errors)))
        }
    }
}

extension Command {
    private enum End: Sendable { case ended, timedOut, tooLong }

    private enum Outcome: Sendable {
        case timedOut, exited
        case output([UInt8]?)
        case errors([UInt8])
    }

    /// Reads the output and watches the time in parallel, so that the program never blocks on a full pipe.
    private func exchange(
        with execution: Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>
    ) async throws -> (output: [UInt8], errors: [UInt8], end: End) {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            group.addTask { .output(try await readOutput(of: execution)) }
            group.addTask { .errors(try await readErrors(of: execution)) }
            group.addTask {
                try await Task.sleep(for: .seconds(timeout))
                return .timedOut
            }
            var output: [UInt8]?
            var errors: [UInt8]?
            while let outcome = try await group.next() {
                switch outcome {
                case .errors(let bytes): errors = bytes
                case .output(let bytes?): output = bytes
                case .exited:
                    if killsRest { kill(execution) }
                    group.cancelAll()
                    return (output ?? [], errors ?? [], .ended)
                case .output(nil), .timedOut:
                    kill(execution)
                    group.cancelAll()
                    if case .timedOut = outcome { return ([], [], .timedOut) }
                    return ([], [], .tooLong)
                }
                // A program may close its outputs and go on.
                guard output != nil, errors != nil else { continue }
                group.addTask {
                    var pause = 1
                    while !hasExited(execution.processIdentifier.value) {
                        try await Task.sleep(for: .milliseconds(pause))
                        pause = min(2 * pause, 100)
                    }
                    return .exited
                }
            }
            return (output ?? [], errors ?? [], .ended)
        }
    }

    /// Kills the program and, unless it has the terminal, everything that it started. A process that has a group of its
    /// own is found as long as its parent lives.
    private func kill(_ execution: Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>) {
        let others = usesTerminal ? [] : descendants(of: execution.processIdentifier.value)
        try? execution.send(signal: .kill, toProcessGroup: !usesTerminal)
        for process in others { Foundation.kill(process, SIGKILL) }
    }

    /// - Returns: nil if there is more than `outputLimit` allows.
    private func readOutput(
        of execution: Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>
    ) async throws -> [UInt8]? {
        var output: [UInt8] = []
        for try await buffer in execution.standardOutput {
            guard outputLimit > 0 else { continue }
            let part = buffer.withUnsafeBytes { Array($0) }
            output += part
            onOutput(part)
            if output.count > outputLimit { return nil }
        }
        return output
    }

    /// The end of what the program writes to standard error.
    private func readErrors(
        of execution: Execution<FileDescriptorInput, SequenceOutput, SequenceOutput>
    ) async throws -> [UInt8] {
        var errors: [UInt8] = []
        for try await buffer in execution.standardError {
            buffer.withUnsafeBytes { errors.append(contentsOf: $0) }
            errors = errors.suffix(4096)
        }
        return errors
    }
}

/// Whether a child of this process has ended. Its status stays for who waits for it.
private func hasExited(_ process: pid_t) -> Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_signo != 0
}

/// The processes that a process has started, and those that these have started (proc(5)).
private func descendants(of process: pid_t) -> [pid_t] {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let children = threads.compactMap { try? String(contentsOfFile: "\(folder)/\($0)/children", encoding: .utf8) }
        .flatMap { $0.split(separator: " ").compactMap { pid_t($0) } }
    return children + children.flatMap(descendants)
}

/// The name of a command in failure lines: its program, without the folder.
package func commandName(_ command: [String]) -> String {
    command.first?.nameOfPath ?? ""
}

/// Why a program failed. The description is one line.
package struct CommandError: Error, Equatable, CustomStringConvertible {
    package enum Reason: Equatable {
        case notFound
        case notExecutable
        case notStarted(String)
        case exited(Int32, String)
        case signalled(Int32, String)
        case timedOut(seconds: TimeInterval)
        case tooLong(limit: Int)
    }

    var program: String
    package var reason: Reason

    package init(program: String, _ reason: Reason) {
        self.program = program
        self.reason = reason
    }

    package var description: String { "'\(program)' \(explanation)" }

    /// What stands behind the name of the program.
    package var explanation: String {
        switch reason {
        case .notFound where program.hasPrefix("~/"): "does not exist; write the whole path, for no shell expands '~'"
        case .notFound where program.contains("/"): "does not exist"
        case .notFound: "was not found; install it or give its full path"
        case .notExecutable: "exists but cannot be executed; check its permissions"
        case .notStarted(let why): "could not be run: \(why)"
        case .exited(let code, let errors): "ended with status \(code)" + quoted(errors)
        case .signalled(let signal, let errors): "was ended by signal \(signal)" + quoted(errors)
        case .timedOut(let seconds): "did not finish within \(Int(seconds.rounded(.up))) s and was killed"
        case .tooLong(let limit): "printed more than \(limit) bytes and was killed"
        }
    }

    private func quoted(_ errors: String) -> String { errors.isEmpty ? "" : ": \(errors)" }
}

extension [String: String] {
    /// The environment variables for the programs that the configuration names: all except secrets.
    ///
    /// A variable is a secret if the configuration uses it as one, if its name says so, or if it contains a proxy's
    /// password. `NEWSDIGEST_COMMAND_ENVIRONMENT` lists the names of variables that programs get in any case.
    package var forCommands: [String: String] {
        let listed = listedForCommands
        return filter { name, value in listed.contains(name) || !Self.isSecret(name, value) }
    }

    /// The names of the variables that programs get in any case.
    package var listedForCommands: Set<String> {
        Set(self["NEWSDIGEST_COMMAND_ENVIRONMENT", default: ""].split(separator: " ").map(String.init))
    }

    private static func isSecret(_ name: String, _ value: String) -> Bool {
        if harmless.contains(name) { return false }
        let words = name.uppercased().split { !$0.isLetter }
        return words.contains { word in secretWords.contains { word.hasSuffix($0) } }
            || value.contains("@") && value.contains("://") || value.withoutSecrets != value
    }

    private static let secretWords = [
        "KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASS", "PASSPHRASE", "CREDENTIAL", "CREDENTIALS", "COOKIE",
        "WEBHOOK", "SECRETS", "TOKENS", "KEYS",
    ]

    /// Variables whose names look like secrets. They only say where secrets are stored.
    private static let harmless: Set = ["PASSWORD_STORE_DIR"]
}

/// Writes bytes to a new file without a name.
/// - Returns: the file, open at its start. Programs that this process starts do not inherit it.
/// - Throws: `POSIXError`.
func openUnnamedFile(with bytes: [UInt8]) throws -> Int32 {
    var name = Array(FileManager.default.temporaryDirectory.appending(path: "newsdigest.XXXXXX").path.utf8CString)
    let file = mkstemp(&name)
    guard file >= 0, fcntl(file, F_SETFD, FD_CLOEXEC) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    unlink(name)
    if let code = writeAll(bytes, to: file) ?? (lseek(file, 0, SEEK_SET) < 0 ? errno : nil) {
        close(file)
        throw POSIXError(.init(rawValue: code) ?? .EIO)
    }
    return file
}
