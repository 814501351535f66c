import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Collects the names and values in rules.
struct DatabaseVocabularyCollector {
    private(set) var keys: [String] = []
    private(set) var strings: [String] = []
    private(set) var numbers: [Double] = []
    private(set) var matching: [String] = []
    private(set) var claims: [String] = []
    private(set) var orders: [String] = []
    private(set) var readsNow = false
    private(set) var readsQuery = false

    init(_ rules: [DatabaseRuleset]) {
        var random = SeededRandom(seed: 1)
        for ruleset in rules {
            collect(ruleset.root)
            for statement in ruleset.statements { collect(statement.condition, &random) }
        }
        // The neighbours of a limit are on its other side.
        for number in numbers where number.magnitude < 1e12 {
            for neighbour in [number - 1, number + 1] where !numbers.contains(neighbour) {
                numbers.append(neighbour)
            }
        }
    }

    private mutating func collect(_ node: RuleNode) {
        for (key, child) in node.children.sorted(by: { $0.key < $1.key }) {
            add(key: key.string)
            collect(child)
        }
        if let wildcard = node.wildcard { collect(wildcard.node) }
        for path in node.indexes.children.map(\.description).sorted() where !orders.contains(path) {
            orders.append(path)
        }
    }

    private mutating func collect(_ expression: RuleExpression, _ random: inout SeededRandom) {
        switch expression.kind {
        case .string(let text): if !strings.contains(text) { strings.append(text) }
        case .number(let number): if !numbers.contains(number) { numbers.append(number) }
        case .variable("now"): readsNow = true
        case .variable("query"): readsQuery = true
        case .property(let receiver, let name): collect(claim: name, of: receiver)
        case .index(let receiver, let index):
            if case .string(let name) = index.kind { collect(claim: name, of: receiver) }
        case .pattern(let pattern):
            for _ in 0..<6 {
                guard let text = pattern.example(&random), !matching.contains(text) else { continue }
                matching.append(text)
            }
        case .call(_, let name, let arguments):
            guard ["child", "hasChild", "hasChildren"].contains(name) else { break }
            // What is only a path is no value.
            for argument in arguments {
                if collect(path: argument) { return collect(receiver: expression, &random) }
            }
        default: break
        }
        for operand in expression.operands { collect(operand, &random) }
    }

    private mutating func collect(receiver expression: RuleExpression, _ random: inout SeededRandom) {
        if let receiver = expression.operands.first { collect(receiver, &random) }
    }

    /// Takes the keys of a path, or a list of them, that is written out.
    private mutating func collect(path expression: RuleExpression) -> Bool {
        switch expression.kind {
        case .string(let text):
            for key in text.split(separator: "/") { add(key: String(key)) }
            return true
        case .list(let elements): return elements.reduce(true) { collect(path: $1) && $0 }
        default: return false
        }
    }

    private mutating func collect(claim name: String, of receiver: RuleExpression) {
        if case .variable("query") = receiver.kind, name == "orderByChild" { orders += strings }
        guard case .property(let auth, "token") = receiver.kind, case .variable("auth") = auth.kind,
            !claims.contains(name)
        else { return }
        claims.append(name)
    }

    private mutating func add(key: String) {
        if DataKey(key).problem == nil, !keys.contains(key) { keys.append(key) }
    }
}

extension RulePattern {
    /// A text that the pattern most probably matches; nil if it is too long to make one.
    func example(_ random: inout SeededRandom) -> String? {
        PatternExamples.text(of: translation, &random)
    }
}
