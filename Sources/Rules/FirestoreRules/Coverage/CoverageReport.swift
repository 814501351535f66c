package import JSONText

/// The values of a ruleset's expressions, as a tree in source order: functions, then conditions.
package struct CoverageReport: Sendable {
    /// The expressions, with those inside them.
    package let nodes: [CoverageNode]
    let recorder: CoverageRecorder
    /// How many decisions are not counted, as more were made than are kept.
    package let uncounted: Int

    package init(_ plan: RulesPlan, _ recorder: CoverageRecorder, uncounted: Int = 0) {
        nodes = plan.coverageRoots
        self.recorder = recorder
        self.uncounted = uncounted
    }

    /// A sentence about what is not counted; nil if everything is.
    package var note: String? {
        CoveredSource.note(uncounted: uncounted, of: uncounted + version)
    }

    package var isEmpty: Bool { nodes.isEmpty }

    /// The values of an expression.
    package func tallies(of node: CoverageNode) -> [CoverageRecorder.Tally] { recorder.tallies(of: node.id) }

    /// Writes the `report` of the emulator's `ruleCoverage`.
    ///
    /// Source for the shape: <https://firebase.google.com/docs/rules/emulator-reports>.
    package func write(to writer: inout JSONWriter) {
        writer.array(nodes) { writer, node in write(node, to: &writer) }
    }

    private func write(_ node: CoverageNode, to writer: inout JSONWriter) {
        let tallies = recorder.tallies(of: node.id)
        writer.object { writer in
            writer.member("sourcePosition") { $0.position(node.range) }
            if !tallies.isEmpty {
                writer.member("values") { writer in
                    writer.array(tallies) { writer, tally in
                        writer.object { writer in
                            writer.member("value") { $0.observation(tally.observation) }
                            writer.member("count") { $0.integer(tally.count) }
                        }
                    }
                }
            }
            if !node.children.isEmpty {
                writer.member("children") { writer in
                    writer.array(node.children) { writer, child in write(child, to: &writer) }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func observation(_ observation: Observation) {
        switch observation {
        case .value(let value): ruleValue(value)
        case .skipped: object { _ in }
        case .unknown: object { $0.member("undefined") { $0.object { _ in } } }
        case .error(let error, let range):
            object { writer in
                writer.member("undefined") { writer in
                    writer.object { writer in
                        if let range { writer.member("sourcePosition") { $0.position(range) } }
                        writer.member("causeMessage") { $0.string(error.message) }
                    }
                }
            }
        }
    }
}
