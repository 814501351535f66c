package import JSONText
package import RealtimeDatabaseModel

/// A suite for the Realtime Database.
package typealias DatabaseSuite = CaseSuite<DatabaseValue, DatabaseOperation>

/// A value to be at a path: the JSON of a write, before server values are filled in.
package struct DatabaseValue: Sendable {
    package var path: DatabasePath
    package var json: JSON
}

/// What a step of a suite for the Realtime Database asks for.
package enum DatabaseOperation: Sendable {
    case read(DatabasePath, DataQuery?)
    case set(DatabaseValue)
    /// Several paths below one, all of them or none.
    case update(DatabaseValue)
    /// A new child below a path.
    case push(DatabaseValue)
}
