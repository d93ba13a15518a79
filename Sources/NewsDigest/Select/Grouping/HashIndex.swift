/// Numbers small integers for hashes that are well mixed already, so that hashing them again, as `Dictionary` does,
/// would only cost time.
struct HashIndex {
    private var keys: [UInt64]
    private var values: [Int32]
    private(set) var count = 0

    init(capacity: Int) {
        var size = 64
        while size < capacity * 2 { size *= 2 }
        keys = Array(repeating: 0, count: size)
        values = Array(repeating: -1, count: size)
    }

    /// The value for `key`, which must not be 0; nil when there is none.
    func find(_ key: UInt64) -> Int? {
        let value = values[slot(of: key)]
        return value < 0 ? nil : Int(value)
    }

    /// The value for `key`, given `new` if it has none.
    mutating func insert(_ key: UInt64, _ new: Int) -> Int {
        var slot = slot(of: key)
        if values[slot] >= 0 { return Int(values[slot]) }
        if count * 2 >= keys.count {
            grow()
            slot = self.slot(of: key)
        }
        keys[slot] = key
        values[slot] = Int32(new)
        count += 1
        return new
    }

    private func slot(of key: UInt64) -> Int {
        let mask = keys.count - 1
        var slot = Int(truncatingIfNeeded: key) & mask
        while values[slot] >= 0, keys[slot] != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        let old = zip(keys, values).filter { $0.1 >= 0 }
        keys = Array(repeating: 0, count: keys.count * 2)
        values = Array(repeating: -1, count: keys.count)
        for (key, value) in old {
            let slot = slot(of: key)
            keys[slot] = key
            values[slot] = value
        }
    }
}
