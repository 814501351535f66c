/// The methods of snapshots: `root`, `data`, `newData` and what their methods lead to.
///
/// Source: https://firebase.google.com/docs/reference/security/database#ruledatasnapshot_methods
package enum SnapshotMethod: String, Sendable, CaseIterable {
    case val, child, parent, hasChild, hasChildren, exists, getPriority, isNumber, isString, isBoolean

    var result: ExpressionType {
        switch self {
        case .val, .getPriority: .value
        case .child, .parent: .snapshot
        case .hasChild, .hasChildren, .exists, .isNumber, .isString, .isBoolean: .boolean
        }
    }

    /// How many strings it takes. What `hasChildren` takes is a case of its own.
    var stringCount: Int { self == .child || self == .hasChild ? 1 : 0 }
}

/// The methods of strings.
///
/// Source: https://firebase.google.com/docs/reference/security/database#string_methods
package enum StringMethod: String, Sendable, CaseIterable {
    case contains, beginsWith, endsWith, replace, toLowerCase, toUpperCase, matches

    var result: ExpressionType {
        switch self {
        case .contains, .beginsWith, .endsWith, .matches: .boolean
        case .replace, .toLowerCase, .toUpperCase: .string
        }
    }

    /// How many strings it takes. `matches` takes a regular expression.
    var stringCount: Int {
        switch self {
        case .contains, .beginsWith, .endsWith: 1
        case .replace: 2
        case .toLowerCase, .toUpperCase, .matches: 0
        }
    }
}

/// What a rule can know of the query that reads.
///
/// Source: https://firebase.google.com/docs/database/security/rules-conditions#query-based_rules
package enum QueryProperty: String, Sendable, CaseIterable {
    case orderByChild, orderByKey, orderByValue, orderByPriority
    case startAt, endAt, equalTo, limitToFirst, limitToLast

    var type: ExpressionType {
        switch self {
        case .orderByKey, .orderByValue, .orderByPriority: .boolean
        case .orderByChild, .startAt, .endAt, .equalTo, .limitToFirst, .limitToLast: .value
        }
    }
}
