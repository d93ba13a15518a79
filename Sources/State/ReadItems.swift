import Synchronization
import Values

/// The items that were read from the state in one run, so that each is read and decoded once for all profiles.
package final class ReadItems: Sendable {
    /// Nil for an item that was there before its source, which is no candidate.
    private let items = Mutex<[Int64: StoredItem?]>([:])
    private let isOnSharedPage = Mutex<[Int64: Bool]>([:])

    package init() {}

    /// - Parameter read: reads the items with these numbers in their order.
    func items(_ numbers: [Int64], _ read: () throws -> [StoredItem]) rethrows -> [StoredItem] {
        let known = items.withLock { items in numbers.map { items[$0] } }
        if known.allSatisfy({ $0 != nil }) {
            return known.compactMap { $0 ?? nil }.sorted {
                ($0.item.position, $0.number) < ($1.item.position, $1.number)
            }
        }
        let found = try read()
        items.withLock { items in
            for number in numbers { items[number] = .some(nil) }
            for item in found { items[item.number] = item }
        }
        return found
    }

    /// - Parameter look: returns those of some items whose address a source has given to several of its items.
    func sharedPages(among numbers: [Int64], _ look: ([Int64]) throws -> Set<Int64>) rethrows -> Set<Int64> {
        let new = isOnSharedPage.withLock { known in numbers.filter { known[$0] == nil } }
        let shared = new.isEmpty ? [] : try look(new)
        return isOnSharedPage.withLock { known in
            for number in new { known[number] = shared.contains(number) }
            return Set(numbers.filter { known[$0] == true })
        }
    }
}
