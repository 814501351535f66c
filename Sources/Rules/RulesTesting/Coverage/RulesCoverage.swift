import FirestoreRules
import JSONText

/// Which expressions of the rules were evaluated, and with which results.
public struct RulesCoverage: Sendable {
    /// An expression of the rules.
    public struct Expression: Hashable, Sendable {
        /// Its line, from 1.
        public let line: Int
        /// Its column, from 1.
        public let column: Int
        /// The expression as written.
        public let text: String
        /// How often it was evaluated.
        public let evaluations: Int
        /// The booleans that it was: both for a well-tested condition; none for an expression that is not a boolean.
        public let truths: Set<Bool>
    }

    /// The expressions, functions before conditions, each before those inside it.
    public let expressions: [Expression]
    /// How many decisions are not counted: an emulator keeps only some thousand until somebody asks.
    public let uncounted: Int
    /// The report as an emulator's `:ruleCoverage` returns it, in JSON.
    public let json: String

    /// The expressions that were never evaluated.
    public var unevaluated: [Expression] { expressions.filter { $0.evaluations == 0 } }

    init(_ body: [UInt8], _ rules: SourceFile) throws(RulesTestError) {
        guard let report = try? JSONParser.parse(body) else {
            throw RulesTestError("The emulator's coverage report is not JSON.")
        }
        json = String(decoding: body, as: UTF8.self)
        uncounted = report.integer("uncountedDecisions") ?? 0
        let scalars = Array(rules.content.unicodeScalars)
        var expressions: [Expression] = []
        RulesCoverage.add(report["report"], scalars, to: &expressions)
        self.expressions = expressions
    }

    private static func add(_ nodes: JSON?, _ source: [Unicode.Scalar], to expressions: inout [Expression]) {
        guard case .array(let nodes) = nodes else { return }
        for node in nodes {
            if let expression = Expression(node, source) { expressions.append(expression) }
            add(node["children"], source, to: &expressions)
        }
    }
}

extension RulesCoverage.Expression {
    fileprivate init?(_ node: JSON, _ source: [Unicode.Scalar]) {
        guard let position = node["sourcePosition"], let line = position.integer("line"),
            let column = position.integer("column")
        else { return nil }
        self.line = line
        self.column = column
        let range = (position.integer("currentOffset") ?? 0)..<((position.integer("endOffset") ?? 0) + 1)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: source[range.clamped(to: source.indices)])
        self.text = String(text)
        var evaluations = 0
        var truths: Set<Bool> = []
        if case .array(let values) = node["values"] {
            for entry in values {
                // An expression that was skipped is counted with an empty value.
                guard let value = entry["value"], value != .object([]) else { continue }
                evaluations += entry.integer("count") ?? 0
                if case .boolean(let truth) = value["boolValue"] { truths.insert(truth) }
            }
        }
        self.evaluations = evaluations
        self.truths = truths
    }
}

extension JSON {
    fileprivate func integer(_ name: String) -> Int? {
        if case .number(let digits) = self[name] { Int(digits) } else { nil }
    }
}

extension RulesTestEnvironment {
    /// Which expressions of the rules were evaluated since the environment was created.
    ///
    /// - Throws: ``RulesTestError`` if the emulator has no report.
    public func coverage() async throws(RulesTestError) -> RulesCoverage {
        try RulesCoverage(try await report(":ruleCoverage"), rules)
    }

    /// The coverage as a page of HTML: the rules with each expression coloured, and its values.
    ///
    /// - Throws: ``RulesTestError`` if the emulator has no report.
    public func coveragePage() async throws(RulesTestError) -> String {
        String(decoding: try await report(":ruleCoverage.html"), as: UTF8.self)
    }

    private func report(_ method: String) async throws(RulesTestError) -> [UInt8] {
        do throws(ServerFailure) {
            return try await server.get(method, to: "read the coverage")
        } catch {
            throw RulesTestError(error.message)
        }
    }
}
