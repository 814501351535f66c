import JSONText

/// An outcome of an expression, as coverage reports it.
package enum Observation: Sendable, Equatable {
    case value(RuleValue)
    case error(RuleError, at: SourceRange?)
    /// It had no value because data was missing.
    case unknown
    /// It was skipped, because an operand before it had decided.
    case skipped

    init(_ outcome: Outcome) {
        switch outcome {
        case .value(let value): self = .value(value)
        case .failure(.error(let error, let range)): self = .error(error, at: range)
        case .failure(.unknown), .failure(.budgetExceeded): self = .unknown
        }
    }

    /// Whether the value may take much memory.
    var isLarge: Bool {
        switch self {
        case .value(.list), .value(.set), .value(.map), .value(.mapDiff), .value(.bytes), .value(.vector),
            .value(.constraint):
            true
        case .value(.string(let text)): text.utf8.count > 1000
        case .value, .error, .unknown, .skipped: false
        }
    }

    /// A line for people to read.
    package var summary: String {
        switch self {
        case .value(let value):
            var writer = JSONWriter(.compact)
            writer.ruleValue(value)
            let text = String(decoding: writer.bytes, as: UTF8.self)
            return text.count > 200 ? text.prefix(200) + "…" : text
        case .error(let error, _): return error.message
        case .unknown: return "unknown"
        case .skipped: return "not evaluated"
        }
    }

    package static func == (left: Observation, right: Observation) -> Bool {
        switch (left, right) {
        case (.value(let a), .value(let b)): Observation.isSame(a, b)
        case (.error(let a, let place), .error(let b, let other)): place == other && a.message == b.message
        case (.unknown, .unknown), (.skipped, .skipped): true
        case (.value, _), (.error, _), (.unknown, _), (.skipped, _): false
        }
    }

    private static func isSame(_ left: RuleValue, _ right: RuleValue) -> Bool {
        if case (.float(let a), .float(let b)) = (left, right) { return a == b || (a.isNaN && b.isNaN) }
        let comparison = ContentComparison(
            numbers: .exact, isForReports: true, WorkMeter(mostSteps: 1_000_000))
        return (try? comparison.isSame(left, right)) ?? false
    }
}
