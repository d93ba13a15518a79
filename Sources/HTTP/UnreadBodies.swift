import Synchronization

/// The bytes of the bodies that arrived and that nobody has read yet. While they are many, no request starts: so memory
/// is bounded by what is in flight, however many servers answer at the same time.
final class UnreadBodies: Sendable {
    /// More than most feeds together have, so that a quick reader never waits.
    static let most = 16 << 20

    private let bytes = Mutex(0)
    private let wasRead: @Sendable () -> Void

    /// - Parameter wasRead: is called after each body that was read.
    init(wasRead: @escaping @Sendable () -> Void) {
        self.wasRead = wasRead
    }

    var areMany: Bool { bytes.withLock { $0 >= Self.most } }

    fileprivate func add(_ count: Int) { bytes.withLock { $0 += count } }

    fileprivate func remove(_ count: Int) {
        bytes.withLock { $0 -= count }
        wasRead()
    }
}

/// A body that counts as unread for as long as this value exists.
package final class UnreadBody: Sendable, Equatable {
    private let bodies: UnreadBodies
    private let count: Int

    init(of count: Int, in bodies: UnreadBodies) {
        self.bodies = bodies
        self.count = count
        bodies.add(count)
    }

    deinit { bodies.remove(count) }

    /// Two answers are equal whoever still reads them.
    package static func == (_: UnreadBody, _: UnreadBody) -> Bool { true }
}
