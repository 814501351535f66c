import FirestoreModel
import PrintableText
import RulesCore

extension ValueSummary {
    /// Summarizes a value.
    init(_ value: RuleValue) {
        self.init()
        append(value, depth: 0)
    }

    private mutating func append(_ value: RuleValue, depth: Int) {
        switch value {
        case .null: text += "null"
        case .bool(let bool): text += "\(bool)"
        case .int(let int): text += "\(int)"
        case .float(let float): text += "\(float)"
        case .string(let string): text += ValueSummary.quoted(string)
        case .bytes(let bytes): text += "\(bytes.count) bytes"
        case .list(let list):
            append(list, "[", "]", depth: depth) { $0.append($1, depth: depth + 1) }
        case .set(let set):
            append(set.elements, "set [", "]", depth: depth) { $0.append($1, depth: depth + 1) }
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

    private mutating func append(_ map: RuleMap, _ depth: Int) {
        append(map.names, "{", "}", depth: depth) { summary, name in
            summary.append(name: name.string)
            if let value = (try? map.value(name)).flatMap(\.self) {
                summary.append(value, depth: depth + 1)
            } else {
                summary.text += "?"
            }
        }
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
