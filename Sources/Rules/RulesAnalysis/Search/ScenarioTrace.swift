import FirestoreModel
import FirestoreRules

/// What became of every condition of some rules in one scenario.
struct ScenarioTrace {
    /// A statement that was tried, and the evaluation of its condition.
    struct Attempt {
        let statement: Int
        let condition: EvaluatedExpression
        let scope: ConditionScope
    }

    /// A condition, or a part of one, that was true or false, or failed.
    struct Test {
        let expression: EvaluatedExpression
        let scope: ConditionScope
    }

    let isAllowed: Bool
    /// The statement that allowed the request.
    let allowing: Int?
    private let steps: [RulesDecision.Step]
    private let request: AnalysedRequest
    private let rules: AnalysedRules

    init(_ prepared: PreparedScenario, _ request: AnalysedRequest, by rules: AnalysedRules) {
        let decision = prepared.recorded(by: rules.traced)
        isAllowed = decision.deniedOperation == nil
        steps = decision.steps
        self.request = request
        self.rules = rules
        allowing =
            isAllowed
            ? decision.steps.last { if case .value(.bool(true)) = $0.outcome { true } else { false } }
                .map { rules.statement(of: $0) } : nil
    }

    /// The statements whose conditions were true.
    var allowingStatements: Set<Int> {
        Set(
            steps.lazy.filter { if case .value(.bool(true)) = $0.outcome { true } else { false } }
                .map { rules.statement(of: $0) })
    }

    /// The statements that were tried. They are made from what was recorded, which takes longer than the decision.
    var attempts: [Attempt] { attempts { _ in true } }

    /// The attempts at some statements.
    func attempts(where isWanted: (_ statement: Int) -> Bool) -> [Attempt] {
        // What was tried without data is tried again with it.
        let hasData = steps.contains(where: \.hasData)
        return steps.compactMap { step in
            let index = rules.statement(of: step)
            guard step.hasData == hasData, step.method == request.method, isWanted(index),
                let condition = rules.traced.evaluation(of: step)
            else { return nil }
            let frame = ConditionScope.Frame(request, rules.statements[index])
            return Attempt(statement: index, condition: condition, scope: ConditionScope(frame))
        }
    }

    /// Calls a closure with the outcome of each expression that came out true or false: twice its number, plus one for true.
    func forEachOutcome(_ body: (Int) -> Void) {
        for step in steps {
            for event in step.events {
                if case .value(.bool(let truth)) = event.outcome {
                    body(2 * event.expression + (truth ? 1 : 0))
                }
            }
        }
    }

    /// The innermost conditions of an attempt: what `&&`, `||`, `!`, functions and `let`s lead to.
    static func tests(in attempt: Attempt) -> [Test] {
        var tests: [Test] = []
        collect(attempt.condition, attempt.scope, &tests)
        return tests
    }

    private static func collect(
        _ evaluated: EvaluatedExpression, _ scope: ConditionScope, _ tests: inout [Test]
    ) {
        guard evaluated.outcome != nil, tests.count < 200 else { return }
        if case .expression(let expression) = evaluated.form {
            switch expression.kind {
            case .binary(.and, _, _, _), .binary(.or, _, _, _), .unary(.not, _):
                for operand in evaluated.operands { collect(operand, scope, &tests) }
                return
            case .conditional:
                if let condition = evaluated.operands.first { collect(condition, scope, &tests) }
            default: break
            }
        }
        if let (inner, innerScope) = scope.unfolded(evaluated) {
            collect(inner, innerScope, &tests)
        } else {
            tests.append(Test(expression: evaluated, scope: scope))
        }
    }
}
