/// What became of each expression of one evaluation, in the order in which they were finished.
package final class EvaluationTrace {
    package struct Event: Sendable {
        package let expression: Int
        package let outcome: Outcome
    }

    /// Beyond this an evaluation is no longer written down: budgets keep nearly all below it.
    private static let limit = 100_000

    package private(set) var events: [Event] = []

    package init() {}

    func record(_ expression: Int, _ outcome: Outcome) {
        guard events.count < EvaluationTrace.limit else { return }
        events.append(Event(expression: expression, outcome: outcome))
    }
}
