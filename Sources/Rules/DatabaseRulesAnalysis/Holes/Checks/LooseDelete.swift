import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// A delete that leaves what the rules refuse to write: deletes are not validated, nor is what stays around them.
struct LooseDelete {
    let subject: DatabaseHoleSubject

    /// A delete, and the write of what it leaves.
    private struct Pair {
        let delete: DatabaseScenario
        let write: DatabaseScenario
    }

    var hole: DatabaseHole? {
        for scenario in subject.allowed.prefix(30) where !scenario.entries[0].node.isNull {
            guard let pair = pairs(after: scenario).first(where: isLoose) else { continue }
            let smallest = subject.smaller(pair.delete) { candidate in
                pair.write.path.contains(candidate.path) && isLoose(self.pair(candidate, pair.write.path))
            }
            let write = self.pair(smallest, pair.write.path).write
            return subject.hole(
                .looseDelete, .warning,
                "a delete leaves what the rules refuse to write: \(smallest.sentence)",
                smallest, contrast: DatabaseHole.Contrast(title: "but this is", shown: subject.shown(write)))
        }
        return nil
    }

    /// Deletes of parts of what a request has written, and of what lies below.
    private func pairs(after scenario: DatabaseScenario) -> [Pair] {
        let after = scenario.after
        let whole = scenario.path
        return after.value(at: whole).leaves(limit: 12).filter { !$0.isRoot }.map { leaf in
            var delete = scenario
            delete.root = after
            delete.operation = .write([DatabaseUpdate.Entry(whole.appending(leaf), .null)])
            return pair(delete, whole)
        }
    }

    private func pair(_ delete: DatabaseScenario, _ whole: DatabasePath) -> Pair {
        var write = delete
        write.operation = .write([DatabaseUpdate.Entry(whole, delete.after.value(at: whole))])
        return Pair(delete: delete, write: write)
    }

    private func isLoose(_ pair: Pair) -> Bool {
        guard case .write(let entries) = pair.delete.operation, entries.count == 1, entries[0].node.isNull,
            pair.delete.hasTarget, !pair.write.entries[0].node.isNull, isValid(pair),
            subject.isAllowed(pair.delete),
            case .invalid? = subject.rules.rules.decide(pair.write.request).denial
        else { return false }
        return true
    }

    /// Whether the same user could have written what was there before the delete.
    private func isValid(_ pair: Pair) -> Bool {
        var write = pair.write
        let path = pair.write.path
        write.operation = .write([DatabaseUpdate.Entry(path, pair.delete.root.value(at: path))])
        write.root.set(.null, at: path)
        return write.isAllowed(by: subject.rules.rules)
    }
}
