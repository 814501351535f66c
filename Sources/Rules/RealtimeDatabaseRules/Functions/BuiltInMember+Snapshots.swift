import RealtimeDatabaseModel

extension BuiltInMember {
    /// The methods of snapshots: of `root`, `data`, `newData` and of what `child` and `parent` lead to.
    ///
    /// Source: https://firebase.google.com/docs/reference/security/database#ruledatasnapshot_methods
    static let ofSnapshots: [BuiltInMember] = [
        data("val", "The value: a boolean, a number, a string, data with children, or null.", gives: .value) {
            RuleValue($0)
        },
        method(
            "child", "The snapshot at a path below this one.", .strings(["path"]), gives: .snapshot, .child),
        method("parent", "The snapshot above this one; an error at the root.", gives: .snapshot, .parent),
        method(
            "hasChild", "Whether there is data at a path below this one.", .strings(["path"]),
            gives: .boolean,
            .children),
        method(
            "hasChildren", "Whether there is data at all of the given paths; without paths, at any child.",
            .optionalPaths, gives: .boolean, .children),
        data("exists", "Whether there is data.", gives: .boolean) { .boolean(!$0.isNull) },
        data("getPriority", "The priority: a number, a string, or null for none.", gives: .value) {
            RuleValue($0.priority)
        },
        data("isNumber", "Whether the value is a number.", gives: .boolean) {
            if case .number = $0.plain { .boolean(true) } else { .boolean(false) }
        },
        data("isString", "Whether the value is a string.", gives: .boolean) {
            if case .string = $0.plain { .boolean(true) } else { .boolean(false) }
        },
        data("isBoolean", "Whether the value is true or false.", gives: .boolean) {
            if case .boolean = $0.plain { .boolean(true) } else { .boolean(false) }
        },
    ]

    private static func method(
        _ name: String, _ documentation: String, _ parameters: Parameters = .strings([]),
        gives result: ExpressionType, _ implementation: Implementation
    ) -> BuiltInMember {
        BuiltInMember(name, documentation, of: .snapshot, parameters, gives: result, implementation)
    }

    private static func data(
        _ name: String, _ documentation: String, gives result: ExpressionType,
        _ look: @escaping @Sendable (DataNode) -> RuleValue
    ) -> BuiltInMember {
        method(name, documentation, gives: result, .data(look))
    }
}
