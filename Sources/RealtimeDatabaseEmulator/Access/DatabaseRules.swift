import FirestoreModel
import RealtimeDatabaseModel

/// The rules that a database has been given: as text, and ready to decide.
struct DatabaseRules: Sendable {
    /// The text, as it was set.
    let source: String

    /// What stands for rules where none were set.
    static let open = """
        {
          "rules": {
            ".read": true,
            ".write": true
          }
        }
        """

    init(_ source: String) { self.source = source }

    /// What the rules say of a read.
    func read(
        _ path: DatabasePath, _ query: DataQuery?, by caller: Caller, of root: DataNode, at time: Timestamp
    ) -> RulesVerdict { RulesVerdict(isAllowed: true) }

    /// What the rules say of writes, all of them together.
    func write(
        _ update: DatabaseUpdate, by caller: Caller, from before: DataNode, to after: DataNode,
        at time: Timestamp
    ) -> RulesVerdict { RulesVerdict(isAllowed: true) }
}

struct RulesVerdict: Sendable {
    let isAllowed: Bool
}
