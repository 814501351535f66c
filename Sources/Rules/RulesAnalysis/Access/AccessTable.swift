import FirestoreModel
package import FirestoreRules
import RulesCore

/// Who can do what: for each path of the rules and each method, and for each field that a write can set.
package struct AccessTable: Sendable {
    /// Users who are allowed something, with an example.
    package struct Grant: Sendable {
        package let requester: Requester
        /// The statement that allows the example.
        package let rule: RulePlace
        /// The statement's condition on one line; nil if it always allows.
        package let condition: String?
        /// Whether the example depends on what documents hold, beside the user's id.
        package let isConditional: Bool
        /// The smallest request that was found.
        package let example: Scenario
    }

    /// What one method, or one field of a write, is allowed to whom.
    package struct Cell: Sendable {
        package let method: RulesMethod
        /// The field that a write sets or changes; nil for the method as a whole.
        package let field: Field?
        /// Empty if nobody is allowed it, or nobody was found.
        package let grants: [Grant]
        /// Whether some statement is about the method.
        package let hasStatement: Bool
    }

    package enum Field: Hashable, Sendable {
        case named(String)
        /// One that the rules do not name.
        case other
    }

    /// The cells of one path.
    package struct Row: Sendable {
        /// The path below `documents`: `chats/{chat}/messages/{message}`.
        package let path: String
        package let cells: [Cell]
    }

    package let rows: [Row]
}
