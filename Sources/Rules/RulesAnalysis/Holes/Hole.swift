import FirestoreModel
import FirestoreRules
package import RulesCore

/// A known kind of hole in rules, or a sign of one, as it was found.
package struct Hole: Sendable {
    /// How much it matters.
    package enum Severity: String, Sendable, Comparable, CaseIterable {
        /// Data of others can be read, changed or deleted.
        case error
        /// Probably not what was meant.
        case warning
        /// Worth knowing.
        case note

        package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .error: 2
            case .warning: 1
            case .note: 0
            }
        }
    }

    package let kind: HoleKind
    package let severity: Severity
    /// What is wrong, in one sentence without a full stop.
    package let message: String
    /// The condition, or the statement.
    package let range: SourceRange?
    /// A request that shows it, and how the rules decide it; nil for what shows without one.
    package let request: Shown?
    /// A second request that belongs to it: what `create` refuses, what was denied before.
    package let contrast: Contrast?

    /// A request and the decision on it.
    package struct Shown: Sendable {
        package let scenario: Scenario
        package let explanation: Explanation
    }

    /// A request with what it has to do with the other one.
    package struct Contrast: Sendable {
        /// Such as `but create is denied`.
        package let title: String
        package let shown: Shown
    }
}

/// The kinds of holes by the words of the command line.
package enum HoleKind: String, Sendable, CaseIterable {
    case openToAll = "open-to-all"
    case openToUsers = "open-to-users"
    case openSubtree = "open-subtree"
    case foreignPath = "foreign-path"
    case selfGrant = "self-grant"
    case looseUpdate = "loose-update"
    case wideList = "wide-list"
    case unbounded
    case anyType = "any-type"
    case anyField = "any-field"
    case literalUser = "literal-user"
    case date
    case neverTrue = "never-true"
    case neverDecides = "never-decides"
    case noVersion = "no-version"
    case lookups
    case longCondition = "long-condition"
}

extension HoleKind {
    /// What the kind is about, for lists of rules.
    package var summary: String {
        switch self {
        case .openToAll: "Somebody who is not signed in can read, create, change or delete documents."
        case .openToUsers: "Any signed-in user can change or delete documents of others."
        case .openSubtree: "A recursive wildcard allows what the match blocks of a path deny."
        case .foreignPath: "A path holds a user's id, and other users can write there."
        case .selfGrant: "A user can write the role, ownership or membership that a condition asks for."
        case .looseUpdate: "An update can write what create refuses."
        case .wideList: "A list returns documents that get denies to the same user."
        case .unbounded: "A text or a list has no limit on its size."
        case .anyType: "A field can hold a value of any type."
        case .anyField: "A write can add fields that the rules do not name."
        case .literalUser: "The rules give rights to a user by a literal id."
        case .date: "A date opens or shuts a path."
        case .neverTrue: "A statement can never allow anything."
        case .neverDecides: "A condition makes no difference."
        case .noVersion: "The file has no rules_version."
        case .lookups: "A condition comes near the limit of 10 documents that it may look up."
        case .longCondition: "A condition comes near the limit of 1,000 expressions."
        }
    }
}
