import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// The rules file that is to be changed: its conditions and its text.
struct DatabaseMutationSource {
    let rules: DatabaseRuleset
    /// All expressions, in the order of the file, each before those inside it.
    let sites: [ConditionSite]

    init(_ rules: DatabaseRuleset) {
        self.rules = rules
        var sites: [ConditionSite] = []
        for statement in rules.statements {
            let conditions = Set(statement.condition.conditions.map(\.id))
            var rest: [(RuleExpression, RuleExpression?)] = [(statement.condition, nil)]
            while let (expression, parent) = rest.popLast() {
                sites.append(
                    ConditionSite(
                        expression: expression, parent: parent, statement: statement,
                        isCondition: conditions.contains(expression.id)))
                rest += expression.operands.reversed().map { ($0, expression) }
            }
        }
        self.sites = sites
    }

    // MARK: Places in a condition, in characters of its text

    /// An expression with the brackets around it, of those inside the expression that it stands in.
    func extent(_ expression: RuleExpression, in parent: RuleExpression?, of statement: RuleStatement)
        -> Range<Int>
    {
        let scalars = statement.text.scalars
        let limits = parent?.range ?? scalars.indices
        var (start, end) = (expression.range.lowerBound, expression.range.upperBound)
        while true {
            var (before, after) = (start, end)
            while before > limits.lowerBound, scalars[before - 1].isBlank { before -= 1 }
            while after < limits.upperBound, scalars[after].isBlank { after += 1 }
            guard before > limits.lowerBound, after < limits.upperBound, scalars[before - 1] == "(",
                scalars[after] == ")"
            else { return start..<end }
            (start, end) = (before - 1, after + 1)
        }
    }

    /// The operator between two operands of an expression, which stand side by side.
    func sign(
        _ sign: String, between left: RuleExpression, _ right: RuleExpression, in site: ConditionSite
    ) -> Range<Int>? {
        let gap =
            extent(left, in: site.expression, of: site.statement)
            .upperBound..<extent(
                right, in: site.expression, of: site.statement
            ).lowerBound
        let (text, scalars) = (Array(sign.unicodeScalars), site.statement.text.scalars)
        return gap.lazy.map { $0..<$0 + text.count }.first {
            $0.upperBound <= gap.upperBound && scalars[$0].elementsEqual(text)
        }
    }

    // MARK: Changes

    /// Puts a text in the place of characters of a condition.
    func change(_ site: ConditionSite, _ edits: [(range: Range<Int>, text: String)]) -> MutationChange {
        MutationChange(
            edits: edits.map {
                Mutant.Edit(range: site.statement.text.offsets($0.range), text: $0.text.inJSONString)
            },
            reach: .expression(site.statement.range(of: site.evaluated, in: rules.lines)))
    }

    /// Replaces an expression by a text.
    func replacing(_ site: ConditionSite, by text: String) -> MutationChange {
        change(site, [(site.expression.range, text)])
    }

    /// Puts a text behind an expression that an expression begins with, in the place of the rest of it: of `.exists()`, say.
    func replacing(after receiver: RuleExpression, of site: ConditionSite, by text: String) -> MutationChange
    {
        let start = extent(receiver, in: site.expression, of: site.statement).upperBound
        return change(site, [(start..<site.expression.range.upperBound, text)])
    }

    /// An expression as it is written.
    func text(_ expression: RuleExpression, of statement: RuleStatement) -> String {
        statement.text.text(expression.range)
    }
}

extension Unicode.Scalar {
    var isBlank: Bool { self == " " || self == "\n" || self == "\r" || self == "\t" }
}

extension String {
    /// The text as it stands in a JSON string.
    var inJSONString: String { String(DataNode.string(self).json.dropFirst().dropLast()) }
}
