package import JSONText

/// Coverage of conditions, for people and as JSON.
package struct CoverageText {
    /// A line for each condition, one for each function that was never called, and a summary.
    package static func lines(_ coverage: some CoveredRules) -> [String] {
        let conditions = coverage.conditions.sorted { $0.range.start < $1.range.start }
        let places = conditions.map { "\(coverage.file):\($0.line):\($0.range.start.column)" }
        let width = places.map(\.count).max() ?? 0
        var lines = zip(conditions, places).map { condition, place in
            let padding = String(repeating: " ", count: width - place.count)
            let note = note(condition)
            return "\(place)\(padding)  \(condition.trueCount)× true  \(condition.falseCount)× false"
                + (condition.errorCount > 0 ? "  \(condition.errorCount)× error" : "")
                + "  \(shortened(condition.text))" + (note.isEmpty ? "" : "  ← \(note)")
        }
        for function in coverage.functions where function.count == 0 {
            lines.append(
                "\(coverage.file):\(function.line)  function \(function.name) was never called")
        }
        return lines + [summary(coverage)]
    }

    package static func summary(_ coverage: some CoveredRules) -> String {
        "\(coverage.coveredCount) of \(coverage.conditions.count) conditions seen both true and false: "
            + percent(coverage.percent)
    }

    package static func percent(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded(.down))
        return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
    }

    private static func note(_ condition: CoveredCondition) -> String {
        switch (condition.trueCount > 0, condition.falseCount > 0) {
        case (true, true): return ""
        case (true, false): return "never false"
        case (false, true): return "never true"
        case (false, false): return condition.errorCount > 0 ? "never true or false" : "never evaluated"
        }
    }

    private static func shortened(_ text: String) -> String {
        text.count > 80 ? text.prefix(79) + "…" : text
    }

    /// One object for each condition.
    package static func objects(_ coverage: some CoveredRules) -> [JSON] {
        coverage.conditions.sorted { $0.range.start < $1.range.start }.map { condition in
            .object([
                JSON.Member("file", .string(coverage.file)),
                JSON.Member("line", .number(String(condition.line))),
                JSON.Member("column", .number(String(condition.range.start.column))),
                JSON.Member("condition", .string(condition.text)),
                JSON.Member("true", .number(String(condition.trueCount))),
                JSON.Member("false", .number(String(condition.falseCount))),
                JSON.Member("error", .number(String(condition.errorCount))),
                JSON.Member("covered", .boolean(condition.isCovered)),
            ])
        }
    }
}
