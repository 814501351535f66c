import CoreValues
import FirestoreModel
import FirestoreRules
import RegularExpressions
import RulesCore

/// Collects the names and values in the expressions of rules.
struct VocabularyCollector {
    private(set) var fields: [FieldName] = []
    private(set) var strings: [String] = []
    private(set) var numbers: [Value] = []
    private(set) var matching: [String] = []
    private(set) var ids: [String] = []
    private(set) var claims: [FieldName] = []
    private(set) var readsTime = false
    private(set) var readsLimit = false
    private(set) var followsReferences = false
    private(set) var durations: [Int64] = []

    init(_ rules: [RulesetSyntax]) {
        var random = SeededRandom(seed: 1)
        for syntax in rules {
            for text in syntax.templateTexts where !ids.contains(text) { ids.append(text) }
            for expression in syntax.allExpressions { collect(expression, &random) }
        }
        for number in numbers {
            // The neighbours of a limit are on its other side.
            if case .integer(let int) = number {
                add(.integer(int &- 1))
                add(.integer(int &+ 1))
            }
        }
    }

    private mutating func collect(_ expression: Expression, _ random: inout SeededRandom) {
        switch expression.kind {
        case .literal(.string(let text)): add(text)
        case .literal(.int(let int)): add(.integer(int))
        case .literal(.float(let float)): add(.double(float))
        case .literal(.bool), .literal(.null), .literal(.bytes): return
        case .member(let receiver, let name): collect(member: name.name, of: receiver)
        case .map(let entries):
            for entry in entries { if let text = entry.key.text { add(field: text) } }
        case .path(let segments):
            for case .literal(let text, _) in segments where !ids.contains(text) { ids.append(text) }
        case .method(_, let name, let arguments): collect(method: name.name, arguments, &random)
        case .call(let function, let arguments):
            guard ["get", "exists", "getAfter", "existsAfter"].contains(function.name) else { return }
            if case .path? = arguments.first?.kind { return }
            followsReferences = true
        case .index(_, let index): if let text = index.text { add(field: text) }
        case .binary(.in, let element, _, _): if let text = element.text { add(field: text) }
        default: return
        }
    }

    private mutating func collect(member name: String, of receiver: Expression) {
        if case .member(_, let outer) = receiver.kind, outer.name == "token" {
            if !claims.contains(FieldName(name)) { claims.append(FieldName(name)) }
            return
        }
        switch (receiver.kind, name) {
        case (.name("request"), "time"): readsTime = true
        case (.name("request"), _), (.name("resource"), _): return
        case (.member(_, let outer), "data") where outer.name == "resource": return
        case (.member(_, let outer), "limit") where outer.name == "query": readsLimit = true
        case (.call, "data"): return
        default: add(field: name)
        }
    }

    private mutating func collect(
        method name: String, _ arguments: [Expression], _ random: inout SeededRandom
    ) {
        switch name {
        case "hasOnly", "hasAll", "hasAny":
            for case .list(let elements) in arguments.map(\.kind) {
                for element in elements { if let text = element.text { add(field: text) } }
            }
        case "get":
            if let text = arguments.first?.text { add(field: text) }
        case "matches", "split", "replace":
            guard let pattern = arguments.first?.text, let example = try? PatternExample(pattern) else {
                return
            }
            for _ in 0..<6 {
                let text = example.text(using: &random)
                if !matching.contains(text) { matching.append(text) }
            }
        case "value", "time":
            if case .literal(.int(let amount))? = arguments.first?.kind {
                let unit = arguments.dropFirst().first?.text ?? "s"
                let seconds: [String: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800]
                let (length, overflow) = amount.multipliedReportingOverflow(by: seconds[unit] ?? 1)
                if !overflow, abs(length) < 3_000_000_000 { durations.append(length) }
            }
        default: return
        }
    }

    private mutating func add(_ text: String) {
        if !strings.contains(text) { strings.append(text) }
    }

    private mutating func add(_ number: Value) {
        if !numbers.contains(number) { numbers.append(number) }
    }

    private mutating func add(field text: String) {
        let name = FieldName(text)
        guard !text.isEmpty, !name.isReserved, !fields.contains(name) else { return }
        fields.append(name)
    }
}

extension Expression {
    /// The text of a literal.
    var text: String? {
        if case .literal(.string(let text)) = kind { text } else { nil }
    }
}
