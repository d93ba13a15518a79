import Foundation
import Values

/// What a profile was sent, as numbers. Profiles with equal values were sent the same items at the same times, and were
/// told of the same broken sources. A pending digest counts as sent.
package struct SentChecksum: Hashable, Sendable {
    fileprivate var times = ScatteredSum()
    fileprivate var items = ScatteredSum()
    fileprivate var announced = ScatteredSum()
    /// The profile's `Choices`, as they are stored.
    fileprivate var choices = Data()
}

extension State {
    /// The checksum of each profile, in the same order. Nil for a profile with opinions or saved items: they change
    /// its digests, so it shares none.
    package func checksums(of profiles: [String]) throws -> [SentChecksum?] {
        let known = try read { try Self.checksums(of: profiles, in: $0) }
        let uncounted = Set(known.values.compactMap { if case .uncounted(let profile) = $0 { profile } else { nil } })
        let counted =
            try uncounted.isEmpty
            ? known
            : write(alone: false) { db in
                try Self.countAll(sentTo: uncounted.sorted(), in: db)
                return try Self.checksums(of: profiles, in: db)
            }
        return profiles.map { (counted[$0] ?? .nothing).checksum }
    }

    /// Removes the counts of a profile, so that its checksum is counted again when it is needed.
    static func dropChecksum(of profile: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM history WHERE profile = ?").execute(arguments: [profile])
    }

    /// Does the same for every profile that was sent the item.
    static func dropChecksums(with item: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM history WHERE profile IN (
                    SELECT digest.profile FROM entry JOIN digest ON digest.edition = entry.digest WHERE entry.item = ?)
                """, arguments: [item])
    }
}

extension State {
    private enum Counted {
        case counted(SentChecksum)
        /// The profile with this number has no row in `history`.
        case uncounted(Int64)
        /// The profile has opinions or saved items, so it shares no digest with others.
        case own

        static let nothing = Counted.counted(SentChecksum())

        var checksum: SentChecksum? { if case .counted(let checksum) = self { checksum } else { nil } }
    }

    /// The checksums of those profiles that were ever sent anything.
    private static func checksums(of profiles: [String], in db: Database) throws -> [String: Counted] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT name.text, name.number, digests, times, scatteredTimes, items, numbers, scatteredNumbers,
                        EXISTS (SELECT 1 FROM opinion WHERE opinion.profile = name.number)
                        OR EXISTS (SELECT 1 FROM saved WHERE saved.profile = name.number) AS isOwn, choices.content
                    FROM name LEFT JOIN history ON history.profile = name.number
                    LEFT JOIN choices ON choices.profile = name.number
                    WHERE name.text IN (\(Database.placeholders(profiles.count)))
                    """), arguments: profiles)
        let numbers: [Int64] = try rows.map { try $0.value(1) }
        let announced = try announced(to: numbers, in: db)
        return try zip(rows, numbers).reduce(into: [:]) { known, pair in
            let (row, number) = pair
            try db.connection.names.learn(row.value(0), number)
            known[try row.value(0)] = try counted(row, number, announced: announced[number] ?? [])
        }
    }

    private static func counted(_ row: Row, _ profile: Int64, announced: [Int64]) throws -> Counted {
        if try row.value("isOwn") { return .own }
        guard let digests: Int64 = try row.value(2) else { return .uncounted(profile) }
        return try .counted(
            SentChecksum(
                times: ScatteredSum(count: digests, sum: row.value(3), scattered: row.value(4)),
                items: ScatteredSum(count: row.value(5), sum: row.value(6), scattered: row.value(7)),
                announced: ScatteredSum(announced), choices: row.value("content") as Data? ?? Data()))
    }

    /// The broken sources of which the profiles were told.
    private static func announced(to profiles: [Int64], in db: Database) throws -> [Int64: [Int64]] {
        if profiles.isEmpty { return [:] }
        let sql = "SELECT profile, source FROM announced WHERE profile IN (\(Database.placeholders(profiles.count)))"
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: profiles).reduce(into: [:]) {
            try $0[$1.value(0), default: []].append($1.value(1))
        }
    }

    private static func countAll(sentTo profiles: [Int64], in db: Database) throws {
        let placeholders = Database.placeholders(profiles.count)
        let digests = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT profile, created, edition FROM digest
                    WHERE profile IN (\(placeholders)) AND (isSent OR status = 'pending')
                    """), arguments: profiles)
        var sums = EditionSums()
        var times: [Int64: ScatteredSum] = [:]
        var items: [Int64: ScatteredSum] = [:]
        for digest in digests {
            let profile: Int64 = try digest.value(0)
            times[profile, default: ScatteredSum()] += ScatteredSum([try digest.value(1)])
            items[profile, default: ScatteredSum()] += try sums.items(of: digest.value(2), in: db)
        }
        try db.cachedStatement(sql: "DELETE FROM history WHERE profile IN (\(placeholders))").execute(
            arguments: profiles)
        let rows = profiles.map { profile -> [any SQLConvertible] in
            let (time, item) = (times[profile] ?? ScatteredSum(), items[profile] ?? ScatteredSum())
            return [profile, time.count, time.sum, time.scattered, item.count, item.sum, item.scattered]
        }
        try db.insert(
            rows, into: "history",
            columns: "profile, digests, times, scatteredTimes, items, numbers, scatteredNumbers")
    }
}

/// The new digests of one commit, which are counted together.
struct ChecksumChanges {
    private struct Edition: Hashable {
        var number: Int64
        var created: Int64
    }

    private var profiles: [Edition: [Int64]] = [:]

    mutating func count(_ created: Date, edition: Int64, for profile: Int64) {
        profiles[Edition(number: edition, created: State.seconds(created)), default: []].append(profile)
    }

    /// A profile that has not been counted yet stays uncounted.
    func add(in db: Database) throws {
        var sums = EditionSums()
        for (edition, profiles) in profiles {
            let time = ScatteredSum([edition.created])
            let items = try sums.items(of: edition.number, in: db)
            let values = [time.count, time.sum, time.scattered, items.count, items.sum, items.scattered]
            try db.cachedStatement(
                sql: """
                    UPDATE history SET digests = digests + ?, times = times + ?, scatteredTimes = scatteredTimes + ?,
                        items = items + ?, numbers = numbers + ?, scatteredNumbers = scatteredNumbers + ?
                    WHERE profile IN (\(Database.placeholders(profiles.count)))
                    """
            ).execute(arguments: values + profiles)
        }
    }
}

/// The sums of the items of editions. Each edition is read once in a commit.
private struct EditionSums {
    private var known: [Int64: ScatteredSum] = [:]

    mutating func items(of edition: Int64, in db: Database) throws -> ScatteredSum {
        if let sum = known[edition] { return sum }
        let items = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT item FROM entry WHERE digest = ?"), arguments: [edition])
        let sum = ScatteredSum(items)
        known[edition] = sum
        return sum
    }
}

/// Sums that tell different sets of numbers apart.
private struct ScatteredSum: Hashable {
    var count: Int64 = 0
    var sum: Int64 = 0
    var scattered: Int64 = 0
}

extension ScatteredSum {
    init(_ numbers: [Int64]) {
        count = Int64(numbers.count)
        sum = numbers.reduce(0, &+)
        scattered = numbers.reduce(0) { $0 &+ Self.scattered($1) }
    }

    static func += (a: inout Self, b: Self) {
        a = Self(count: a.count + b.count, sum: a.sum &+ b.sum, scattered: a.scattered &+ b.scattered)
    }

    /// A number below 2^31 in which each bit depends on the whole value. Different sets of such numbers almost
    /// never have equal sums. Squares would not be enough: 1, 5, 6 and 2, 3, 7 have equal sums, also of their squares.
    private static func scattered(_ number: Int64) -> Int64 {
        let prime: Int64 = 2_147_483_647
        return (1...3).reduce(number % prime) { value, round in (value * value + number + round) % prime }
    }
}
