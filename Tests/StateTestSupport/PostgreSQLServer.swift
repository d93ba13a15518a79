#if PostgreSQL
    import Foundation

    /// A PostgreSQL server of this process, in a temporary folder and on loopback. It ends with the process.
    package final class PostgreSQLServer: @unchecked Sendable {
        package static let shared = Result { try PostgreSQLServer() }

        package let port: Int
        private let folder: String
        private let binaries: String
        /// While they are open, the server runs.
        private var leashes: [Pipe] = []

        package struct Failure: Error {
            var reason: String
        }

        package init() throws {
            binaries = try Self.output("pg_config --bindir")
            folder = try Self.output("mktemp -d /tmp/newsdigest-postgresql-XXXXXX")
            port = try Self.freePort()
            let user = Self.user
            _ = try Self.output(
                """
                \(user.isEmpty ? "" : "chown postgres '\(folder)' &&")
                \(user) '\(binaries)/initdb' -D '\(folder)/data' -U news -A trust -E UTF8 --locale=C --no-sync
                """)
            try start()
        }

        /// The address of a schema that nobody else uses.
        package func newAddress() -> String {
            address(schema: "t" + UUID().uuidString.lowercased().replacing("-", with: "_"))
        }

        package func address(schema: String) -> String {
            "postgresql://news@127.0.0.1:\(port)/postgres?schema=\(schema)"
        }

        package func start() throws {
            let leash = Pipe()
            // Other processes that this one starts must not hold it.
            _ = fcntl(leash.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                "-c",
                """
                \(Self.user) '\(binaries)/postgres' -D '\(folder)/data' -p \(port) -k '\(folder)' -F \
                -c listen_addresses=127.0.0.1 -c max_connections=200 >'\(folder)/log' 2>&1 </dev/null &
                cat >/dev/null; kill -QUIT $! 2>/dev/null; wait; rm -rf '\(folder)'
                """,
            ]
            process.standardInput = leash
            try process.run()
            leashes.append(leash)
            for _ in 0..<200 {
                if (try? Self.output("'\(binaries)/pg_isready' -h 127.0.0.1 -p \(port)")) != nil { return }
                Thread.sleep(forTimeInterval: 0.1)
            }
            throw Failure(reason: "the server did not start: \((try? Self.output("cat '\(folder)/log'")) ?? "")")
        }

        /// Stops the server at once, as a crash does.
        package func stop() throws {
            _ = try Self.output("\(Self.user) '\(binaries)/pg_ctl' stop -s -m immediate -D '\(folder)/data'")
        }

        /// Runs SQL as the owner of all databases.
        package func execute(_ sql: String) throws {
            _ = try Self.output(
                "'\(binaries)/psql' -q -h 127.0.0.1 -p \(port) -U news -d postgres -v ON_ERROR_STOP=1 -c \"\(sql)\"")
        }

        /// PostgreSQL refuses to run as root.
        private static let user = getuid() == 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups" : ""

        /// The output of a command that must succeed.
        private static func output(_ command: String) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "cd /; exec 2>&1; \(command)"]
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Failure(reason: "\(command): \(output)") }
            return output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        private static func freePort() throws -> Int {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
                }
            }
            guard status == 0 else { throw Failure(reason: "there is no free port") }
            return Int(UInt16(bigEndian: address.sin_port))
        }
    }
#endif
