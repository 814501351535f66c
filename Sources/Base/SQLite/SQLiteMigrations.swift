/// The steps that bring a file to the current version, in order. The file stores the names of those it has taken.
package struct SQLiteMigrations: Sendable {
    package struct Step: Sendable {
        let name: String
        let change: @Sendable (SQLiteConnection) throws -> Void

        package init(_ name: String, _ change: @escaping @Sendable (SQLiteConnection) throws -> Void) {
            self.name = name
            self.change = change
        }
    }

    private let table: String
    private let steps: [Step]

    /// - Parameters:
    ///   - table: The table of the names.
    ///   - steps: All steps from an empty file on. A step that has been published never changes.
    package init(table: String, _ steps: [Step]) {
        self.table = table
        self.steps = steps
    }

    /// The names of the steps that a file has taken.
    package func taken(in connection: SQLiteConnection) throws -> Set<String> {
        guard try connection.hasTable(table) else { return [] }
        return Set(try connection.statement("SELECT identifier FROM \(table)").map { try $0.text(0) })
    }

    /// Whether a file has taken steps of a newer version.
    package func areSuperseded(in connection: SQLiteConnection) throws -> Bool {
        !(try taken(in: connection).isSubset(of: steps.map(\.name)))
    }

    /// Takes the steps that are missing, each as a whole.
    ///
    /// - Parameter last: The name of the last step; nil for all of them.
    package func apply(to file: SQLiteFile, upTo last: String? = nil) throws {
        let taken = try file.readNow { try self.taken(in: $0) }
        let end = last.flatMap { last in steps.firstIndex { $0.name == last } } ?? steps.endIndex - 1
        for step in steps[...end] where !taken.contains(step.name) {
            try file.writeNow { connection in
                // Another process may have been faster.
                if try self.taken(in: connection).contains(step.name) { return }
                try connection.run(
                    script: "CREATE TABLE IF NOT EXISTS \(table) (identifier TEXT NOT NULL PRIMARY KEY)")
                try step.change(connection)
                try connection.run("INSERT INTO \(table) (identifier) VALUES (?)", [step.name])
            }
        }
    }
}
