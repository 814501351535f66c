import RealtimeDatabaseModel

extension BuiltInMember {
    /// The properties of `query`. A read without a query is ordered by key, and has neither bounds nor a limit.
    ///
    /// Source: https://firebase.google.com/docs/database/security/rules-conditions#query-based_rules
    static let ofQueries: [BuiltInMember] = [
        property("orderByKey", "Whether the query orders by key.", gives: .boolean) {
            .boolean($0.order == .key)
        },
        property("orderByValue", "Whether the query orders by value.", gives: .boolean) {
            .boolean($0.order == .value)
        },
        property("orderByPriority", "Whether the query orders by priority.", gives: .boolean) {
            .boolean($0.order == .priority)
        },
        property("orderByChild", "The path of the child that the query orders by; else null.", gives: .value)
        {
            guard case .child(let path) = $0.order else { return .null }
            return .string(path.keys.map(\.string).joined(separator: "/"))
        },
        property("startAt", "The value that the query starts at or after; else null.", gives: .value) {
            $0.isForOneValue ? .null : $0.start
        },
        property("endAt", "The value that the query ends at or before; else null.", gives: .value) {
            $0.isForOneValue ? .null : $0.end
        },
        property("equalTo", "The only value that the query asks for; else null.", gives: .value) {
            $0.isForOneValue ? $0.start : .null
        },
        property(
            "limitToFirst", "How many children the query reads from its start; else null.", gives: .value
        ) {
            guard case .first(let count)? = $0.limit else { return .null }
            return .number(Double(count))
        },
        property("limitToLast", "How many children the query reads from its end; else null.", gives: .value) {
            guard case .last(let count)? = $0.limit else { return .null }
            return .number(Double(count))
        },
    ]

    private static func property(
        _ name: String, _ documentation: String, gives result: ExpressionType,
        _ look: @escaping @Sendable (QueryFacts) -> RuleValue
    ) -> BuiltInMember {
        BuiltInMember(name, documentation, of: .query, .none, gives: result, .query(look))
    }
}
