import Foundation
import Synchronization

/// A loopback TLS server that runs the `openssl` command with a certificate made for it.
public final class TestTLSServer: Sendable {
    /// The kind of certificate. No authority has signed any of them.
    public enum Certificate: Sendable { case good, expired, forAnotherHost }

    /// The service over TLS.
    public enum Service: Sendable {
        /// Whole HTTP answers by path, such as `feed` for `/feed`. The connection closes after each.
        case http([String: Reply])
        /// One SMTP session.
        case mail(TestMailServer.Rules)
    }

    public let port: Int
    /// The file of the server's own certificate. Clients trust it only if they are told to.
    public let certificate: String
    private let folder: URL
    private let process: Process
    private let inbox = Inbox()

    /// Nil if there is no `openssl` command, or the system is not Linux. The certificate is for `localhost` and
    /// 127.0.0.1, unless it is for another host.
    public init?(_ service: Service, certificate kind: Certificate = .good) async throws {
        guard FileManager.default.fileExists(atPath: "/proc/net/tcp") else { return nil }
        folder = FileManager.default.temporaryDirectory.appending(path: "newsdigest-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appending(path: "cert.pem").path(percentEncoded: false)
        port = try Self.freePort()
        process = Process()
        guard await Self.makeCertificate(kind, in: folder) else {
            try FileManager.default.removeItem(at: folder)
            return nil
        }
        try start(service)
        try await waitUntilItListens()
    }

    deinit {
        // Not SIGTERM: the command inherits the signal mask of the task's thread, which blocks SIGTERM.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    public var mails: [TestMailServer.Mail] { inbox.mails }

    private func start(_ service: Service) throws {
        var arguments = ["openssl", "s_server", "-quiet", "-accept", "127.0.0.1:\(port)", "-cert", "cert.pem"]
        arguments += ["-key", "key.pem"]
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        switch service {
        case .http(let replies):
            arguments.append("-HTTP")
            for (path, reply) in replies {
                let bytes = reply.steps.flatMap { step in if case .send(let bytes) = step { bytes } else { [UInt8]() } }
                try Data(bytes).write(to: folder.appending(path: path))
            }
            process.standardInput = Pipe()
            process.standardOutput = FileHandle.nullDevice
        case .mail(let rules):
            let session = try socketToSession(rules)
            process.standardInput = session
            process.standardOutput = session
        }
        process.arguments = arguments
        try process.run()
    }

    /// The end of a socket that the command reads and writes. At the other end, a session waits for the decrypted
    /// bytes.
    private func socketToSession(_ rules: TestMailServer.Rules) throws -> FileHandle {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
        let (ours, theirs) = (ends[0], ends[1])
        _ = fcntl(ours, F_SETFD, FD_CLOEXEC)
        let inbox = inbox
        let thread = Thread {
            MailSession(ours, rules: rules, inbox: inbox).run()
            close(ours)
        }
        thread.start()
        return FileHandle(fileDescriptor: theirs, closeOnDealloc: true)
    }

    /// Waits until the kernel's list of sockets contains the server. A test connection would count as the first client.
    private func waitUntilItListens() async throws {
        let mark = "0100007F:\(String(format: "%04X", port)) 00000000:0000 0A"
        for _ in 0..<1000 {
            let table = FileManager.default.contents(atPath: "/proc/net/tcp") ?? Data()
            if String(decoding: table, as: UTF8.self).contains(mark) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw POSIXError(.ETIMEDOUT)
    }

    private static func makeCertificate(_ kind: Certificate, in folder: URL) async -> Bool {
        let names = kind == .forAnotherHost ? "DNS:other.example" : "DNS:localhost,IP:127.0.0.1"
        // An end in the past is only possible if the request is signed in a second step.
        let days = kind == .expired ? -1 : 2
        let request =
            "req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=test -keyout key.pem -out request.pem"
        let signature =
            "x509 -req -in request.pem -signkey key.pem -days \(days) -copy_extensions copy -out cert.pem"
        guard await openssl(words(request) + ["-addext", "subjectAltName=\(names)"], in: folder) else { return false }
        return await openssl(words(signature), in: folder)
    }

    private static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

    /// False if there is no such command, or if it failed.
    private static func openssl(_ arguments: [String], in folder: URL) async -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return await withCheckedContinuation { ended in
            process.terminationHandler = { ended.resume(returning: $0.terminationStatus == 0) }
            do {
                try process.run()
            } catch {
                ended.resume(returning: false)
            }
        }
    }

    /// A free port below those that the system chooses itself, and never the same twice. The server of another test could
    /// get such a port before the command does, and answer in its place.
    private static func freePort() throws -> Int {
        while true {
            let port = nextPort.withLock { next in
                next = next < 31_999 ? next + 1 : 15_000
                return next
            }
            if try withSocket({ bindV4($0, port: port) }) { return port }
        }
    }

    private static let nextPort = Mutex(Int.random(in: 15_000..<32_000))

    private static func withSocket<T>(_ work: (Int32) -> T) throws -> T {
        let descriptor = try openSocket(.ipv4)
        defer { close(descriptor) }
        return work(descriptor)
    }
}
