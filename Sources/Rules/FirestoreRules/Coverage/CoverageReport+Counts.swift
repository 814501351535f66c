package import JSONText

/// The report in short, for a page that polls: the kinds and counts of all expressions, and a few values of each as text. Can be
/// limited to the changes since an earlier version.
extension CoverageReport {
    /// The maximum number of values to list for an expression.
    private static let limit = 6

    /// A summary of an expression's values.
    private enum Kind: String {
        case both, value, `true`, `false`, error, never
    }

    /// The number of decisions so far.
    package var version: Int { recorder.version }

    /// Writes all expressions as a tree.
    package func writeCounts(to writer: inout JSONWriter) {
        writer.array(nodes) { writer, node in writeCounts(node, to: &writer) }
    }

    private func writeCounts(_ node: CoverageNode, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("sourcePosition") { writer in
                writer.object { writer in
                    writer.member("currentOffset") { $0.integer(node.range.start.offset) }
                    writer.member("endOffset") { $0.integer(node.range.endOffset) }
                }
            }
            writeCounts(of: node, to: &writer)
            if !node.children.isEmpty {
                writer.member("children") { writer in
                    writer.array(node.children) { writer, child in writeCounts(child, to: &writer) }
                }
            }
        }
    }

    /// Writes the expressions that were evaluated since a version, each with its place among all: outer before inner ones.
    package func writeChanges(since version: Int, to writer: inout JSONWriter) {
        var changed: [(index: Int, node: CoverageNode)] = []
        var index = 0
        func visit(_ node: CoverageNode) {
            if recorder.hasChanged(node.id, since: version) { changed.append((index, node)) }
            index += 1
            for child in node.children { visit(child) }
        }
        for node in nodes { visit(node) }
        writer.array(changed) { writer, change in
            writer.object { writer in
                writer.member("index") { $0.integer(change.index) }
                writeCounts(of: change.node, to: &writer)
            }
        }
    }

    private func writeCounts(of node: CoverageNode, to writer: inout JSONWriter) {
        let seen = tallies(of: node).filter { $0.observation != .skipped }
        writer.member("kind") { $0.string(CoverageReport.kind(of: seen).rawValue) }
        if seen.isEmpty { return }
        let shown = seen.sorted { $0.count > $1.count }.prefix(CoverageReport.limit)
        writer.member("total") { $0.integer(seen.reduce(0) { $0 + $1.count }) }
        writer.member("values") { writer in
            writer.array(shown) { writer, tally in
                writer.object { writer in
                    writer.member("text") { $0.string(tally.observation.shortText) }
                    writer.member("count") { $0.integer(tally.count) }
                    if !tally.observation.isValue { writer.member("isError") { $0.boolean(true) } }
                }
            }
        }
        if seen.count > shown.count { writer.member("others") { $0.integer(seen.count - shown.count) } }
    }

    private static func kind(of seen: [CoverageRecorder.Tally]) -> Kind {
        if seen.isEmpty { return .never }
        let values = seen.filter(\.observation.isValue)
        if values.isEmpty { return .error }
        var truths: Set<Bool> = []
        for tally in values {
            guard case .value(.bool(let truth)) = tally.observation else { return .value }
            truths.insert(truth)
        }
        return truths.count == 2 ? .both : truths.contains(true) ? .true : .false
    }
}

extension Observation {
    fileprivate var isValue: Bool { if case .value = self { true } else { false } }

    /// The value or error on one short line.
    fileprivate var shortText: String {
        if case .value(let value) = self { ValueSummary(value).text } else { summary }
    }
}
