package import FirestoreModel

/// A suite file for Firestore, in either form.
package enum SuiteFile: Sendable {
    case short(RulesSuite)
    case given(GivenSuite)

    /// Reads a file for Firestore: JSON if its name ends in `.json`, otherwise YAML.
    ///
    /// - Throws: ``SuiteProblem`` with the place and what to do.
    package init(_ text: String, file: String, database: DatabaseID) throws(SuiteProblem) {
        try self.init(SuiteCursor(reading: text, file: file), database: database)
    }

    init(_ root: SuiteCursor, database: DatabaseID) throws(SuiteProblem) {
        if try root.entries().contains(where: { ["testCases", "testSuite"].contains($0.key) }) {
            self = .given(try GivenSuiteReader().suite(root))
        } else {
            var reader = SuiteReader(FirestoreSuiteForm(database: database))
            self = .short(try reader.suite(root))
        }
    }

    package var file: String {
        switch self {
        case .short(let suite): suite.file
        case .given(let suite): suite.file
        }
    }

    package var name: String {
        switch self {
        case .short(let suite): suite.name
        case .given(let suite): suite.file
        }
    }

    /// The rules file that the suite names, relative to its own file.
    package var rules: String? {
        switch self {
        case .short(let suite): suite.rules
        case .given: nil
        }
    }

    /// Keeps only the cases whose name, or the suite's, contains a text.
    package func filtered(_ text: String) -> SuiteFile {
        switch self {
        case .short(let suite): return .short(suite.filtered(text))
        case .given(var suite):
            if !suite.file.contains(text) { suite.cases.removeAll { !$0.name.contains(text) } }
            return .given(suite)
        }
    }

    package var count: Int {
        switch self {
        case .short(let suite): suite.cases.count
        case .given(let suite): suite.cases.count
        }
    }
}
