/// Why rules allowed or denied a request: each rule that was asked, down to the expression that decided.
///
/// Everything in it is short and fit to print: values are cut, and control characters are made visible.
package struct DatabaseExplanation: Hashable, Sendable {
    /// One thing that a request asked for.
    package struct Operation: Hashable, Sendable {
        /// `read` or `write`.
        package var method: String
        /// The path.
        package var target: String
    }

    package var isAllowed: Bool
    /// The id of the signed-in user; nil for nobody signed in.
    package var user: String?
    /// What was asked for. Of a request that was denied only what was denied; of a large one only the beginning.
    package var operations: [Operation]
    /// The place of the first of ``operations`` in the request, from 1.
    package var firstOperation: Int
    /// How many things the request asked for.
    package var operationCount: Int
    /// The rules that were asked: those that allowed, or all that did not.
    package var attempts: [Attempt]
    /// What else helps to understand, such as why no rule was asked.
    package var notes: [String]
    /// The one expression that decided; nil where no rule was asked.
    package var deciding: Deciding?

    /// The expression that decided about a request.
    ///
    /// A request is denied when no rule on the way to a node grants it. Of several rules the one decides that came nearest: of whose
    /// conditions, joined by `&&`, the most held before one did not; then the one that is nearest to the node.
    package struct Deciding: Hashable, Sendable {
        /// The place of its rule among ``DatabaseExplanation/attempts``.
        package var attempt: Int
        /// The expression as it is written, on one line, long ones cut.
        package var expression: String
        /// Where it stands.
        package var range: RulesRange
        /// What it says, in one sentence without a full stop: `eve is not in /members/c1`.
        package var reason: String
    }

    /// Why the rules said so, in one sentence without a full stop.
    package var reason: String { deciding?.reason ?? notes.first ?? "no rule was asked" }

    /// A rule that was asked.
    package struct Attempt: Hashable, Sendable {
        /// `.read`, `.write` or `.validate`.
        package var rule: String
        /// The node that it was asked about.
        package var target: String
        /// The path of the rule, such as `/messages/$message`.
        package var path: String
        /// The rules file's name.
        package var file: String
        /// Where the condition is.
        package var range: RulesRange
        /// The condition as it is written, on one line.
        package var condition: String
        /// What it came to.
        package var result: Result
        /// The condition, and inside it what decided; nil for `true` and `false`.
        package var finding: Finding?
    }

    /// What an expression came to.
    package enum Result: Hashable, Sendable {
        /// A value, in short.
        case value(String)
        /// The evaluation ended here with an error, and the rule does not hold.
        case error(String)

        /// `is false`
        var phrase: String {
            switch self {
            case .value(let text): "is \(text)"
            case .error(let message): "fails: \(message)"
            }
        }
    }

    /// An expression and what it came to.
    package struct Finding: Hashable, Sendable {
        /// The expression as it is written, on one line, long ones cut.
        package var expression: String
        /// Where it stands.
        package var range: RulesRange
        package var result: Result
        /// The values that it was computed from.
        package var values: [NamedValue]
        /// What the values mean.
        package var notes: [String]
        /// The expressions inside it that made it so. Empty where it decided itself.
        package var causes: [Finding]
        /// The place of the cause that leads to the one expression that decided; nil where that is this one.
        package var decidingCause: Int?
        /// What it says, in one sentence; nil where a cause says it.
        package var reason: String?
        /// How many conditions held on the way to what decided.
        var held: Int
    }

    /// An expression and its value in short.
    package struct NamedValue: Hashable, Sendable {
        package var name: String
        package var value: String
    }
}

extension DatabaseExplanation.Finding {
    /// The innermost expressions that decided.
    package var decisive: [DatabaseExplanation.Finding] {
        causes.isEmpty ? [self] : causes.flatMap(\.decisive)
    }

    /// The one expression that decided.
    package var deciding: DatabaseExplanation.Finding {
        decidingCause.flatMap { causes.indices.contains($0) ? causes[$0] : nil }?.deciding ?? self
    }
}
