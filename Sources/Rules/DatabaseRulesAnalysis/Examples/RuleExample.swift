import AnalysisCore
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// A request whose decision depends on one rule.
struct RuleExample: Sendable {
    /// How the request is decided, and why.
    enum Kind: Sendable {
        case allowed
        /// Denied to somebody who is not signed in.
        case deniedToStranger
        /// Denied only because of one operand of the condition, by its number.
        case deniedBy(operand: Int)

        var isAllowed: Bool {
            if case .allowed = self { true } else { false }
        }

        /// All kinds for a rule.
        static func all(for statement: RuleStatement) -> [Kind] {
            let operands = statement.operands.indices.map { Kind.deniedBy(operand: $0) }
            return statement.kind == .validate
                ? [.allowed] + operands : [.allowed, .deniedToStranger] + operands
        }
    }

    let kind: Kind
    let scenario: DatabaseScenario
}

extension RuleExample {
    /// So many requests are tried, and so many after the first that fits, to find a smaller one.
    private static let patience = (first: 2500, smaller: 400)

    /// Searches for the smallest request of a kind: the rules decide the other way if the rule's condition is changed.
    ///
    /// - Returns: nil if none is found, for instance because another rule allows the same.
    init?(_ kind: Kind, of statement: RuleStatement, in rules: DatabaseRuleset, seed: UInt64) {
        guard let changed = rules.setting(statement, to: kind.changedCondition(of: statement)) else {
            return nil
        }
        // The second one allows what the first one denies.
        let sides = (kind.isAllowed ? [changed, rules] : [rules, changed]).map { AnalysedDatabaseRules($0) }
        let goal = DatabaseSearch.Goal(side: .new, statement: sides[1].statements[statement.id])
        var search = DatabaseSearch(sides, goals: [goal], isLoosening: true, seed: seed)
        var collector = DatabaseFindingCollector(sides)
        while search.requests < RuleExample.patience.first,
            collector.latestFinding.map({ search.requests - $0 < RuleExample.patience.smaller }) ?? true
        {
            for hit in search.advance() where kind.includes(hit.scenario) {
                collector.add(hit, at: search.requests, where: kind.includes)
            }
        }
        guard let found = collector.findings.first?.scenario else { return nil }
        self.init(kind: kind, scenario: found)
    }
}

extension RuleExample.Kind {
    /// Whether a request can be of this kind, given that it is decided accordingly. A suite has one time.
    fileprivate func includes(_ scenario: DatabaseScenario) -> Bool {
        guard scenario.now == DatabaseVocabulary.now else { return false }
        switch self {
        case .allowed: return true
        case .deniedToStranger: return scenario.user == nil
        // Strangers have a kind of their own.
        case .deniedBy: return scenario.user != nil
        }
    }

    /// The condition with which the rules decide the other way.
    fileprivate func changedCondition(of statement: RuleStatement) -> String {
        switch self {
        case .allowed: return "false"
        case .deniedToStranger: return "true"
        case .deniedBy(let operand):
            var rest = statement.operands
            rest.remove(at: operand)
            return rest.isEmpty
                ? "true" : rest.map { "(\(statement.text(of: $0)))" }.joined(separator: " && ")
        }
    }
}

extension RuleStatement {
    /// The operands of a chain of `&&`; or the condition itself if it is not a chain. None of a constant.
    var operands: [RuleExpression] {
        if condition.isConstant { return [] }
        guard case .logical(.and, let operands) = condition.kind else { return [condition] }
        return operands
    }
}

extension DatabaseRuleset {
    /// The same rules with another condition in one of them; nil if they do not compile.
    fileprivate func setting(_ statement: RuleStatement, to condition: String) -> DatabaseRuleset? {
        let place = statement.text.offsets(0..<statement.text.scalars.count)
        let scalars = Array(source.content.unicodeScalars)
        guard place.upperBound <= scalars.count else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[..<place.lowerBound])
        // The quotes stay.
        text.append(contentsOf: JSON.string(condition).compactText.unicodeScalars.dropFirst().dropLast())
        text.append(contentsOf: scalars[place.upperBound...])
        return try? DatabaseRuleset(String(text), name: source.name)
    }
}
