import Foundation
import TestServer
import Testing

@testable import State
@testable import Values

/// Secrets in the paths of destinations, and each cell of the state that could contain one.
@Suite(.ownThread) struct DestinationSecretsTests {
    private static let secrets = ["h3ader-t0ken-abcdef", "0ther-t0ken-987654"]

    /// Two files whose paths differ only in a secret. Their folders are files, so that nothing can be delivered.
    private func world() throws -> World {
        let world = try World { $0.feeds["/feed"] = World.rss("A story") }
        let feed = world.server.url("/feed")
        let files = Self.secrets.map {
            "[[deliver]]\nto = \"file\"\npath = \"\(world.binary.path("\($0)/file/digest.html"))\"\n"
        }
        try world.binary.write(
            """
            sources = ["feeds"]
            \(files.joined())
            [[feeds]]
            url = "\(feed)"
            headers = { Authorization = "Bearer \(Self.secrets[0])", X-Key = "\(Self.secrets[1])" }
            """, to: "config.toml")
        for secret in Self.secrets { try world.binary.write("", to: "\(secret)/file") }
        return world
    }

    private func run(_ world: World, _ command: String...) throws -> Binary.Result {
        try world.binary.run(
            command + [
                "--config", world.binary.path("config.toml"), "--state", world.binary.path("s.sqlite"), "--now",
                World.now,
            ])
    }

    private func mend(_ world: World) throws {
        for secret in Self.secrets {
            try FileManager.default.removeItem(atPath: world.binary.path("\(secret)/file"))
            try FileManager.default.createDirectory(
                atPath: world.binary.path("\(secret)/file"), withIntermediateDirectories: true)
        }
    }

    private func holdsSecret(_ text: String) -> Bool { Self.secrets.contains(where: text.contains) }

    /// Each cell of each table that contains a secret, in the state and in its backup copy, and each file of it.
    private func leaks(in binary: Binary) throws -> [String] {
        var leaks: [String] = []
        for name in ["s.sqlite", "s.sqlite.kept"] {
            let state = try State.open(binary.path(name), .readOnly)
            for table in State.tables {
                let columns = table.columns.joined(separator: ", ")
                let rows = try state.read { try Row.fetchAll($0, sql: "SELECT \(columns) FROM \(table.name)") }
                for (column, value) in rows.flatMap({ zip(table.columns, $0.values) }) where holdsSecret(value.shown) {
                    leaks.append("\(name): \(table.name).\(column): \(value.shown)")
                }
            }
        }
        for name in State.files(of: binary.path("s.sqlite")) {
            let bytes = FileManager.default.contents(atPath: name) ?? Data()
            if holdsSecret(String(decoding: bytes, as: UTF8.self)) { leaks.append(name) }
        }
        return leaks
    }

    private func expectNoSecretIsShown(_ binary: Binary) throws {
        for command in [["status"], ["status", "--format", "json"], ["history", "show", "last"], ["check"]] {
            let result = try binary.run(command + ["--config", "config.toml", "--state", "s.sqlite"])
            #expect(!holdsSecret(result.stdout + result.stderr), "\(command): \(result.stdout)\(result.stderr)")
        }
    }

    private func destinations(_ binary: Binary) throws -> [String] {
        try State.open(binary.path("s.sqlite"), .readOnly).read {
            try String.fetchAll($0, sql: "SELECT destination FROM delivery ORDER BY place")
        }
    }

    @Test func `a secret in a path is in no cell, and two paths that differ only in secrets stay apart`() throws {
        let world = try world()
        defer { world.end() }
        let failed = try run(world)
        #expect(failed.status == 76 && !holdsSecret(failed.stderr + failed.stdout), "\(failed.stderr)")
        #expect(try leaks(in: world.binary) == [])
        #expect(Set(try destinations(world.binary)).count == 2)
        try expectNoSecretIsShown(world.binary)
        try mend(world)
        #expect(try run(world).status == 0)
        for secret in Self.secrets {
            #expect(try world.binary.read("\(secret)/file/digest.html").contains("A story"))
        }
        #expect(try leaks(in: world.binary) == [])
    }

    @Test func `rows of an earlier version lose their secrets, and their pending digests arrive`() throws {
        let world = try world()
        defer { world.end() }
        #expect(try run(world).status == 76)
        let path = world.binary.path("s.sqlite")
        let pending = try State.open(path, .readOnly).pendings(profile: "default").map(\.digest.id)
        #expect(pending.count == 1)
        do {
            let state = try State.open(path, .readWrite)
            defer { state.close() }
            try state.write { db in
                for (place, secret) in Self.secrets.enumerated() {
                    try db.execute(
                        sql: "UPDATE delivery SET destination = ?, reason = ? WHERE place = ?",
                        arguments: [
                            "file \(world.binary.path("\(secret)/file/digest.html"))", "no folder \(secret)", place,
                        ])
                }
            }
        }
        #expect(try leaks(in: world.binary) != [])
        try expectNoSecretIsShown(world.binary)
        #expect(try run(world).status == 76)
        #expect(try leaks(in: world.binary) == [])
        try mend(world)
        #expect(try run(world).status == 0)
        for secret in Self.secrets {
            #expect(try world.binary.read("\(secret)/file/digest.html").contains(pending[0]))
        }
        #expect(try leaks(in: world.binary) == [])
    }

    @Test func `a digest for a file of the command line is sent again only where its path is known`() throws {
        let world = try world()
        defer { world.end() }
        try mend(world)
        let out = world.binary.path("\(Self.secrets[0])/out.html")
        let made = try run(world, "--out", out)
        #expect(made.status == 0, "\(made.stderr)")
        #expect(try leaks(in: world.binary) == [])
        let again = try world.binary.run("resend", "last", "--config", "config.toml", "--state", "s.sqlite")
        #expect(again.status == 64 && again.stderr.contains("--out FILE") && !holdsSecret(again.stderr))
    }
}

extension SQLValue {
    /// The value as text; a blob without its compression.
    fileprivate var shown: String {
        switch self {
        case .text(let text): text
        case .blob(let bytes): String(decoding: Compressed(stored: bytes).bytes ?? bytes, as: UTF8.self)
        case .null, .integer, .double: ""
        }
    }
}
