import Synchronization

/// A value that is made when it is first needed. Whoever needs it meanwhile waits for it.
package final class Once<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    package init() {}

    /// If `make` throws, the next call makes the value.
    package func value(_ make: () throws -> Value) rethrows -> Value {
        try made.withLock { made in
            let value = try made ?? make()
            made = value
            return value
        }
    }
}

/// Values by their keys. Each is made once. Whoever needs one that is being made waits for this one only.
package final class OnceForEach<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let values = Mutex<[Key: Once<Value>]>([:])
    private let most: Int

    /// - Parameter most: the greatest number of values that are kept in memory. One more, and all others are dropped.
    package init(most: Int = .max) {
        self.most = most
    }

    /// If `make` throws, the next call with the key makes the value.
    package func value(for key: Key, _ make: () throws -> Value) rethrows -> Value {
        let value = values.withLock { values in
            if let known = values[key] { return known }
            if values.count == most { values = [:] }
            let new = Once<Value>()
            values[key] = new
            return new
        }
        return try value.value(make)
    }
}
