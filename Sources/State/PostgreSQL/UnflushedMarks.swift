#if PostgreSQL
    /// One statement that commits by itself. It gives the same result if it is executed twice.
    struct Mark {
        /// The last parameter is `synchronous_commit` of this commit, or null for the setting of the server
        /// (PostgreSQL's documentation, section 20.5.1).
        let sql: String
        let arguments: [any SQLConvertible]

        /// - Returns: whether the claim of the mark still holds.
        func run(on connection: PostgreSQLConnection, waitsForDisk: Bool) throws -> Bool {
            let setting: String? = waitsForDisk ? nil : "off"
            let count = try Int64.fetchOne(
                Database(connection).cachedStatement(sql: sql), arguments: arguments + [setting])
            return count == 1
        }
    }

    /// The marks that the server has executed, but perhaps not written to its disk. If the server crashes, they are
    /// executed again.
    struct UnflushedMarks {
        private var marks: [Mark] = []
        private var lastSafe = ContinuousClock.now

        /// How many marks may be lost if this machine fails together with the server, or if another machine comes first
        /// after a crash of the server.
        private static let most = 16
        private static let longest = Duration.milliseconds(50)

        /// Whether the next mark need not wait for the disk. If mails are slow, each mark waits.
        var mayGrow: Bool { marks.count < Self.most && .now < lastSafe + Self.longest }

        var isEmpty: Bool { marks.isEmpty }

        mutating func add(_ mark: Mark) { marks.append(mark) }

        /// The disk has all marks: the server writes commits in their order.
        mutating func areSafe() {
            marks = []
            lastSafe = .now
        }

        /// Executes the marks again on a new connection. Marks whose claim is lost change nothing.
        mutating func `repeat`(on connection: PostgreSQLConnection) throws {
            for mark in marks { _ = try mark.run(on: connection, waitsForDisk: true) }
            areSafe()
        }
    }
#endif
