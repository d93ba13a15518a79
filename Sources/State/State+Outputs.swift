import Values

extension State {
    /// The profile of digests that `--out` got beside the configured destinations of a profile. No profile and no
    /// reader can have this name.
    package static func nameOfOutput(beside profile: String) -> String { profile + outputSuffix }

    /// The profile of a profile's recaps. No profile and no reader can have this name either.
    package static func nameOfRecaps(of profile: String) -> String { profile + " (recap)" }

    private static let outputSuffix = " (--out)"

    /// The profile beside which the digests of `output` are; nil for the name of a profile or reader.
    static func profile(besideOutput output: String, in db: Database) throws -> Int64? {
        guard output.hasSuffix(outputSuffix) else { return nil }
        return try known(String(output.dropLast(outputSuffix.count)), in: db)
    }

    /// The SQL of the digests that the profile ?1 was sent. They include those of the profile ?2 that `inheritOutputs`
    /// made count for both.
    static let digestsOfOutput = """
        profile IN (?1, ?2) AND (profile = ?1 OR EXISTS (
            SELECT 1 FROM entry JOIN sent ON sent.item = entry.item AND sent.profile = ?1
            WHERE entry.digest = digest.edition AND sent.digest = digest.number))
        """

    /// Lets the items that only outputs of the command line got count as sent to the profile of such outputs too. Does
    /// nothing if this profile is known already.
    ///
    /// Earlier versions remembered them under the name of the profile alone.
    /// - Parameter destinations: the names of the configured destinations.
    package func inheritOutputs(of profile: String, except destinations: [String]) throws {
        let output = Self.nameOfOutput(beside: profile)
        let isKnown = try read { db in try Self.known(output, in: db) != nil || Self.known(profile, in: db) == nil }
        guard !isKnown else { return }
        let names = destinations + destinations.map { DestinationName($0).stored }
        try write { db in
            try Self.addNames([output], in: db)
            try db.execute(
                sql: """
                    INSERT INTO sent (profile, item, digest)
                    SELECT CAST(? AS BIGINT), entry.item, min(digest.number) FROM digest JOIN entry ON entry.digest = digest.edition
                    WHERE digest.profile = ? AND digest.isSent
                      AND EXISTS (SELECT 1 FROM delivery WHERE delivery.digest = digest.number)
                      AND NOT EXISTS (
                        SELECT 1 FROM delivery WHERE delivery.digest = digest.number
                          AND (delivery.destination IN (\(Database.placeholders(names.count)))
                            OR NOT (delivery.destination = 'standard output' OR delivery.destination LIKE 'file %')))
                    GROUP BY entry.item ON CONFLICT DO NOTHING
                    """,
                arguments: [try Self.number(of: output, in: db), try Self.number(of: profile, in: db)] + names)
        }
    }
}
