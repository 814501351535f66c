/// The kinds of holes by the words of the command line.
package enum HoleKind: String, Sendable, CaseIterable {
    case openToAll = "open-to-all"
    case openToUsers = "open-to-users"
    case openSubtree = "open-subtree"
    case foreignPath = "foreign-path"
    case selfGrant = "self-grant"
    case looseUpdate = "loose-update"
    case looseDelete = "loose-delete"
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
        case .openToAll: "Somebody who is not signed in can read, create, change or delete data."
        case .openToUsers: "Any signed-in user can change or delete data of others."
        case .openSubtree: "A recursive wildcard, or a rule above, allows what the rules of a path deny."
        case .foreignPath: "A path holds a user's id, and other users can write there."
        case .selfGrant: "A user can write the role, ownership or membership that a condition asks for."
        case .looseUpdate: "An update can write what create refuses."
        case .looseDelete: "A delete can leave what the rules refuse to write."
        case .wideList:
            "A list returns documents that get denies to the same user, or a query needs no limit."
        case .unbounded: "A text or a list has no limit on its size."
        case .anyType: "A field can hold a value of any type."
        case .anyField: "A write can add fields or children that the rules do not name."
        case .literalUser: "The rules give rights to a user by a literal id."
        case .date: "A date opens or shuts a path."
        case .neverTrue: "A statement can never allow anything."
        case .neverDecides: "A condition makes no difference."
        case .noVersion: "The file has no rules_version."
        case .lookups: "A condition comes near the limit of 10 documents that it may look up."
        case .longCondition: "A condition comes near the limit of 1,000 expressions."
        }
    }

    /// Whether only a solver can find it.
    package var isProven: Bool { self == .neverTrue || self == .neverDecides }
}
