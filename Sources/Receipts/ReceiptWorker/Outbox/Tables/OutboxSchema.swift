import GRDB

/// The tables of an outbox, and the migrations from older versions.
enum OutboxSchema {
    /// The migration from which on rows have checksums.
    static let checksums = "4: checksums, and rows that are set aside"

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: lanes, receipts, dead letters, checks") { db in
            // A lane is written in the order of its receipts, and waits as one when it cannot be.
            try db.execute(
                sql: """
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
                    """)
        }
        migrator.registerMigration("2: how far files were read") { db in
            try db.execute(
                sql: """
                    CREATE TABLE files (
                        path TEXT PRIMARY KEY,
                        device INTEGER NOT NULL,
                        inode INTEGER NOT NULL,
                        offset INTEGER NOT NULL,
                        lines INTEGER NOT NULL
                    );
                    """)
        }
        migrator.registerMigration("3: what was done so far") { db in
            try db.execute(
                sql: """
                    CREATE TABLE totals (stored INTEGER NOT NULL, settled INTEGER NOT NULL);
                    INSERT INTO totals (stored, settled) VALUES (0, 0);
                    """)
        }
        migrator.registerMigration(checksums) { db in
            for table in [OutboxTable.lanes, .receipts] {
                try db.execute(sql: "ALTER TABLE \(table.rawValue) ADD COLUMN set_aside TEXT")
            }
            for table in [OutboxTable.lanes, .receipts, .deadLetters, .files, .totals] {
                try db.execute(
                    sql: """
                        ALTER TABLE \(table.rawValue) ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
                        UPDATE \(table.rawValue) SET checksum = \(table.checksum());
                        """)
            }
            // Few if any, and looked for all the time.
            try db.execute(
                sql: "CREATE INDEX receipts_set_aside ON receipts (id) WHERE set_aside IS NOT NULL")
        }
        migrator.registerMigration("5: further stages by name") { db in
            try db.execute(
                sql: """
                    CREATE TABLE stages (
                        number INTEGER PRIMARY KEY,
                        name TEXT NOT NULL,
                        checksum INTEGER NOT NULL DEFAULT 0
                    );
                    """)
        }
        return migrator
    }
}
