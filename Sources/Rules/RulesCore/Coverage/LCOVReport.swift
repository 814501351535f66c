/// Coverage as an lcov trace file: each condition is a branch point with two branches, true and false.
///
/// Source for the form: the manual page geninfo(1), "Files".
package struct LCOVReport {
    package static func lines(_ coverage: some CoveredRules) -> [String] {
        var lines = ["TN:", "SF:\(coverage.file.filter { !$0.isNewline })"]
        for function in coverage.functions { lines.append("FN:\(function.line),\(function.name)") }
        for function in coverage.functions { lines.append("FNDA:\(function.count),\(function.name)") }
        lines.append("FNF:\(coverage.functions.count)")
        lines.append("FNH:\(coverage.functions.count { $0.count > 0 })")

        let conditions = coverage.conditions.sorted { $0.range.start < $1.range.start }
        var blocks: [Int: Int] = [:]
        var hits: [Int: Int] = [:]
        var taken = 0
        for condition in conditions {
            let block = blocks[condition.line, default: 0]
            blocks[condition.line] = block + 1
            let count = condition.evaluations
            hits[condition.line] = max(hits[condition.line, default: 0], count)
            for (branch, times) in [condition.trueCount, condition.falseCount].enumerated() {
                if times > 0 { taken += 1 }
                // A dash says that the condition was never evaluated at all.
                lines.append("BRDA:\(condition.line),\(block),\(branch),\(count == 0 ? "-" : String(times))")
            }
        }
        lines += ["BRF:\(conditions.count * 2)", "BRH:\(taken)"]
        for (line, count) in hits.sorted(by: { $0.key < $1.key }) { lines.append("DA:\(line),\(count)") }
        lines += ["LF:\(hits.count)", "LH:\(hits.values.count { $0 > 0 })", "end_of_record"]
        return lines
    }
}
