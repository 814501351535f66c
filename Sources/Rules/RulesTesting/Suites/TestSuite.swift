package import FirestoreModel

/// A suite for rules of either kind: those of Firestore, or those of the Realtime Database.
package enum TestSuite: Sendable {
    case firestore(SuiteFile)
    case database(DatabaseSuite)

    /// Reads a file: JSON if its name ends in `.json`, otherwise YAML.
    ///
    /// A suite is for the Realtime Database if its rules file is JSON, or if it has `data` instead of `documents`.
    ///
    /// - Parameters:
    ///   - rules: The rules file to use instead of the one that the suite names.
    ///   - database: The database that a suite for Firestore will run in.
    /// - Throws: ``SuiteProblem`` with the place and what to do.
    package init(
        _ text: String, file: String, rules: String? = nil, database: DatabaseID
    ) throws(SuiteProblem) {
        let root = try SuiteCursor(reading: text, file: file)
        let members = try root.entries()
        var rules = rules
        if rules == nil, let named = members.last(where: { $0.key == "rules" })?.value {
            rules = try named.string()
        }
        let isOfRequests = members.contains { ["testCases", "testSuite"].contains($0.key) }
        let hasData = members.contains { $0.key == "data" }
        if !isOfRequests, hasData || rules.map(TestedRules.areOfDatabase) == true {
            var reader = SuiteReader(DatabaseSuiteForm())
            self = .database(try reader.suite(root))
        } else {
            self = .firestore(try SuiteFile(root, database: database))
        }
    }

    /// The suite, if it is for Firestore.
    package var firestore: SuiteFile? {
        if case .firestore(let suite) = self { suite } else { nil }
    }

    /// The suite, if it is for the Realtime Database.
    package var database: DatabaseSuite? {
        if case .database(let suite) = self { suite } else { nil }
    }

    /// Whether the suite is for the Realtime Database.
    package var isOfDatabase: Bool { database != nil }

    /// The rules file that the suite names, relative to its own file.
    package var rules: String? {
        switch self {
        case .firestore(let suite): suite.rules
        case .database(let suite): suite.rules
        }
    }

    /// Keeps only the cases whose name, or the suite's, contains a text.
    package func filtered(_ text: String) -> TestSuite {
        switch self {
        case .firestore(let suite): .firestore(suite.filtered(text))
        case .database(let suite): .database(suite.filtered(text))
        }
    }

    /// The number of cases.
    package var count: Int {
        switch self {
        case .firestore(let suite): suite.count
        case .database(let suite): suite.cases.count
        }
    }
}
