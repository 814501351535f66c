package import JSONText
package import RealtimeDatabaseModel

/// A suite for the Realtime Database.
package typealias DatabaseSuite = CaseSuite<DatabaseValue, DatabaseOperation>

/// A value to write at a path: the JSON of a write, before server values are filled in.
package struct DatabaseValue: Sendable {
    package var path: DatabasePath
    package var json: JSON
}

/// The request of a step of a suite for the Realtime Database.
package enum DatabaseOperation: Sendable {
    case read(DatabasePath, DataQuery?)
    case set(DatabaseValue)
    /// Several paths below one, all or none.
    case update(DatabaseValue)
    /// A new child below a path.
    case push(DatabaseValue)
}
