/// A coverage report as a page of HTML: the source, each expression with its values.
package struct CoveragePage {
    private let source: SourceFile
    private let report: CoverageReport

    package init(_ source: SourceFile, _ report: CoverageReport) {
        self.source = source
        self.report = report
    }

    /// The whole page, without scripts or other resources.
    package var html: String {
        CoveredSource(
            title: source.name, note: report.note, Array(source.content.unicodeScalars), parts(report.nodes)
        ).html
    }

    private func parts(_ nodes: [CoverageNode]) -> [CoveredSource.Part] {
        nodes.sorted { $0.range.start < $1.range.start }.map { node in
            let tallies = report.tallies(of: node)
            return CoveredSource.Part(
                range: node.range.offsets, look: CoveragePage.look(tallies),
                sightings: tallies.map { "\($0.count) × \($0.observation.summary)" }.joined(separator: "\n"),
                parts: parts(node.children))
        }
    }

    /// How an expression looks: a condition needs both truth values, anything else one value.
    private static func look(_ tallies: [CoverageRecorder.Tally]) -> CoveredSource.Part.Look {
        let truths = tallies.compactMap { tally in
            if case .value(.bool(let truth)) = tally.observation { truth } else { nil }
        }
        let seen = tallies.contains { $0.observation != .skipped }
        if !seen { return .never }
        return truths.count == 1 ? .once : .both
    }
}
