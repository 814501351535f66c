/// Why rules allowed or denied a request: each allow statement that was tried, down to the expression that decided.
///
/// Everything in it is short and fit to print: values are cut, and control characters are made visible.
public struct Explanation: Hashable, Sendable {
    /// One thing that a request asked for: a document, a query, a write.
    public struct Operation: Hashable, Sendable {
        /// `get`, `list`, `create`, `update` or `delete`.
        public var method: String
        /// The document's path, or what a query looks through.
        public var target: String
    }

    /// Whether the request was allowed.
    public var isAllowed: Bool
    /// The id of the signed-in user; nil for nobody signed in.
    public var user: String?
    /// What was asked for. Of a request that was denied only what was denied first; of a large one only the beginning.
    public var operations: [Operation]
    /// The place of the first of ``operations`` in the request, from 1.
    public var firstOperation: Int
    /// How many things the request asked for.
    public var operationCount: Int
    /// The allow statements that were tried: those that allowed, or all that did not.
    public var attempts: [Attempt]
    /// What else helps to understand, such as why no statement was tried.
    public var notes: [String]
    /// The one expression that decided; nil where no statement was tried.
    public var deciding: Deciding?

    /// The expression that decided about a request.
    ///
    /// A request is denied when no statement allows it. Of several statements the one decides that came nearest: of whose conditions,
    /// joined by `&&`, the most held before one did not; then the one whose path matches more exactly, without `{name=**}`; then the
    /// first. `if false` comes last.
    public struct Deciding: Hashable, Sendable {
        /// The place of its statement among ``Explanation/attempts``.
        public var attempt: Int
        /// The expression as it is written, on one line, long ones cut.
        public var expression: String
        /// Where it stands.
        public var range: SourceRange
        /// What it says, in one sentence without a full stop: `bob is not a participant of conversations/team`.
        public var reason: String
    }

    /// Why the rules said so, in one sentence without a full stop.
    public var reason: String { deciding?.reason ?? notes.first ?? "no rule was asked" }

    /// The allow statement that was tried for an operation.
    public struct Attempt: Hashable, Sendable {
        /// The operation.
        public var operation: Operation
        /// The rules file's name.
        public var file: String
        /// Where the condition is, or the whole statement where it has none.
        public var range: SourceRange
        /// The template of the match block with those of the blocks around, such as `/databases/{database}/documents/users/{user}`.
        public var match: String
        /// The condition as it is written, on one line.
        public var condition: String
        /// What the condition came to.
        public var result: Result
        /// The condition, and inside it what decided; nil for a statement without a condition.
        public var finding: Finding?
        /// How near it came to allowing: how many of its conditions held; -1 for `if false`.
        var closeness: Int
    }

    /// What an expression came to.
    public enum Result: Hashable, Sendable {
        /// A value, in short.
        case value(String)
        /// An error, in the words of Google's emulator.
        case error(String)
        /// The query does not say enough to know.
        case unknown
        /// The rules took more expressions than they may.
        case budgetExceeded
    }

    /// An expression and what it came to.
    public struct Finding: Hashable, Sendable {
        /// The expression as it is written, on one line, long ones cut.
        public var expression: String
        /// Where it stands.
        public var range: SourceRange
        /// What it came to.
        public var result: Result
        /// The values that it was computed from: the operands of what decided, the arguments of a call.
        public var values: [NamedValue]
        /// What the values mean, such as which keys were too many.
        public var notes: [String]
        /// The expressions inside it, or inside the function or variable that it names, that made it so. Empty where it decided itself.
        public var causes: [Finding]
        /// True when the causes are elsewhere in the source: in a function that it calls, or where a variable was set.
        public var leadsElsewhere: Bool
        /// The place of the cause that leads to the one expression that decided; nil where that is this one.
        public var decidingCause: Int?
        /// What it says, in one sentence; nil where a cause says it.
        public var reason: String?
        /// How many conditions held on the way to what decided.
        var held: Int
    }

    /// An expression or parameter, and its value in short.
    public struct NamedValue: Hashable, Sendable {
        /// The expression or the parameter's name.
        public var name: String
        /// The value.
        public var value: String
    }
}

extension Explanation.Finding {
    /// The innermost expressions that decided.
    public var decisive: [Explanation.Finding] { causes.isEmpty ? [self] : causes.flatMap(\.decisive) }

    /// The one expression that decided.
    public var deciding: Explanation.Finding {
        decidingCause.flatMap { causes.indices.contains($0) ? causes[$0] : nil }?.deciding ?? self
    }
}
