import PrintableText
import RealtimeDatabaseModel

/// A value as explanations print it: short, and on one line.
struct ValueSummary {
    /// What is kept of texts, collections and the whole.
    private static let limit = (text: 60, elements: 8, depth: 3, length: 160)

    private(set) var text = ""

    init(_ value: RuleValue) {
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

    private var isFull: Bool { text.utf8.count > ValueSummary.limit.length }

    private mutating func append(_ node: DataNode, depth: Int) {
        switch node {
        case .object(let children):
            append(children, "{", "}", depth) { summary, child in
                summary.text += child.key.text.beginning(limit: ValueSummary.limit.text) + ": "
                summary.append(child.value, depth: depth + 1)
            }
        case .null, .boolean, .number, .string: text += ValueSummary(RuleValue(node)).text
        }
    }

    private mutating func append(_ claims: AuthValue, depth: Int) {
        switch claims {
        case .list(let elements):
            append(elements, "[", "]", depth) { $0.append($1, depth: depth + 1) }
        case .map(let members):
            append(members.sorted { $0.key < $1.key }, "{", "}", depth) { summary, member in
                summary.text += member.key.text.beginning(limit: ValueSummary.limit.text) + ": "
                summary.append(member.value, depth: depth + 1)
            }
        case .null, .boolean, .number, .string: text += ValueSummary(RuleValue(claims)).text
        }
    }

    private mutating func append<Elements: Collection>(
        _ elements: Elements, _ open: String, _ close: String, _ depth: Int,
        _ append: (inout ValueSummary, Elements.Element) -> Void
    ) {
        text += open
        for (index, element) in elements.enumerated() {
            if depth >= ValueSummary.limit.depth {
                text += "…"
                break
            }
            if index > 0 { text += ", " }
            if index == ValueSummary.limit.elements || isFull {
                text += "… \(elements.count - index) more"
                break
            }
            append(&self, element)
        }
        text += close
    }

    /// A text in quotes, cut where it is long.
    private static func quoted(_ string: String) -> String {
        "\"" + string.beginning(limit: limit.text).replacing("\"", with: "\\\"") + "\""
    }
}
