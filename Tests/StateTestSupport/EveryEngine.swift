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

/// Runs every test of a suite once with each database program, except the tests with `.only`.
package struct EveryEngine: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> EveryEngine? { testCase == nil ? nil : self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let only = test.traits.lazy.compactMap { $0 as? OnlyEngine }.first?.engine
        for engine in TestedEngine.allCases where only == nil || engine == only {
            try await TestedEngine.$current.withValue(engine) { try await body() }
        }
    }
}

/// Runs a test of an `.everyEngine` suite with one database program only.
package struct OnlyEngine: TestTrait {
    fileprivate var engine: TestedEngine
}

extension Trait where Self == EveryEngine {
    package static var everyEngine: EveryEngine { EveryEngine() }
}

extension Trait where Self == OnlyEngine {
    package static func only(_ engine: TestedEngine) -> OnlyEngine { OnlyEngine(engine: engine) }
}
