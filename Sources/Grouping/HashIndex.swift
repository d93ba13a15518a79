/// Finds small integers by hashes. `Dictionary` would hash the hashes again, which only costs time, because they are
/// already well mixed.
struct HashIndex {
    private(set) var count = 0
    private var slots: [Slot]

    private struct Slot {
        var key: UInt32 = 0
        /// -1 if the slot is free.
        var value: Int32 = -1
    }

    init(capacity: Int) {
        var size = 64
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
    }

    func find(_ key: UInt32) -> Int? {
        let value = slots[slot(of: key)].value
        return value < 0 ? nil : Int(value)
    }

    /// The value for `key`. If the key has none, its value becomes `new`.
    mutating func insert(_ key: UInt32, _ new: Int) -> Int {
        var index = slot(of: key)
        if slots[index].value >= 0 { return Int(slots[index].value) }
        if count * 2 >= slots.count {
            grow()
            index = slot(of: key)
        }
        slots[index] = Slot(key: key, value: Int32(new))
        count += 1
        return new
    }

    private func slot(of key: UInt32) -> Int {
        let mask = slots.count - 1
        var index = Int(key) & mask
        while slots[index].value >= 0, slots[index].key != key { index = (index + 1) & mask }
        return index
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        for used in old where used.value >= 0 { slots[slot(of: used.key)] = used }
    }
}

/// FNV-1a with 32 bits (draft-eastlake-fnv), for loops that add one value after the other.
enum FNV32 {
    static let start: UInt32 = 0x811C_9DC5

    @inline(__always) static func adding(_ value: UInt32, to hash: UInt32) -> UInt32 { (hash ^ value) &* 0x0100_0193 }
}
