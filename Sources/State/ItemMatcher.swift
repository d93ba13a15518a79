import Addresses
import Foundation
import Values

/// Finds out which stored item each item of an answer is.
///
/// Within a source an item is its own id. An id takes the place of another one that has left the answer if enough of
/// what the source said is the same. An item without an id that counts is found by its address, by its title with its
/// date, or by all of its texts together.
struct ItemMatcher {
    /// An item of the answer.
    struct Entry {
        var item: Item
        var identity: Identity
        /// The keys of its ids: its own, and those of the entries that turned out to be the same item.
        var ids: Set<Int64> = []
        /// The number of the stored item; nil for a new one.
        var number: Int64?
        /// The stored item under which older versions kept several items of the source as one, this one among them.
        var former: KnownItems.Stored?
    }

    private(set) var entries: [Entry]
    private(set) var known = KnownItems()
    /// Whether the ids are places in a list, so that they do not count.
    private(set) var hasPlacesOnly = false
    private let places: Int64
    /// The keys that several different items of this answer have.
    private let repeated: Set<Int64>
    private var claimed: Set<Int64> = []
    /// What was stored while the places in a list still seemed to be ids, by title, date and text.
    private var formerPlaces: [[Int64?]: Int64] = [:]

    init(_ items: [Item], ofSource source: String, in db: Database) throws {
        places = Identity.placesOnly(ofSource: source)
        entries = Entry.distinct(items)
        repeated = Self.repeated(entries)
        try known.lookUp([places] + entries.flatMap(\.ids) + Array(repeated), in: db)
        hasPlacesOnly = known.shared.contains(places)
        if !hasPlacesOnly { matchIDs() }
        let new = entries.filter { $0.number == nil }
        try known.lookUp(new.flatMap(\.identity.otherKeys), in: db)
        for index in entries.indices where entries[index].number == nil {
            let entry = entries[index]
            guard let number = counts(entry) ? renamed(entry) : found(entry) else { continue }
            claimed.insert(number)
            entries[index].number = number
        }
    }
}

// MARK: - Ids

extension ItemMatcher {
    /// Whether one of the ids of the item tells it from others.
    private func counts(_ entry: Entry) -> Bool { !countedIDs(entry).isEmpty }

    private func countedIDs(_ entry: Entry) -> Set<Int64> {
        hasPlacesOnly ? [] : entry.ids.subtracting(repeated).subtracting(known.shared)
    }

    /// The stored items that bore the ids of an item of the answer, as far as the ids count.
    func numbers(ofIDsOf entry: Entry) -> Set<Int64> { Set(countedIDs(entry).compactMap { known.numbers[$0] }) }

    private mutating func matchIDs() {
        var claims: [Int64: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            for number in numbers(ofIDsOf: entry) {
                claims[number, default: []].append(index)
            }
        }
        var winners: [Int: Int64] = [:]
        for (number, indices) in claims.sorted(by: { $0.key < $1.key }) {
            let winner = winner(of: number, among: indices)
            for index in indices where index != winner {
                if known.rows[number]?.said == nil { entries[index].former = known.rows[number] }
            }
            if winners[winner] == nil { winners[winner] = number }
        }
        let moved = winners.filter { isMoved(entries[$0.key], $0.value) }
        guard moved.count < 2, !moved.contains(where: { isSaidElsewhere($0.value, thanIn: $0.key) }) else {
            hasPlacesOnly = true
            let stored = Set(known.numbers.values).compactMap { number in
                known.rows[number]?.said.map { ($0.texts, number) }
            }
            formerPlaces = Dictionary(stored, uniquingKeysWith: min)
            return
        }
        for (index, number) in winners { entries[index].number = number }
        claimed = Set(winners.values)
    }

    /// Of several items of the answer that were stored as one, the one that it is now.
    private func winner(of number: Int64, among indices: [Int]) -> Int {
        let said = { entries[$0].identity.fingerprint.id }
        let stored = known.rows[number].flatMap { $0.said ?? $0.cleaned }
        return indices.first { said($0) == stored?.id } ?? indices.first { !isMoved(entries[$0], number) } ?? indices[0]
    }

    /// Whether the id came back with everything else new. A page or a text that items of the answer share is not the
    /// item's own.
    private func isMoved(_ entry: Entry, _ number: Int64) -> Bool {
        func proves(_ key: Int64?) -> Bool { key.map { !repeated.contains($0) } ?? true }
        let path = !entry.identity.isAddressOfID && proves(entry.identity.path)
        let text = proves(entry.identity.text)
        return compared(entry, number).map {
            $0.now.differsInAll(from: $0.then, pathProves: path, textProves: text)
        } ?? false
    }

    /// Whether another item of the answer says what was said of a stored item. Then the id went to another item.
    private func isSaidElsewhere(_ number: Int64, thanIn index: Int) -> Bool {
        guard let then = known.rows[number]?.said?.texts else { return false }
        return entries.indices.contains { $0 != index && entries[$0].identity.fingerprint.texts == then }
    }

    /// What the source says now and what it said of a stored item. What an older version stored is cleaned, so it is
    /// compared with the cleaned texts. Nil if the text of the stored item was removed.
    private func compared(_ entry: Entry, _ number: Int64) -> (now: Fingerprint, then: Fingerprint)? {
        guard let row = known.rows[number] else { return nil }
        if let then = row.said { return (entry.identity.fingerprint, then) }
        return row.cleaned.map { (entry.identity.cleaned, $0) }
    }
}

// MARK: - Other keys

extension ItemMatcher {
    /// The stored item with this key, unless another item of the answer is that one.
    private func free(_ key: Int64?) -> Int64? {
        guard let key, !repeated.contains(key), let number = known.numbers[key] else { return nil }
        return claimed.contains(number) ? nil : number
    }

    /// The stored item whose place this item with an id takes.
    private func renamed(_ entry: Entry) -> Int64? {
        let identity = entry.identity
        if let same = free(identity.whole) { return same }
        let keys = [identity.path, identity.text].compactMap(\.self) + identity.formerKeys
        return keys.lazy.compactMap { free($0) }.first { isRenamed(entry, $0) }
    }

    private func isRenamed(_ entry: Entry, _ number: Int64) -> Bool {
        guard let (now, then) = compared(entry, number) else { return false }
        let isStored = known.rows[number]?.said != nil
        // What several items have had proves nothing. An older version stored no keys for this.
        func proves(_ key: Int64?) -> Bool { !isStored || key != nil && free(key) == number }
        let path = now.path == then.path && proves(entry.identity.path)
        let text = now.hasSameText(as: then) && proves(entry.identity.text)
        let title = now.hasSameTitle(as: then)
        if !isStored, path, title, text { return true }
        if path, now.isCounted, then.isCounted, !now.hasOtherTitle(than: then) { return true }
        guard now.hasSameDate(as: then) else { return false }
        let number = now.number != nil && now.number == then.number && proves(entry.identity.number)
        return path && (title || text) || text && (title || number)
    }

    /// The stored item that this item without an id that counts is.
    private func found(_ entry: Entry) -> Int64? {
        let identity = entry.identity
        if let number = formerPlaces[identity.fingerprint.texts], !claimed.contains(number) { return number }
        if !identity.isAddressOfID, let number = free(identity.link), !isAnother(entry, number) { return number }
        if let number = free(identity.dated) { return number }
        let former = identity.formerKeys.lazy.compactMap { free($0) }
            .first { known.rows[$0]?.said == nil && !isAnother(entry, $0) }
        return former ?? (hasOwnKey(identity) ? nil : free(identity.all))
    }

    private func isAnother(_ entry: Entry, _ number: Int64) -> Bool {
        compared(entry, number).map { $0.now.isAnother(at: $0.then) } ?? false
    }

    /// Whether the address or the title with the date tells the item from others.
    private func hasOwnKey(_ identity: Identity) -> Bool {
        [identity.isAddressOfID ? nil : identity.link, identity.dated].compactMap(\.self).contains {
            !repeated.contains($0) && !known.shared.contains($0)
        }
    }

    private static func repeated(_ entries: [Entry]) -> Set<Int64> {
        var counts: [Int64: Int] = [:]
        for entry in entries {
            let identity = entry.identity
            let keys = [identity.link, identity.dated].compactMap(\.self) + identity.evidence
            for key in entry.ids.union(keys) { counts[key, default: 0] += 1 }
        }
        return Set(counts.lazy.filter { $0.value > 1 }.map(\.key))
    }
}

// MARK: - Keys to store

extension ItemMatcher {
    /// Stores the keys of the items that are new or say something new.
    /// - Parameter isEvidenceKept: whether also those that only compare what was said. Without what was said they are of
    ///   no use.
    func storeKeys(withEvidence isEvidenceKept: Bool = true, in db: Database) throws {
        var (own, evidence): ([Int64: Int64], [Int64: Int64]) = ([:], [:])
        for entry in entries {
            guard let number = entry.number else { continue }
            for id in countedIDs(entry) where known.numbers[id] != number { own[id] = number }
            let stored = known.rows[number]
            let isKnown = stored?.said == entry.identity.fingerprint && stored?.page == entry.identity.page
            if isKnown, formerPlaces.isEmpty { continue }
            for key in ownKeys(entry) where known.numbers[key] != number { own[key] = number }
            for key in isEvidenceKept ? entry.identity.evidence : [] where known.numbers[key] != number {
                evidence[key] = number
            }
        }
        let nothing = repeated.union(hasPlacesOnly ? [places] : []).subtracting(known.shared)
        let insert = { (rows: [[any SQLConvertible]], clause: String) in
            try db.insert(rows, into: "identity", columns: "hash, item", "ON CONFLICT (hash) DO UPDATE SET \(clause)")
        }
        try insert(nothing.map { [$0, nil as Int64?] }, "item = NULL")
        try insert(
            own.filter { !nothing.contains($0.key) }.map { [$0.key, $0.value] },
            "item = excluded.item WHERE identity.item IS NOT NULL")
        try insert(
            evidence.filter { !nothing.contains($0.key) }.map { [$0.key, $0.value] },
            "item = CASE WHEN identity.item = excluded.item THEN identity.item END")
    }

    private func ownKeys(_ entry: Entry) -> [Int64] {
        let identity = entry.identity
        if counts(entry) { return [identity.link, identity.whole].compactMap(\.self) }
        return [identity.link, identity.dated].compactMap(\.self) + (hasOwnKey(identity) ? [] : [identity.all])
    }

    mutating func set(_ number: Int64, ofEntry index: Int) { entries[index].number = number }
}

extension Identity {
    /// The keys that find an item whose id is not known.
    fileprivate var otherKeys: [Int64] { evidence + [link, dated, whole, all].compactMap(\.self) + formerKeys }
}

extension ItemMatcher.Entry {
    /// The items of an answer, each once. Two entries are one item if address, title and text are the same, whatever
    /// their ids; if an entry is repeated; or if both ids are the address with a counter and the titles have something
    /// in common.
    fileprivate static func distinct(_ items: [Item]) -> [Self] {
        var entries: [Self] = []
        var places: [[Int64?]: Int] = [:]
        var counted: [Int64: [Int]] = [:]
        for item in items {
            let identity = Identity(item)
            let said = identity.fingerprint
            let forms = forms(of: said)
            let other =
                forms.lazy.compactMap { places[$0] }.first
                ?? (said.isCounted ? counted[said.path] ?? [] : []).first {
                    !said.hasOtherTitle(than: entries[$0].identity.fingerprint)
                }
            let place = other ?? entries.count
            if other == nil {
                entries.append(Self(item: item, identity: identity))
                if said.isCounted, counted[said.path, default: []].count < mostCounted {
                    counted[said.path, default: []].append(place)
                }
            }
            if let id = identity.id { entries[place].ids.insert(id) }
            for form in forms where places[form] == nil { places[form] = place }
        }
        return entries
    }

    /// For so many items with counters behind one address titles are compared.
    private static let mostCounted = 20

    /// Two entries with an equal form are one item.
    private static func forms(of said: Fingerprint) -> [[Int64?]] {
        let own = [said.id, said.path, said.wording.title]
        if said.wording.text == nil { return [[0] + own] }
        let repeated = said.id == nil ? [] : [[2] + own + [said.published]]
        return [[1, said.path, said.wording.title, said.wording.text]] + repeated
    }
}

/// What is stored of the items of one answer. A few statements find it for all items, because each statement waits for
/// the server.
struct KnownItems {
    /// Times are in seconds since 1970.
    struct Stored {
        var id: String
        var firstSeen: Int64
        var lastSeen: Int64
        var version: Int64
        var isCurrent = true
        var isPast = false
        var page: Int64?
        /// What its source said. Nil if an older version stored the item, or if its text was removed.
        var said: Fingerprint?
        /// What is known of the words of an item that an older version stored.
        var cleaned: Fingerprint?
    }

    /// The numbers of the stored items, by their keys.
    private(set) var numbers: [Int64: Int64] = [:]
    /// The keys that prove nothing, because several items had them.
    private(set) var shared: Set<Int64> = []
    /// By the numbers of the items.
    var rows: [Int64: Stored] = [:]

    private static let keysAtOnce = 500

    /// Looks up the keys that are not known yet.
    mutating func lookUp(_ keys: [Int64], in db: Database) throws {
        let new = Array(Set(keys.filter { numbers[$0] == nil && !shared.contains($0) }))
        for start in stride(from: 0, to: new.count, by: Self.keysAtOnce) {
            var keys = Array(new[start...].prefix(Self.keysAtOnce))
            // With few lengths of the list, there are few statements to prepare.
            while keys.count & (keys.count - 1) != 0 { keys.append(keys[0]) }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT hash, identity.item, item.id, firstSeen, lastSeen, version, isCurrent, isPast, link, said,
                        CASE WHEN said IS NULL AND isCurrent THEN content END AS content, title, url, source.id AS sourceID
                    FROM identity LEFT JOIN item ON item.number = identity.item
                    LEFT JOIN source ON source.number = item.source
                    WHERE hash IN (\(Database.placeholders(keys.count)))
                    """)
            for row in try Row.fetchAll(statement, arguments: keys) { try add(row) }
        }
    }

    func row(_ number: Int64) throws -> Stored {
        guard let row = rows[number] else { throw DatabaseError.damaged("the list of items") }
        return row
    }

    private mutating func add(_ row: Row) throws {
        let hash: Int64 = try row.value("hash")
        guard let number: Int64 = try row.value("item") else {
            shared.insert(hash)
            return
        }
        numbers[hash] = number
        if rows[number] == nil { rows[number] = try Stored(row) }
    }
}

extension KnownItems.Stored {
    fileprivate init(_ row: Row) throws {
        id = try row.value("id")
        firstSeen = try row.value("firstSeen")
        lastSeen = try row.value("lastSeen")
        version = try row.value("version")
        isCurrent = try row.value("isCurrent")
        isPast = try row.value("isPast")
        page = try row.value("link")
        said = try (row.value("said") as Data?).map { try Fingerprint(packed: $0) }
        guard let content: Data = try row.value("content") else { return }
        let item = try Item(
            State.content(content, html: false), sourceID: row.value("sourceID"), source: "", url: row.value("url"),
            title: row.value("title"), category: "", position: 0)
        cleaned = Fingerprint.cleaned(item, address: CanonicalURL(item.url))
    }
}
