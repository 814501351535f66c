package import JSONText
import RulesCore

/// The result of mutation testing: the survivors and the score.
package struct MutationReport: Sendable {
    /// A mutant that no case notices.
    package struct Survivor: Sendable {
        package let result: MutantResult
        /// Why it changes nothing; nil if it is not listed as such.
        package let reason: String?
    }

    package let file: String
    package let killed: Int
    package let survivors: [Survivor]
    /// The list of equivalents, as far as it may be about these rules.
    private let known: KnownEquivalents
    /// The lines of those of its entries that match a survivor.
    private let usedLines: Set<Int>

    package init(_ results: [MutantResult], file: String, known: KnownEquivalents) {
        self.file = file
        self.known = known
        var survivors: [Survivor] = []
        var used: Set<Int> = []
        for result in results {
            if case .killed = result.fate { continue }
            let entry = known.entry(for: result.mutant)
            if let entry { used.insert(entry.line) }
            survivors.append(Survivor(result: result, reason: entry?.reason))
        }
        killed = results.count - survivors.count
        self.survivors = survivors
        usedLines = used
    }

    /// The entries of a list that match no survivor in any report. Entries about other rules are not among them.
    package static func staleEntries(of reports: [MutationReport]) -> [KnownEquivalents.Entry] {
        let used = reports.reduce(into: Set<Int>()) { $0.formUnion($1.usedLines) }
        var seen = used
        return reports.flatMap(\.known.entries).filter { seen.insert($0.line).inserted }
            .sorted { $0.line < $1.line }
    }

    /// Survivors that are not listed as equivalent.
    package var open: [Survivor] { survivors.filter { $0.reason == nil } }

    /// The percentage of mutants that were noticed, without those listed as equivalent; 100 if there are none.
    package var score: Double {
        let count = killed + open.count
        return count == 0 ? 100 : Double(killed) * 100 / Double(count)
    }

    package var summary: String {
        let known = survivors.count - open.count
        return "\(killed + survivors.count) mutants: \(killed) noticed, \(open.count) not"
            + (known > 0 ? ", \(known) known to change nothing" : "")
            + "; score \(CoverageText.percent(score))"
    }

    /// Each survivor with its diff.
    package var lines: [String] {
        open.flatMap { survivor -> [String] in
            let mutant = survivor.result.mutant
            let note = survivor.result.fate == .notReached ? " (no case evaluates this)" : ""
            return ["\(file):\(mutant.line): \(mutant.family) \(mutant.id)\(note)"]
                + mutant.diff.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""]
        }
    }

    /// One object for each survivor.
    package var objects: [JSON] {
        survivors.map { survivor in
            let mutant = survivor.result.mutant
            var members = [
                JSON.Member("id", .string(mutant.id)), JSON.Member("family", .string(mutant.family)),
                JSON.Member("file", .string(file)), JSON.Member("line", .number(String(mutant.line))),
                JSON.Member("reached", .boolean(survivor.result.fate != .notReached)),
                JSON.Member("diff", .string(mutant.diff)),
            ]
            if let reason = survivor.reason { members.append(JSON.Member("equivalent", .string(reason))) }
            return .object(members)
        }
    }
}
