package import FirestoreModel
package import FirestoreRules
package import RealtimeDatabaseRules
package import RulesCore

/// Rules of either language, ready to be tested.
package enum TestedRules: Sendable {
    case firestore(Ruleset)
    case database(DatabaseRuleset)

    /// Whether a rules file is for the Realtime Database: those are JSON.
    package static func areOfDatabase(_ file: String) -> Bool { file.lowercased().hasSuffix(".json") }

    /// Reads and checks rules.
    ///
    /// - Throws: ``RulesRefusal`` with the errors, if there are any.
    package init(_ source: SourceFile) throws(RulesRefusal) {
        if TestedRules.areOfDatabase(source.name) {
            self = .database(try DatabaseRuleset(source.content, name: source.name))
            return
        }
        let rules = Ruleset(source)
        let errors = rules.diagnostics.filter { $0.severity == .error }
        if !errors.isEmpty { throw RulesRefusal(errors, in: source) }
        self = .firestore(rules)
    }

    /// The errors and warnings of rules.
    package static func diagnostics(of source: SourceFile) -> [Diagnostic] {
        guard areOfDatabase(source.name) else { return Ruleset(source).diagnostics }
        do throws(RulesRefusal) {
            _ = try DatabaseRuleset(source.content, name: source.name)
            return []
        } catch {
            return error.diagnostics
        }
    }

    /// Runs suites. Those for the other kind of database are left out.
    ///
    /// - Parameters:
    ///   - server: A server elsewhere for suites of Firestore, which gets the rules. Without one, cases run on embedded servers.
    ///   - database: The database that suites for Firestore run in.
    ///   - lanes: How many cases to run at a time.
    /// - Throws: ``ServerFailure`` if the server cannot be used; a cancelled task's error.
    package func run(
        _ suites: [TestSuite], on server: SuiteServer? = nil, database: DatabaseID, lanes: Int
    ) async throws -> any SuitesRun {
        switch self {
        case .firestore(let rules):
            let place = server.map { FirestoreSuiteRunner.Place.server($0) } ?? .embedded(lanes: lanes)
            guard let runner = FirestoreSuiteRunner(rules: rules, database: database, place: place) else {
                throw RulesRefusal(rules.diagnostics, in: rules.source)
            }
            try await server?.load(rules.source)
            return try await FirestoreSuitesRun(suites.compactMap(\.firestore), rules: rules, on: runner)
        case .database(let rules):
            return try await DatabaseSuitesRun(suites.compactMap(\.database), rules: rules, lanes: lanes)
        }
    }
}
