import FirestoreRules

/// A request whose decision depends on one allow statement.
struct StatementExample: Sendable {
    /// How the request is decided, and why.
    enum Kind: Sendable {
        case allowed
        /// Denied to somebody who is not signed in.
        case deniedToStranger
        /// Denied only because of one operand of the condition, by its number among so many.
        case deniedBy(operand: Int, of: Int)

        var isAllowed: Bool {
            if case .allowed = self { true } else { false }
        }

        /// All kinds for a statement.
        static func all(for statement: PlannedStatement) -> [Kind] {
            let count = statement.syntax.condition?.operands.count ?? 0
            return [.allowed, .deniedToStranger] + (0..<count).map { .deniedBy(operand: $0, of: count) }
        }
    }

    let kind: Kind
    let scenario: Scenario
}

extension StatementExample {
    /// So many requests are tried, and so many after the first that fits, to find a smaller one.
    private static let patience = (first: 2000, smaller: 400)

    /// Searches for the smallest request of a kind: the rules decide the other way if the statement's condition is changed.
    ///
    /// - Returns: nil if none is found, for instance because another statement allows the same.
    init?(
        _ kind: Kind, of number: Int, _ method: RulesMethod, in rules: AnalysedRules, seed: UInt64
    ) {
        let statement = rules.statements[number].syntax
        let changed = AnalysedRules(
            rules.syntax.settingCondition(of: statement.range, to: kind.changedCondition(of: statement)),
            rules.source)
        // The second one allows what the first one denies.
        let sides = kind.isAllowed ? [changed, rules] : [rules, changed]
        // A condition that is false shows more than one that fails for lack of a document.
        let isByOperand = if case .deniedBy = kind { true } else { false }
        for isPlain in isByOperand ? [true, false] : [false] {
            let found = StatementExample.smallest(sides, number, method, seed) { scenario in
                kind.includes(scenario.request)
                    && (!isPlain || scenario.isFalse(number, of: rules))
            }
            guard let found else { continue }
            self.init(kind: kind, scenario: found)
            return
        }
        return nil
    }

    private static func smallest(
        _ sides: [AnalysedRules], _ statement: Int, _ method: RulesMethod, _ seed: UInt64,
        where isIncluded: (Scenario) -> Bool
    ) -> Scenario? {
        let goal = DifferenceSearch.Goal(
            side: .new, statement: sides[1].statements[statement], method: method)
        var search = DifferenceSearch(sides, goals: [goal], question: .loosening, seed: seed)
        var collector = FindingCollector(sides)
        while search.requests < patience.first,
            collector.latestFinding.map({ search.requests - $0 < patience.smaller }) ?? true
        {
            for hit in search.advance()
            where hit.scenario.request.method == method && isIncluded(hit.scenario) {
                collector.add(hit, at: search.requests, where: isIncluded)
            }
        }
        return collector.findings.first?.scenario
    }
}

extension StatementExample.Kind {
    /// Whether a request can be of this kind, given that it is decided accordingly.
    fileprivate func includes(_ request: AnalysedRequest) -> Bool {
        switch self {
        case .allowed: true
        case .deniedToStranger: request.user == nil
        // Strangers have a kind of their own.
        case .deniedBy(_, let count): count > 1 || request.user != nil
        }
    }

    /// The condition with which the rules decide the other way.
    fileprivate func changedCondition(of statement: AllowSyntax) -> Expression {
        func constant(_ truth: Bool) -> Expression { Expression(.literal(.bool(truth)), at: statement.range) }
        return switch self {
        case .allowed: constant(false)
        case .deniedToStranger: constant(true)
        case .deniedBy(let operand, _):
            statement.condition?.without(operand: operand) ?? constant(true)
        }
    }
}

extension Scenario {
    /// Whether the condition of a statement is false for the request, rather than failing.
    fileprivate func isFalse(_ statement: Int, of rules: AnalysedRules) -> Bool {
        ScenarioTrace(PreparedScenario(self), request, by: rules).attempts.contains {
            $0.statement == statement && $0.condition.truth == false
        }
    }
}
