import FirestoreModel
package import JSONText
package import RealtimeDatabaseModel

/// A suite for the Realtime Database: cases on its data, each with requests and what the rules are to say to them.
package struct DatabaseSuite: Sendable {
    package var file: String
    package var name: String
    /// The rules file that the suite names, relative to the suite.
    package var rules: String?
    /// The time of all requests; nil for the present.
    package var now: Timestamp?
    /// What is stored before each case.
    package var data: [DatabaseValue]
    package var cases: [DatabaseCase]
}

/// What is to be at a path: the JSON of a write, whose server values are not yet put in.
package struct DatabaseValue: Sendable {
    package var path: DatabasePath
    package var json: JSON
}

/// One case.
package struct DatabaseCase: Sendable {
    package var name: String
    package var line: Int?
    /// Data over that of the suite.
    package var given: [DatabaseValue]
    package var steps: [DatabaseStep]
}

/// One request, and what the rules are to say to it.
package struct DatabaseStep: Sendable {
    package var identity: SuiteIdentity
    package var operation: DatabaseOperation
    package var expectation: SuiteExpectation
    package var line: Int?
    /// The request in words, such as `bob: get messages/c1`.
    package var summary: String
}

/// What is asked for.
package enum DatabaseOperation: Sendable {
    case read(DatabasePath, DataQuery?)
    case set(DatabaseValue)
    /// Several paths below one, all of them or none.
    case update(DatabaseValue)
    /// A new child below a path.
    case push(DatabaseValue)
}
