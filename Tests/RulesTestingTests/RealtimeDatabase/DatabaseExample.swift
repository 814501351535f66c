import RealtimeDatabaseRules
import RulesTesting
import Testing

/// Reads and runs suites on rules of the Realtime Database.
struct DatabaseExample {
    static let rules = """
        {
          "rules": {
            "notes": {
              "$owner": {
                ".read": "auth.uid === $owner || auth.token.admin === true",
                ".write": "auth.uid === $owner && newData.parent().child('locked').val() !== true",
                "$note": {
                  ".validate": "newData.hasChildren(['text', 'at']) && newData.child('at').val() === now"
                }
              }
            },
            "counts": { ".write": true, ".validate": "newData.isNumber() && newData.val() <= 3" }
          }
        }
        """

    static func suite(_ text: String) throws -> DatabaseSuite {
        let suite = try TestSuite(
            text, file: "suite.yaml", rules: "database.rules.json", database: SuiteExample.database)
        return try #require(suite.database)
    }

    static func run(_ text: String, rules: String = rules) async throws -> DatabaseSuitesRun {
        try await DatabaseSuitesRun([try suite(text)], rules: try DatabaseRuleset(rules), lanes: 2)
    }
}
