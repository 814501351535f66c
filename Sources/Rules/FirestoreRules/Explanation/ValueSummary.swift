import FirestoreModel
import PrintableText

/// A value as explanations print it: short, and on one line.
struct ValueSummary {
    /// What is kept of texts, collections and the whole.
    private static let limit = (text: 60, elements: 8, depth: 3, length: 160)

    private(set) var text = ""

    init(_ value: RuleValue) {
        append(value, depth: 0)
    }

    private var isFull: Bool { text.utf8.count > ValueSummary.limit.length }

    private mutating func append(_ value: RuleValue, depth: Int) {
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += "\(bool)"
        case .int(let int): text += "\(int)"
        case .float(let float): text += "\(float)"
        case .string(let string): text += ValueSummary.quoted(string)
        case .bytes(let bytes): text += "\(bytes.count) bytes"
        case .list(let list): append(list, "[", "]", depth)
        case .set(let set): append(set.elements, "set [", "]", depth)
        case .map(let map): append(map, depth)
        case .path(let path): text += path.text.printable(limit: ValueSummary.limit.text * 2)
        case .timestamp(let time): text += time.description
        case .duration(let duration): text += duration.summary
        case .latlng(let point): text += "latlng(\(point.latitude), \(point.longitude))"
        case .mapDiff(let diff): append(diff)
        case .vector(let numbers): text += "vector of \(numbers.count) numbers"
        case .constraint(let constraint): append(constraint, depth)
        }
    }

    private mutating func append(
        _ elements: some RandomAccessCollection<RuleValue>, _ open: String, _ close: String, _ depth: Int
    ) {
        text += open
        if depth >= ValueSummary.limit.depth, !elements.isEmpty {
            text += "…" + close
            return
        }
        for (index, element) in elements.enumerated() {
            if index > 0 { text += ", " }
            if index == ValueSummary.limit.elements || isFull {
                text += "… \(elements.count - index) more"
                break
            }
            append(element, depth: depth + 1)
        }
        text += close
    }

    private mutating func append(_ map: RuleMap, _ depth: Int) {
        let names = map.names
        text += "{"
        if depth >= ValueSummary.limit.depth, !names.isEmpty {
            text += "…}"
            return
        }
        for (index, name) in names.enumerated() {
            if index > 0 { text += ", " }
            if index == ValueSummary.limit.elements || isFull {
                text += "… \(names.count - index) more"
                break
            }
            text += name.string.beginning(limit: ValueSummary.limit.text) + ": "
            if let value = (try? map.value(name)).flatMap(\.self) {
                append(value, depth: depth + 1)
            } else {
                text += "?"
            }
        }
        text += "}"
    }

    private mutating func append(_ diff: MapDiff) {
        text += "diff of "
        append(.map(diff.new), depth: ValueSummary.limit.depth)
        text += " and "
        append(.map(diff.old), depth: ValueSummary.limit.depth)
    }

    private mutating func append(_ constraint: FieldConstraint, _ depth: Int) {
        text += "any value"
        for (index, simple) in constraint.simple.prefix(ValueSummary.limit.elements).enumerated() {
            text += index == 0 ? " " : " and "
            text += simple.comparator.sign + " "
            append(simple.value, depth: depth + 1)
        }
    }

    /// A text in quotes, cut where it is long.
    static func quoted(_ string: String) -> String {
        let escaped = string.beginning(limit: limit.text)
        return "\"" + escaped.replacing("\"", with: "\\\"") + "\""
    }
}

extension FieldConstraint.Comparator {
    fileprivate var sign: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .listContains: "with the element"
        }
    }
}

extension RuleDuration {
    fileprivate var summary: String {
        nanoseconds == 0
            ? "\(seconds)s" : "\((Double(seconds) + Double(nanoseconds) / 1_000_000_000))s"
    }
}
