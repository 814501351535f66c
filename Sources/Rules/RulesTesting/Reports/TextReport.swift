/// Results for people: failures in detail, and a summary.
package struct TextReport {
    /// The lines of the failures; none if all cases passed.
    package static func failures(_ results: [CaseResult]) -> [String] {
        results.flatMap { result -> [String] in
            guard let failure = result.failure else { return [] }
            var lines = ["✗ \(result.suite): \(result.name)", "    \(result.place)"]
            if let step = failure.step { lines.append("    \(step)") }
            lines.append("    \(failure.summary)")
            for line in (failure.explanation ?? failure.message)?.split(whereSeparator: \.isNewline) ?? [] {
                lines.append("      \(line)")
            }
            return lines + [""]
        }
    }
}
