#if PostgreSQL
    import Texts
    import Values

    /// What a PostgreSQL server or the connection to it reports.
    struct PostgreSQLError: Error {
        /// One line without the values of rows.
        let fact: String
        /// The five characters of SQLSTATE (PostgreSQL's documentation, appendix A).
        let code: String?
        /// Whether the connection is gone.
        var isDisconnected = false

        /// Whether the same transaction may succeed if it is tried again: the server restarts, or two machines waited
        /// for each other.
        var isPassing: Bool { isAway || ["40001", "40P01"].contains(code) }

        /// Whether the server restarts, is not there, or takes no further connection.
        var isAway: Bool { isDisconnected || ["53300", "57P01", "57P02", "57P03"].contains(code) }

        init(fact: String, code: String?, isDisconnected: Bool = false) {
            (self.fact, self.code, self.isDisconnected) = (fact, code, isDisconnected)
        }

        /// - Parameter message: what libpq says of a connection that it could not open, with every detail. If the
        ///   server itself refused it, each line has the severity, in any language, two spaces and the SQLSTATE.
        init(connecting message: String) {
            let codes = message.matches(of: #/:  ([0-9A-Z]{5}): /#).map { String($0.1) }
            let text = message.replacing(#/\n[^\n]+, \w+\.c:\d+/#, with: "")
                .replacing(#/:  [0-9A-Z]{5}: /#, with: ":  ")
            // If there are several servers, the code of one that may answer later counts.
            let code = codes.first { $0.hasPrefix("57P") } ?? codes.last
            self.init(fact: oneLine(text), code: code, isDisconnected: code == nil)
        }

        /// What messages say about this error, with the next step.
        var reason: String {
            switch code {
            case "53100": "the disk of the server is full (\(fact)); free some space there and run again"
            case "42501": "the user of the address lacks a permission (\(fact)); grant it, or use another user"
            case "25006": "the server is read-only (\(fact)); use the address of the server that accepts writes"
            case "55P03": "another program keeps it locked (\(fact)); close that and run again"
            case "57014": "the server cancelled a statement (\(fact)); run again, or raise its statement_timeout"
            case "40001", "40P01": "other machines changed the same rows again and again (\(fact)); run again"
            case let code? where code.hasPrefix("53"): "the server lacks resources (\(fact)); run again later"
            case _ where isDisconnected || code?.hasPrefix("57") == true || code?.hasPrefix("08") == true:
                "the server cannot be reached (\(fact)); check that it runs, and check the address and the password"
            case let code? where code.hasPrefix("28"):
                "the server refused the user (\(fact)); check the user and the password"
            case "3D000": "\(fact); create it, or check the address"
            default: "the server refused a statement (\(fact)); if this stays, restore a backup of the schema"
            }
        }

        /// Turns each error of a database into the one line that ends the run and says what to do.
        static func explaining<T>(_ name: String, _ body: () throws -> T) throws -> T {
            do {
                return try body()
            } catch let error as PostgreSQLError {
                throw RunError.state(path: name, reason: error.reason)
            } catch let error as DatabaseError {
                throw RunError.state(path: name, reason: "\(error.fact); restore a backup of the schema")
            } catch is DecodingError {
                throw RunError.state(path: name, reason: "a row's JSON is damaged; restore a backup of the schema")
            }
        }
    }
#endif
