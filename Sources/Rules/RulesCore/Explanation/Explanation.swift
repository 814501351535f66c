/// Why rules allowed or denied a request: each rule that was tried, down to the expression that decided.
///
/// A rule is an `allow` statement of Firestore's rules, or a `.read`, `.write` or `.validate` of the Realtime Database's. Everything in
/// an explanation is short and safe to print: values are cut, and control characters are made visible.
public struct Explanation: Hashable, Sendable {
    /// One operation of a request, on a document, a query, or a path of the Realtime Database.
    public struct Operation: Hashable, Sendable {
        /// `get`, `list`, `create`, `update` or `delete`; in the Realtime Database `read` or `write`.
        public var method: String
        /// The path, or the collection of a query.
        public var target: String

        package init(method: String, target: String) {
            self.method = method
            self.target = target
        }
    }

    /// Whether the request was allowed.
    public var isAllowed: Bool
    /// The id of the signed-in user; nil if nobody is signed in.
    public var user: String?
    /// The operations of the request. For a denied one, only the first that was denied; for a large one, only the first few.
    public var operations: [Operation]
    /// The place of the first of ``operations`` in the request, from 1.
    public var firstOperation: Int
    /// The number of operations in the request.
    public var operationCount: Int
    /// The rules that were tried: those that allowed the request, or all that did not.
    public var attempts: [Attempt]
    /// Further hints, such as why no rule was tried.
    public var notes: [String]
    /// The one expression that decided; nil if no rule was tried.
    public var deciding: Deciding?

    package init(
        isAllowed: Bool, user: String?, operations: [Operation], firstOperation: Int, operationCount: Int,
        attempts: [Attempt], deciding: Deciding?, notes: [String]
    ) {
        self.isAllowed = isAllowed
        self.user = user
        self.operations = operations
        self.firstOperation = firstOperation
        self.operationCount = operationCount
        self.attempts = attempts
        self.deciding = deciding
        self.notes = notes
    }

    /// The expression that decided about a request.
    ///
    /// A request is denied if no rule allows it. Of several rules, the one that came closest decides: the one where most conditions
    /// joined by `&&` held before one did not. Among equals of Firestore's rules it is the one whose path matches more exactly, without
    /// `{name=**}`, then the first; among those of the Realtime Database, the one closest to the node. `if false` comes last.
    public struct Deciding: Hashable, Sendable {
        /// The place of its rule among ``Explanation/attempts``.
        public var attempt: Int
        /// The expression as written, on one line. Long ones are cut.
        public var expression: String
        /// Where it is.
        public var range: SourceRange
        /// The reason, in one sentence without a full stop: `bob is not a participant of conversations/team`.
        public var reason: String

        /// The expression that decided in an attempt.
        ///
        /// - Parameter constant: The reason for a rule without a condition, or with a constant one.
        package init(_ attempt: Attempt, at index: Int, constant: String) {
            self.attempt = index
            if let finding = attempt.finding?.deciding {
                (expression, range, reason) = (finding.expression, finding.range, finding.reason ?? "")
            } else {
                (expression, range, reason) = (attempt.condition, attempt.range, constant)
            }
        }
    }

    /// The reason for the decision, in one sentence without a full stop.
    public var reason: String { deciding?.reason ?? notes.first ?? "no rule was asked" }
}

extension Explanation {
    /// One rule that was tried.
    public struct Attempt: Hashable, Sendable {
        /// The operation that the rule was tried for. In the Realtime Database, the method is the name of the rule, such as `.write`.
        public var operation: Operation
        /// The name of the rules file.
        public var file: String
        /// Where the condition is, or the whole rule if it has none.
        public var range: SourceRange
        /// The rule's path: `/databases/{database}/documents/users/{user}`, or `/messages/$message`.
        public var match: String
        /// The condition as written, on one line.
        public var condition: String
        /// The condition's result.
        public var result: Result
        /// The outcome in words: `the condition for update is false`.
        public var verdict: String
        /// The condition, with the expressions inside that decided; nil for a rule without a condition, or with a constant one.
        public var finding: Finding?
        /// How close the rule came to allowing: how many of its conditions held; -1 for `if false`.
        package var closeness: Int

        package init(
            operation: Operation, file: String, range: SourceRange, match: String, condition: String,
            result: Result, verdict: String, finding: Finding?, closeness: Int
        ) {
            self.operation = operation
            self.file = file
            self.range = range
            self.match = match
            self.condition = condition
            self.result = result
            self.verdict = verdict
            self.finding = finding
            self.closeness = closeness
        }
    }

    /// The result of an expression.
    public enum Result: Hashable, Sendable {
        /// A value, in short.
        case value(String)
        /// An error. For rules of Firestore, in the words of Google's emulator.
        case error(String)
        /// The filters of the query do not settle it.
        case unknown
        /// The rules exceeded the number of expressions.
        case budgetExceeded
    }

    /// An expression and its result.
    public struct Finding: Hashable, Sendable {
        /// The expression as written, on one line. Long ones are cut.
        public var expression: String
        /// Where it is.
        public var range: SourceRange
        /// Its result.
        public var result: Result
        /// The values that the result was computed from: the operands of what decided, the arguments of a call.
        public var values: [NamedValue]
        /// What the values mean, such as which keys were too many.
        public var notes: [String]
        /// The expressions that caused the result, inside this one or inside the function or variable that it names. Empty if it decided
        /// itself.
        public var causes: [Finding]
        /// True if the causes are elsewhere in the source: in a function that it calls, or where a variable was set.
        public var leadsElsewhere: Bool
        /// The place of the cause that leads to the one expression that decided; nil if this is that expression.
        public var decidingCause: Int?
        /// The reason, in one sentence; nil if a cause has it.
        public var reason: String?
        /// How many conditions held on the way to what decided.
        package var held: Int

        package init(
            expression: String, range: SourceRange, result: Result, values: [NamedValue], notes: [String],
            causes: [Finding], leadsElsewhere: Bool = false, decidingCause: Int?, reason: String?, held: Int
        ) {
            self.expression = expression
            self.range = range
            self.result = result
            self.values = values
            self.notes = notes
            self.causes = causes
            self.leadsElsewhere = leadsElsewhere
            self.decidingCause = decidingCause
            self.reason = reason
            self.held = held
        }
    }

    /// An expression or parameter, and its value in short.
    public struct NamedValue: Hashable, Sendable {
        /// The expression or the parameter's name.
        public var name: String
        /// The value.
        public var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }
}

extension Explanation.Finding {
    /// The innermost expressions that decided.
    public var decisive: [Explanation.Finding] { causes.isEmpty ? [self] : causes.flatMap(\.decisive) }

    /// The one expression that decided.
    public var deciding: Explanation.Finding {
        decidingCause.flatMap { causes.indices.contains($0) ? causes[$0] : nil }?.deciding ?? self
    }

    /// The side of a false `||` that came closest: the one where most conditions held; the first among equals.
    package static func nearest(of sides: [Explanation.Finding]) -> Int? {
        sides.indices.max { (sides[$0].held, $1) < (sides[$1].held, $0) }
    }
}
