import TestSupport
import Testing

@testable import SQLite

@Suite("SQLite files")
struct SQLiteFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = "\(folder.path)/file"
    }

    private func file(_ options: SQLiteFile.Options = .init()) throws -> SQLiteFile {
        let file = try SQLiteFile(path: path, options)
        try file.writeNow { db in
            try db.run(script: "CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, value)")
        }
        return file
    }

    @Test(
        arguments: [
            .null, .integer(.min), .integer(.max), .real(-0.5), .real(.infinity), .text(""), .text("a\0b"),
            .text("e\u{301}"), .text("\u{e9}"), .text("👩‍👩‍👧"), .blob([]), .blob([0, 255]),
        ] as [SQLiteValue])
    func `a value is read as it was stored`(_ value: SQLiteValue) throws {
        let found = try file().writeNow { db in
            try db.run("INSERT INTO items (value) VALUES (?)", [value])
            return try db.statement("SELECT value FROM items").map { row in row[0] }
        }
        #expect(found == [value])
    }

    @Test func `a value of another type is refused by the name of its column`() throws {
        let error = try #require(throws: SQLiteError.self) {
            try file().writeNow { db in
                try db.run("INSERT INTO items (value) VALUES ('1')")
                _ = try db.integer("SELECT value FROM items")
            }
        }
        #expect(error.code == .mismatch && error.message.contains("value"))
    }

    @Test func `a change waits for the disk`() async throws {
        let file = try file()
        // SQLite's number for a connection that synchronizes each transaction is 2.
        let level = try await file.write { db in try db.integer("PRAGMA synchronous") }
        #expect(level == 2)
    }

    @Test func `changes are carried out as a whole or not at all`() throws {
        struct Stop: Error {}
        let file = try file()
        #expect(throws: Stop.self) {
            try file.writeNow { db in
                try db.run("INSERT INTO items (value) VALUES (1)")
                throw Stop()
            }
        }
        #expect(throws: SQLiteError.self) {
            try file.writeNow { db in
                try db.run("INSERT INTO items (value) VALUES (1)")
                try db.run(script: "no SQL")
            }
        }
        #expect(try file.readNow { db in try db.integer("SELECT COUNT(*) FROM items") } == 0)
    }

    @Test func `reads see one snapshot, and a log lets another connection write meanwhile`() throws {
        var options = SQLiteFile.Options()
        options.hasLog = true
        let (file, other) = (try file(options), try file(options))
        let counts = try file.readNow { db in
            let before = try db.integer("SELECT COUNT(*) FROM items")
            try other.writeNow { db in try db.run("INSERT INTO items (value) VALUES (1)") }
            return [before, try db.integer("SELECT COUNT(*) FROM items")]
        }
        #expect(counts == [0, 0])
        #expect(try file.readNow { db in try db.integer("SELECT COUNT(*) FROM items") } == 1)
    }

    @Test func `a statement can be used while its own rows are read`() throws {
        let found = try file().writeNow { db in
            for value in 1...3 { try db.statement("INSERT INTO items (value) VALUES (?)").run([value]) }
            let sql = "SELECT value FROM items WHERE value >= ? ORDER BY value"
            return try db.statement(sql).map([2]) { row in
                try row.integer(0) * 10 + (try db.integer(sql, [1]) ?? 0)
            }
        }
        #expect(found == [21, 31])
    }

    @Test func `arguments that are missing or too many are refused`() throws {
        let file = try file()
        for arguments: [Int] in [[], [1, 2]] {
            let error = #expect(throws: SQLiteError.self) {
                try file.writeNow { db in try db.run("INSERT INTO items (value) VALUES (?)", arguments) }
            }
            #expect(error?.code == .misuse)
        }
    }

    @Test func `a function sees the bytes and the type of each argument`() throws {
        var options = SQLiteFile.Options()
        options.functions = [
            SQLiteFunction("weigh") { arguments in
                var sum: Int64 = 0
                arguments.forEach { argument in
                    switch argument {
                    case .null: sum += 1
                    case .integer(let number): sum += number
                    case .real(let number): sum += Int64(number * 1000)
                    case .text(let bytes): sum += 100_000 * Int64(bytes.count)
                    case .blob(let bytes): sum += 10_000_000 * Int64(bytes.count)
                    }
                }
                return sum
            }
        ]
        let sum = try file(options).readNow { db in
            try db.integer("SELECT weigh(NULL, 20, 0.5, 'e\u{301}', x'0000', '')")
        }
        #expect(sum == 20_300_521)
    }

    @Test func `a file that is not a database, is missing, or may not be changed is refused`() throws {
        var readOnly = SQLiteFile.Options()
        readOnly.isReadOnly = true
        let missing = #expect(throws: SQLiteError.self) { try SQLiteFile(path: path, readOnly) }
        #expect(missing?.code == .cannotOpen)
        _ = try file()
        let reader = try SQLiteFile(path: path, readOnly)
        let refused = #expect(throws: SQLiteError.self) {
            try reader.readNow { db in try db.run("INSERT INTO items (value) VALUES (1)") }
        }
        #expect(refused?.code == .readOnly)
        try folder.write(String(repeating: "no database. ", count: 200), to: "text")
        let other = #expect(throws: SQLiteError.self) { try SQLiteFile(path: "\(folder.path)/text") }
        #expect(other?.code == .notADatabase)
    }

    @Test func `a closed file refuses to be used`() throws {
        let file = try file()
        file.close()
        file.close()
        let error = #expect(throws: SQLiteError.self) {
            try file.readNow { db in try db.integer("SELECT 1") }
        }
        #expect(error?.code == .misuse)
    }

    @Test func `a file can be closed by an access to it, which goes on to its end`() async throws {
        let file = try file()
        let counts = try await file.read { db in
            file.close()
            return try db.integer("SELECT COUNT(*) FROM items")
        }
        #expect(counts == 0)
        #expect(throws: SQLiteError.self) { try file.readNow { db in try db.integer("SELECT 1") } }
    }

    @Test func `cancelling a task interrupts its read, and no later one`() async throws {
        let file = try file()
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n"
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let reading = Task {
            try await file.read { db in
                continuation.yield()
                return try db.integer(endless)
            }
        }
        for await _ in begun { break }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(try await file.read { db in try db.integer("SELECT 1") } == 1)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await file.read { db in try db.integer("SELECT 1") }
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test func `migrations are taken once and in order, also by files that others have begun`() throws {
        let migrations = SQLiteMigrations(
            table: "steps",
            [
                .init("one") { try $0.run(script: "CREATE TABLE one (a)") },
                .init("two") { try $0.run(script: "ALTER TABLE one ADD COLUMN b") },
            ])
        let file = try file()
        try migrations.apply(to: file, upTo: "one")
        #expect(try file.readNow { db in try db.hasColumn("b", in: "one") } == false)
        for _ in 0..<2 { try migrations.apply(to: file) }
        #expect(try file.readNow { db in try db.hasColumn("b", in: "one") })
        #expect(try file.readNow { db in try migrations.taken(in: db) } == ["one", "two"])
        #expect(try file.readNow { db in try !migrations.areSuperseded(in: db) })
        let older = SQLiteMigrations(table: "steps", [.init("one") { _ in }])
        #expect(try file.readNow { db in try older.areSuperseded(in: db) })
    }

    @Test func `a migration that fails leaves nothing behind`() throws {
        let migrations = SQLiteMigrations(
            table: "steps",
            [.init("one") { try $0.run(script: "CREATE TABLE one (a); CREATE TABLE one (a)") }])
        let file = try file()
        #expect(throws: SQLiteError.self) { try migrations.apply(to: file) }
        #expect(try file.readNow { db in try !db.hasTable("one") && migrations.taken(in: db).isEmpty })
    }
}
