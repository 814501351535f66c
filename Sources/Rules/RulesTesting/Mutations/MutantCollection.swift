import RulesCore

/// Collects the mutants of a rules file, each once.
struct MutantCollection {
    private let source: SourceFile
    private let scalars: [Unicode.Scalar]
    private var seen: Set<String>
    private var ids: [String: Int] = [:]
    private var mutants: [Mutant] = []

    private init(_ source: SourceFile) {
        self.source = source
        scalars = Array(source.content.unicodeScalars)
        seen = [source.content]
    }

    /// All mutants that some families make, in the order of their lines.
    static func mutants<Source>(
        of file: SourceFile, _ source: Source, _ families: [any MutationFamily<Source>]
    ) -> [Mutant] {
        var mutants = MutantCollection(file)
        for family in families {
            for change in family.changes(in: source) { mutants.add(change, of: family.name) }
        }
        return mutants.inOrder
    }

    /// The mutants in the order of their lines.
    private var inOrder: [Mutant] {
        mutants.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
    }

    /// Adds the mutant that a change makes, unless another change made the same text.
    private mutating func add(_ change: MutationChange, of family: String) {
        let content = changed(by: change.edits)
        guard seen.insert(content).inserted else { return }
        let diff = UnifiedDiff(from: source, to: content)
        let base = StableHash.text([family] + diff.removed + ["→"] + diff.added)
        // Mutants of identical lines differ in their order.
        let number = ids[base, default: 0]
        ids[base] = number + 1
        mutants.append(
            Mutant(
                id: number == 0 ? base : "\(base)-\(number + 1)", family: family, line: diff.line,
                source: SourceFile(name: source.name, content: content), diff: diff.text,
                lineText: diff.removed.first ?? "", reach: change.reach))
    }

    private func changed(by edits: [Mutant.Edit]) -> String {
        var result = String.UnicodeScalarView()
        var offset = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result.append(contentsOf: scalars[offset..<max(offset, edit.range.lowerBound)])
            result.append(contentsOf: edit.text.unicodeScalars)
            offset = max(offset, edit.range.upperBound)
        }
        result.append(contentsOf: scalars[offset...])
        return String(result)
    }
}
