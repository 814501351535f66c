import FirestoreRules
import RulesCore

extension OpenCondition {
    /// Those of the statements that a search was for.
    static func all(in search: DifferenceSearch) -> [OpenCondition] {
        DifferenceSearch.Side.allCases.flatMap { side -> [OpenCondition] in
            let plan = search.rules[side.rawValue].traced
            let goals = search.goals.filter { $0.side == side }
            let ranges = Set(goals.flatMap { plan.reach(of: $0.statement).expressions }.map(\.range))
            return open(in: search, side) { ranges.contains($0) }
        }
    }

    /// Those of the new rules that had a value.
    static func seen(in search: DifferenceSearch) -> [OpenCondition] {
        open(in: search, .new) { _ in true }.filter { $0.seen != nil }
    }

    private static func open(
        in search: DifferenceSearch, _ side: DifferenceSearch.Side, where isWanted: (SourceRange) -> Bool
    ) -> [OpenCondition] {
        let (rules, seen) = (search.rules[side.rawValue], search.corpus.seen[side.rawValue])
        let extents = SourceExtents(rules.source)
        // A function that is called in several places has one number for each of its expressions.
        return (0..<rules.traced.expressionCount).compactMap { id -> OpenCondition? in
            guard let expression = rules.traced.expression(id), expression.isTest, isWanted(expression.range)
            else { return nil }
            let (wasFalse, wasTrue) = (seen.contains(2 * id), seen.contains(2 * id + 1))
            if wasFalse && wasTrue { return nil }
            let text = extents.text(extents.extent(of: expression.range))
            return OpenCondition(
                place: .init(file: rules.source.name, line: expression.range.start.line),
                text: text.onOneLine,
                seen: wasTrue ? true : wasFalse ? false : nil)
        }.sorted { ($0.place.line, $0.text) < ($1.place.line, $1.text) }
    }
}

extension Expression {
    /// Whether the expression is a condition by its form, and no junction of others.
    fileprivate var isTest: Bool {
        switch kind {
        case .typeTest: true
        case .binary(let operation, _, _, _):
            switch operation {
            case .in, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
            case .or, .and, .add, .subtract, .multiply, .divide, .remainder: false
            }
        case .call(let name, _): name.name == "exists" || name.name == "existsAfter"
        case .method(_, let name, _): ["hasAll", "hasAny", "hasOnly", "matches"].contains(name.name)
        default: false
        }
    }
}
