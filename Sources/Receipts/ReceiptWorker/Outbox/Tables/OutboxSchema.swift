import SQLite

/// The tables of an outbox, and the migrations from older versions.
enum OutboxSchema {
    /// The migration that gave rows checksums.
    static let checksums = "4: checksums, and rows that are set aside"

    static let migrations = SQLiteMigrations(
        // Outboxes of the first versions were made with GRDB, and their steps are in its table.
        table: "grdb_migrations",
        [
            .init("1: lanes, receipts, dead letters, checks") { try $0.run(script: tables) },
            .init("2: how far files were read") { try $0.run(script: files) },
            .init("3: what was done so far") { try $0.run(script: totals) },
            .init(checksums) { try addChecksums($0) },
            .init("5: further stages by name") { try $0.run(script: stages) },
        ])

    /// A lane is written in the order of its receipts. If that fails, its receipts wait together.
    private static let tables = """
        CREATE TABLE lanes (
            id INTEGER PRIMARY KEY,
            conversation TEXT NOT NULL,
            user TEXT NOT NULL,
            failures INTEGER NOT NULL DEFAULT 0,
            postponed_until INTEGER NOT NULL DEFAULT 0,
            UNIQUE (conversation, user)
        );
        CREATE TABLE receipts (
            id INTEGER PRIMARY KEY,
            lane INTEGER NOT NULL REFERENCES lanes (id),
            message TEXT NOT NULL,
            kind INTEGER NOT NULL,
            happened_at INTEGER,
            stored_at INTEGER NOT NULL,
            UNIQUE (lane, message)
        );
        CREATE TABLE dead_letters (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            conversation TEXT NOT NULL,
            user TEXT NOT NULL,
            message TEXT NOT NULL,
            kind INTEGER NOT NULL,
            happened_at INTEGER,
            refused_at INTEGER NOT NULL,
            code TEXT NOT NULL,
            reason TEXT NOT NULL
        );
        CREATE TABLE checks (at INTEGER NOT NULL);
        """

    private static let files = """
        CREATE TABLE files (
            path TEXT PRIMARY KEY,
            device INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            offset INTEGER NOT NULL,
            lines INTEGER NOT NULL
        );
        """

    private static let totals = """
        CREATE TABLE totals (stored INTEGER NOT NULL, settled INTEGER NOT NULL);
        INSERT INTO totals (stored, settled) VALUES (0, 0);
        """

    private static let stages = """
        CREATE TABLE stages (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            checksum INTEGER NOT NULL DEFAULT 0
        );
        """

    private static func addChecksums(_ db: SQLiteConnection) throws {
        for table in [OutboxTable.lanes, .receipts] {
            try db.run(script: "ALTER TABLE \(table.rawValue) ADD COLUMN set_aside TEXT")
        }
        for table in [OutboxTable.lanes, .receipts, .deadLetters, .files, .totals] {
            try db.run(
                script: """
                    ALTER TABLE \(table.rawValue) ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
                    UPDATE \(table.rawValue) SET checksum = \(table.checksum());
                    """)
        }
        // There are few if any, and the worker looks for them all the time.
        try db.run(script: "CREATE INDEX receipts_set_aside ON receipts (id) WHERE set_aside IS NOT NULL")
    }
}
