import Foundation

/// Work that waits, such as a read of a pipe, on a thread of its own. A task would take one of the few threads that all
/// tests share, and not begin where the test itself holds the last of them.
public struct OtherThread<Result: Sendable>: Sendable {
    private let results: AsyncStream<Result>

    /// Begins at once.
    public init(_ work: @escaping @Sendable () -> Result) {
        let (results, result) = AsyncStream<Result>.makeStream()
        self.results = results
        Thread.detachNewThread {
            result.yield(work())
            result.finish()
        }
    }

    /// What the work gave; nil where the task was cancelled. To be asked for once.
    public var result: Result? {
        get async { await results.first { _ in true } }
    }
}
