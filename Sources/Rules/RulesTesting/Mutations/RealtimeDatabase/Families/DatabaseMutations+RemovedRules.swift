import RealtimeDatabaseRules
import RulesCore

extension DatabaseMutations {
    /// Removes a `.read`, `.write` or `.validate`.
    struct RemovedRules: MutationFamily {
        let name = "removed-rule"

        func changes(in source: DatabaseMutationSource) -> [MutationChange] {
            let scalars = source.rules.lines.scalars
            return source.rules.statements.compactMap { statement in
                guard let range = member(statement, scalars) else { return nil }
                let condition = statement.range(of: statement.condition, in: source.rules.lines)
                return MutationChange(
                    edits: [Mutant.Edit(range: range, text: "")], reach: .expression(condition))
            }
        }

        /// The member of the JSON that a rule is, with one of the commas beside it; nil where a comment stands in between.
        private func member(_ statement: RuleStatement, _ scalars: [Unicode.Scalar]) -> Range<Int>? {
            let value = statement.text.offsets(statement.text.scalars.indices)
            let isQuoted = value.lowerBound > 0 && scalars[value.lowerBound - 1] == "\""
            var start = isQuoted ? value.lowerBound - 1 : value.lowerBound
            var end = isQuoted ? value.upperBound + 1 : value.upperBound
            let name = Array("\"\(statement.kind.rawValue)\"".unicodeScalars)
            start = beforeBlanks(start, scalars)
            guard start > 0, scalars[start - 1] == ":" else { return nil }
            start = beforeBlanks(start - 1, scalars)
            guard start >= name.count, scalars[start - name.count..<start].elementsEqual(name) else {
                return nil
            }
            start -= name.count
            while end < scalars.count, scalars[end].isBlank { end += 1 }
            guard end < scalars.count else { return nil }
            let before = beforeBlanks(start, scalars)
            switch scalars[end] {
            case ",": return start..<end + 1
            case "}" where before > 0 && scalars[before - 1] == ",": return before - 1..<end
            case "}" where before > 0 && scalars[before - 1] == "{": return start..<end
            case _: return nil
            }
        }

        private func beforeBlanks(_ place: Int, _ scalars: [Unicode.Scalar]) -> Int {
            var place = place
            while place > 0, scalars[place - 1].isBlank { place -= 1 }
            return place
        }
    }
}
