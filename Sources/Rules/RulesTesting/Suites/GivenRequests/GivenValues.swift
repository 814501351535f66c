import FirestoreModel
import FirestoreRules
import OrderedCollections

/// Values of rules from JSON.
enum GivenValues {
    /// A whole number is an int, because JSON has only one kind of number.
    static func value(_ node: SuiteNode) -> RuleValue {
        switch node.content {
        case .null: return .null
        case .bool(let bool): return .bool(bool)
        case .int(let number): return .int(number)
        case .double(let number): return Int64(exactly: number).map { .int($0) } ?? .float(number)
        case .string(let text): return .string(text)
        case .list(let elements): return .list(RuleList(elements.map { value($0) }))
        case .map(let entries): return .map(RuleMap(fields(entries)))
        }
    }

    /// `request`. Its path and time have their own types. Without `auth`, nobody is signed in.
    static func request(_ node: SuiteNode, path: [String], time: Timestamp?) -> RuleMap {
        guard case .map(let entries) = node.content else { return RuleMap([:]) }
        var fields = fields(entries)
        fields["path"] = .path(RulePath(literals: path))
        if let time { fields["time"] = .timestamp(time) }
        if fields["auth"] == nil { fields["auth"] = .null }
        return RuleMap(fields)
    }

    private static func fields(_ entries: [SuiteNode.Entry]) -> OrderedDictionary<FieldName, RuleValue> {
        OrderedDictionary(entries.map { (FieldName($0.key), value($0.value)) }) { _, last in last }
    }
}
