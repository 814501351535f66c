import PrintableText

extension DatabaseCoverage {
    /// The rules as a page of HTML, each condition with what it came to. It loads nothing and runs nothing.
    package func html(of source: RulesText) -> String {
        var rest = conditions[...]
        return CoveredSource(
            title: source.name, source.scalars, parts(of: &rest, within: source.scalars.indices)
        )
        .html
    }

    /// Conditions come from the outside in, so that those inside of one follow it.
    private func parts(of rest: inout ArraySlice<Condition>, within range: Range<Int>) -> [CoveredSource.Part]
    {
        var parts: [CoveredSource.Part] = []
        while let condition = rest.first, range.contains(condition.range.offsets.lowerBound) {
            rest.removeFirst()
            parts.append(
                CoveredSource.Part(
                    range: condition.range.offsets, look: condition.look, sightings: condition.sightings,
                    parts: self.parts(of: &rest, within: condition.range.offsets)))
        }
        return parts
    }
}

extension DatabaseCoverage.Condition {
    fileprivate var look: CoveredSource.Part.Look {
        if isCovered { return .both }
        return trueCount + falseCount + errorCount > 0 ? .once : .never
    }

    fileprivate var sightings: String {
        [(trueCount, "true"), (falseCount, "false"), (errorCount, "an error")].filter { $0.0 > 0 }
            .map { "\($0.0) × \($0.1)" }.joined(separator: "\n")
    }
}
