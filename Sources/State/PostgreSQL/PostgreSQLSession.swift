#if PostgreSQL
    import CPQ
    import Foundation
    import Texts

    /// One connection to a PostgreSQL server, and the statements that are prepared on it.
    final class PostgreSQLSession {
        private let handle: OpaquePointer
        private let address: ServerAddress
        /// For how long the server may give no answer before another connection tests it; nil for ever.
        private let patience: Duration?
        /// The same for the first answer, with which a server shows that it does more than greet.
        private static let firstPatience = Duration.seconds(10)
        private var hasAnswered = false
        /// Whether this connection was ended because the server gave no answer.
        private var isGivenUp = false
        /// Whether this connection only tests the server.
        private let isTest: Bool
        /// The names of the prepared statements, by their SQL.
        private var prepared: [String: String] = [:]
        private var columns: [String: Row.Columns] = [:]
        /// The number of the last prepared statement.
        private var number = 0
        /// What was sent and is not answered yet.
        private var sent: [Sent] = []
        /// The greatest number of statements whose answers may wait.
        private static let mostSent = 200

        private struct Sent {
            var sql: String
            var isCached = false
            var isPreparing = false
        }

        /// Connects.
        /// - Parameter endpoint: options that name one of the servers of the address; empty for any of them.
        /// - Throws: `PostgreSQLError`.
        init(_ address: ServerAddress, at endpoint: [String: String] = [:], isTest: Bool = false) throws {
            self.isTest = isTest
            let defaults = [
                "connect_timeout": "10", "keepalives_idle": "30", "keepalives_interval": "10",
                "tcp_user_timeout": "60000", "application_name": "newsdigest", "client_encoding": "UTF8",
            ]
            // The address replaces the options before it. The options after it replace those of the address.
            let options = Array(defaults) + [("dbname", address.connection)] + Array(endpoint)
            let keys = options.map { strdup($0.0) } + [nil]
            let values = options.map { strdup($0.1) } + [nil]
            defer { for text in keys + values { free(text) } }
            let opened = keys.map { UnsafePointer($0) }.withUnsafeBufferPointer { keys in
                values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                    PQconnectStartParams(keys.baseAddress, values.baseAddress, 1)
                }
            }
            guard let opened else { throw PostgreSQLError(fact: "there is no memory for a connection", code: "53200") }
            handle = opened
            self.address = address
            let timeout = Self.option("tcp_user_timeout", of: opened).flatMap { Int32($0) } ?? 0
            patience = timeout > 0 ? .milliseconds(timeout) : nil
            // Otherwise libpq does not say the SQLSTATE of an error before the connection is open.
            PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
            // A notice of the server may have any text.
            PQsetNoticeProcessor(handle, { _, _ in }, nil)
            Self.connect(handle)
            guard PQstatus(handle) == CONNECTION_OK else {
                throw PostgreSQLError(connecting: String(cString: PQerrorMessage(handle)))
            }
            PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        }

        deinit { PQfinish(handle) }

        /// For how long libpq may take to connect before it begins again, and for how long if the server keeps talking.
        private static let soon = Duration.seconds(5)
        private static let late = Duration.seconds(10)

        /// Waits until a connection is open or has failed. If the server does not answer soon, libpq begins again and
        /// waits by itself: it knows all hosts, all their addresses, and `connect_timeout`. But it would listen for ever
        /// to a server that sends notices without end.
        private static func connect(_ handle: OpaquePointer) {
            var start = ContinuousClock.now
            var events = Int16(POLLOUT)
            while PQstatus(handle) != CONNECTION_BAD {
                var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
                let ready = poll(&descriptor, 1, milliseconds(until: start + soon))
                if ready == 0 { return PQreset(handle) }
                // A signal came.
                if ready < 0 { continue }
                if .now >= start + late {
                    shutdown(descriptor.fd, Int32(SHUT_RDWR))
                    // libpq goes on with the next host of the address.
                    start = .now
                }
                switch PQconnectPoll(handle) {
                case PGRES_POLLING_READING: events = Int16(POLLIN)
                case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
                default: return
                }
            }
        }

        private static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
            Int32(clamping: Int(max(0, ((end - .now) / .milliseconds(1)).rounded(.up))))
        }

        /// An option of the connection, as the address or the defaults set it.
        private static func option(_ name: String, of handle: OpaquePointer) -> String? {
            guard let options = PQconninfo(handle) else { return nil }
            defer { PQconninfoFree(options) }
            return sequence(first: options, next: { $0 + 1 }).lazy
                .prefix { $0.pointee.keyword != nil }
                .first { String(cString: $0.pointee.keyword) == name }
                .flatMap { $0.pointee.val.map { String(cString: $0) } }
        }

        /// The server's next answer. While there is none, another connection tests from time to time whether the server
        /// still does anything. If not, the connection ends: a hung machine can go on acknowledging what it receives, and
        /// notices are no answer.
        private func nextAnswer() -> OpaquePointer? {
            let patience = hasAnswered ? patience : min(patience ?? Self.firstPatience, Self.firstPatience)
            var end = patience.map { ContinuousClock.now + $0 }
            while PQisBusy(handle) == 1 {
                var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
                poll(&descriptor, 1, end.map(Self.milliseconds) ?? -1)
                if let patience, let late = end, late <= .now {
                    if isTest || !isServerAlive {
                        isGivenUp = true
                        shutdown(descriptor.fd, Int32(SHUT_RDWR))
                    }
                    end = .now + patience
                }
                guard PQconsumeInput(handle) == 1 else { break }
            }
            hasAnswered = true
            return PQgetResult(handle)
        }

        /// Whether this server answers on a new connection. One that is busy with a long statement does. It may refuse
        /// the connection, for example because it has no other one left: that is an answer too.
        private var isServerAlive: Bool {
            do {
                try PostgreSQLSession(address, at: endpoint, isTest: true).run("SELECT 1")
                return true
            } catch {
                return (error as? PostgreSQLError)?.code != nil
            }
        }

        /// The options that lead to this server alone. A Unix socket has no `hostaddr`.
        private var endpoint: [String: String] {
            ["host": PQhost(handle), "hostaddr": PQhostaddr(handle), "port": PQport(handle)]
                .compactMapValues { $0.map { String(cString: $0) } }
        }

        var isConnected: Bool { PQstatus(handle) == CONNECTION_OK }

        /// Whether the other end has closed the connection. It looks at what has arrived, and asks and waits for
        /// nothing.
        var isClosed: Bool {
            // The first call reads the server's last message, the second one reads the end.
            for _ in 0..<2 { PQconsumeInput(handle) }
            return !isConnected
        }

        /// Runs a statement, after those that were sent before it.
        /// - Parameters:
        ///   - isCached: whether it stays prepared while the connection lasts.
        @discardableResult
        func run(_ sql: String, _ arguments: [SQLValue] = [], isCached: Bool = false) throws -> PostgreSQLResult {
            try send(sql, arguments, isCached: isCached)
            guard let result = try receive() else { throw error(of: nil) }
            return result
        }

        /// Sends a statement and does not wait for its answer (PostgreSQL's documentation, section 34.5, "Pipeline
        /// Mode"). If it fails, `receive` throws its error, and the server ignores the statements after it.
        func send(_ sql: String, _ arguments: [SQLValue] = [], isCached: Bool = false) throws {
            if sent.count >= Self.mostSent { try receive() }
            if sent.isEmpty, PQenterPipelineMode(handle) != 1 { throw error(of: nil) }
            let name = isCached ? try prepare(sql) : nil
            let values = arguments.map(Parameter.init)
            let status = values.withPointers { pointers, lengths, formats in
                name.map {
                    PQsendQueryPrepared(handle, $0, Int32(values.count), pointers, lengths, formats, 1)
                } ?? PQsendQueryParams(handle, sql, Int32(values.count), nil, pointers, lengths, formats, 1)
            }
            try require(status)
            sent.append(Sent(sql: sql, isCached: isCached))
        }

        /// Waits for the answers to all that was sent.
        /// - Returns: the answer to the last statement; nil when nothing was sent.
        /// - Throws: the first error.
        @discardableResult
        func receive() throws -> PostgreSQLResult? {
            guard !sent.isEmpty else { return nil }
            let statements = sent
            sent = []
            defer { _ = PQexitPipelineMode(handle) }
            try require(PQpipelineSync(handle))
            var last: PostgreSQLResult?
            var failure: PostgreSQLError?
            for statement in statements {
                do {
                    last = try result(nextAnswer(), of: statement)
                } catch let error as PostgreSQLError {
                    failure = failure ?? error
                    if statement.isPreparing { prepared[statement.sql] = nil }
                }
                while let rest = nextAnswer() { PQclear(rest) }
            }
            // The answer to the end of the pipeline.
            PQclear(nextAnswer())
            if let failure { throw failure }
            return last
        }

        /// Writes rows into a table with `COPY`, which is the fastest way.
        func copy(_ rows: [[SQLValue]], into table: String, columns: [String]) throws {
            try receive()
            let sql = "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN"
            guard PQsendQuery(handle, sql) == 1 else { throw error(of: nil) }
            let start = nextAnswer()
            defer { PQclear(start) }
            guard PQresultStatus(start) == PGRES_COPY_IN else {
                while let rest = nextAnswer() { PQclear(rest) }
                throw error(of: start)
            }
            for row in rows {
                var line = row.map(\.copyText).joined(separator: "\t") + "\n"
                let sent = line.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { PQputCopyData(handle, $0.baseAddress, Int32($0.count)) }
                }
                guard sent == 1 else { throw error(of: nil) }
            }
            guard PQputCopyEnd(handle, nil) == 1 else { throw error(of: nil) }
            var failure: PostgreSQLError?
            while let end = nextAnswer() {
                if PQresultStatus(end) != PGRES_COMMAND_OK { failure = failure ?? error(of: end) }
                PQclear(end)
            }
            if let failure { throw failure }
        }

        private func prepare(_ sql: String) throws -> String {
            if let name = prepared[sql] { return name }
            number += 1
            let name = "s\(number)"
            try require(PQsendPrepare(handle, name, sql, 0, nil))
            sent.append(Sent(sql: sql, isPreparing: true))
            prepared[sql] = name
            return name
        }

        /// - Parameter status: 0 when something could not be sent, because the connection is gone.
        private func require(_ status: Int32) throws {
            guard status != 1 else { return }
            for statement in sent where statement.isPreparing { prepared[statement.sql] = nil }
            sent = []
            throw error(of: nil)
        }

        private func result(_ answer: OpaquePointer?, of statement: Sent) throws -> PostgreSQLResult {
            switch PQresultStatus(answer) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                let result = PostgreSQLResult(answer!, columns: columns[statement.sql])
                if statement.isCached { columns[statement.sql] = result.columns }
                return result
            default:
                defer { PQclear(answer) }
                throw error(of: answer)
            }
        }

        private func error(of answer: OpaquePointer?) -> PostgreSQLError {
            func field(_ code: Character) -> String? {
                PQresultErrorField(answer, Int32(code.asciiValue!)).map { String(cString: $0) }
            }
            // The details of an error may contain texts of items.
            let fact = field("M").map(oneLine) ?? (isGivenUp ? "it gave no answer" : Self.message(of: handle))
            return PostgreSQLError(fact: fact, code: field("C"), isDisconnected: !isConnected)
        }

        private static func message(of handle: OpaquePointer) -> String {
            oneLine(String(cString: PQerrorMessage(handle)))
        }
    }

    /// What a server answered.
    final class PostgreSQLResult {
        private let handle: OpaquePointer
        let columns: Row.Columns

        init(_ handle: OpaquePointer, columns: Row.Columns?) {
            self.handle = handle
            self.columns =
                columns ?? Row.Columns((0..<PQnfields(handle)).map { String(cString: PQfname(handle, $0)) })
        }

        deinit { PQclear(handle) }

        /// The number of rows that the statement changed.
        var changes: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

        var count: Int { Int(PQntuples(handle)) }

        func row(_ index: Int) throws -> Row {
            Row(columns, try columns.names.indices.map { try value(Int32(index), Int32($0)) })
        }

        private func value(_ row: Int32, _ column: Int32) throws -> SQLValue {
            guard PQgetisnull(handle, row, column) == 0, let start = PQgetvalue(handle, row, column) else {
                return .null
            }
            let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(handle, row, column)))
            // The numbers of the types are in PostgreSQL's file pg_type.dat.
            switch PQftype(handle, column) {
            case 16: return .integer(bytes[0] == 0 ? 0 : 1)
            case 17: return .blob(Data(bytes))
            case 20: return .integer(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
            case 21: return .integer(Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self))))
            case 23: return .integer(Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
            case 19, 25, 705, 1043: return .text(String(decoding: bytes, as: UTF8.self))
            case 701: return .double(Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))))
            default: throw DatabaseError.damaged("the type of the column \(columns.names[Int(column)])")
            }
        }
    }

    /// A parameter as libpq takes it: binary if it is a blob, otherwise text.
    private struct Parameter {
        var bytes: [UInt8]?
        var isBinary = false

        init(_ value: SQLValue) {
            switch value {
            case .null: bytes = nil
            case .integer(let number): bytes = Array("\(number)".utf8) + [0]
            case .double(let number): bytes = Array("\(number)".utf8) + [0]
            case .text(let text): bytes = Array(text.withoutNull.utf8) + [0]
            case .blob(let data):
                bytes = Array(data)
                isBinary = true
            }
        }
    }

    extension [Parameter] {
        fileprivate func withPointers<T>(
            _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> T
        ) -> T {
            // All bytes are in one buffer, and each pointer leads into it.
            let all: [UInt8] = flatMap { parameter -> [UInt8] in (parameter.bytes ?? []) + [0] }
            return all.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { buffer in
                    var offset = 0
                    let pointers = map { parameter -> UnsafePointer<CChar>? in
                        defer { offset += (parameter.bytes?.count ?? 0) + 1 }
                        return parameter.bytes == nil ? nil : buffer.baseAddress! + offset
                    }
                    return body(pointers, map { Int32($0.bytes?.count ?? 0) }, map { $0.isBinary ? 1 : 0 })
                }
            }
        }
    }

    extension String {
        /// PostgreSQL cannot store the character with the number 0.
        fileprivate var withoutNull: String { utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self }
    }

    extension SQLValue {
        /// The value in the text format of `COPY` (PostgreSQL's documentation, "COPY", file formats).
        fileprivate var copyText: String {
            switch self {
            case .null: "\\N"
            case .integer(let number): "\(number)"
            case .double(let number): "\(number)"
            case .blob(let bytes): "\\\\x" + bytes.hexadecimal
            case .text(let text): Self.escaped(text.withoutNull)
            }
        }

        private static func escaped(_ text: String) -> String {
            var bytes: [UInt8] = []
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\\"): bytes += "\\\\".utf8
                case UInt8(ascii: "\t"): bytes += "\\t".utf8
                case UInt8(ascii: "\r"): bytes += "\\r".utf8
                case UInt8(ascii: "\n"): bytes += "\\n".utf8
                default: bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    extension Data {
        private static let digits = Array("0123456789abcdef".utf8)

        fileprivate var hexadecimal: String {
            String(decoding: flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }
#endif
