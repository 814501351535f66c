/// How often the conditions of rules were seen true, false, or to fail.
package struct DatabaseCoverage: Sendable {
    /// A condition, and what it came to.
    package struct Condition: Sendable {
        /// The number of its rule.
        package let rule: Int
        /// Its number in the rule.
        package let expression: Int
        /// Where it stands in the file.
        package let range: RulesRange
        /// It as it is written, on one line.
        package let text: String
        package fileprivate(set) var trueCount = 0
        package fileprivate(set) var falseCount = 0
        package fileprivate(set) var errorCount = 0

        /// Whether it was seen both true and false.
        package var isCovered: Bool { trueCount > 0 && falseCount > 0 }
    }

    /// All conditions, in the order of the file; those of a rule from the outside in.
    package private(set) var conditions: [Condition] = []
    /// Where the conditions of each rule are.
    private var places: [Range<Int>] = []

    package init(_ ruleset: DatabaseRuleset) {
        for statement in ruleset.statements {
            let start = conditions.count
            conditions += statement.condition.conditions.map { condition in
                Condition(
                    rule: statement.id, expression: condition.id,
                    range: statement.range(of: condition, in: ruleset.source),
                    text: statement.text(of: condition))
            }
            places.append(start..<conditions.count)
        }
    }

    /// Counts what a decision of these rules has found, which must have been traced.
    package mutating func add(_ decision: DatabaseDecision) {
        for step in decision.steps where places.indices.contains(step.rule) && !step.trace.isEmpty {
            for place in places[step.rule] {
                switch step.trace[conditions[place].expression] {
                case .value(.boolean(true)): conditions[place].trueCount += 1
                case .value(.boolean(false)): conditions[place].falseCount += 1
                case .failure: conditions[place].errorCount += 1
                case .value, nil: continue
                }
            }
        }
    }

    /// How many conditions were seen both true and false.
    package var coveredCount: Int { conditions.count(where: \.isCovered) }
}
