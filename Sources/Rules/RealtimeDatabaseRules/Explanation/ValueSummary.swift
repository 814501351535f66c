import PrintableText
import RealtimeDatabaseModel
import RulesCore

extension ValueSummary {
    /// Summarizes a value.
    init(_ value: RuleValue) {
        self.init()
        switch value {
        case .null: text = "null"
        case .boolean(let boolean): text = "\(boolean)"
        case .number(let number): text = number.scriptText
        case .string(let string): text = ValueSummary.quoted(string)
        case .data(let node): append(node, depth: 0)
        case .claims(let claims): append(claims, depth: 0)
        case .snapshot(let snapshot):
            text = ValueSummary.text(snapshot.path) + ", where "
            let node = snapshot.node
            if node.isNull {
                text += "nothing is"
            } else {
                append(node, depth: 1)
                text += " is"
            }
        case .query: text = "the query"
        }
    }

    static func text(_ path: DatabasePath) -> String { path.description.printable(limit: limit.text * 2) }

    private mutating func append(_ node: DataNode, depth: Int) {
        switch node {
        case .object(let children):
            append(children, "{", "}", depth: depth) { summary, child in
                summary.append(name: child.key.string)
                summary.append(child.value, depth: depth + 1)
            }
        case .prioritized(let node, _): append(node, depth: depth)
        case .null, .boolean, .number, .string: text += ValueSummary(RuleValue(node)).text
        }
    }

    private mutating func append(_ claims: AuthValue, depth: Int) {
        switch claims {
        case .list(let elements):
            append(elements, "[", "]", depth: depth) { $0.append($1, depth: depth + 1) }
        case .map(let members):
            append(members.sorted { $0.key < $1.key }, "{", "}", depth: depth) { summary, member in
                summary.append(name: member.key.string)
                summary.append(member.value, depth: depth + 1)
            }
        case .null, .boolean, .number, .string: text += ValueSummary(RuleValue(claims)).text
        }
    }
}
