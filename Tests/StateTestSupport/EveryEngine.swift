import Testing

/// The database programs that a state can be in.
package enum TestedEngine: String, Sendable, CaseIterable {
    case sqlite
    #if PostgreSQL
        case postgresql
    #endif

    /// The program that a new `StateFolder` uses.
    @TaskLocal package static var current = TestedEngine.sqlite

    func newAddress() throws -> String? {
        switch self {
        case .sqlite: nil
        #if PostgreSQL
            case .postgresql: try PostgreSQLServer.shared.get().newAddress()
        #endif
        }
    }
}

/// Runs every test of a suite once with each database program.
package struct EveryEngine: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> EveryEngine? { testCase == nil ? nil : self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        for engine in TestedEngine.allCases {
            try await TestedEngine.$current.withValue(engine) { try await body() }
        }
    }
}

extension Trait where Self == EveryEngine {
    package static var everyEngine: EveryEngine { EveryEngine() }
}
