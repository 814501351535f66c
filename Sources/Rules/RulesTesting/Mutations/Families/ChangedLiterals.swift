import FirestoreRules

/// Changes a literal a little: a number by one, a text by one character, true to false.
struct ChangedLiterals: MutationFamily {
    let name = "changed-literal"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.flatMap { site -> [MutationChange] in
            guard case .literal(let literal) = site.expression.kind else { return [] }
            // Literals leave no trace, but a decision that evaluates one also evaluates the expression around it.
            let reach = Mutant.Reach.expression((site.parent ?? site.expression).range)
            return others(literal, site).map { text in
                MutationChange(
                    edits: [Mutant.Edit(range: source.extent(site.expression), text: text)],
                    reach: site.parent == nil ? .everything : reach)
            }
        }
    }

    private func others(_ literal: Expression.Literal, _ site: ExpressionSite) -> [String] {
        switch literal {
        case .bool(let bool): return [bool ? "false" : "true"]
        case .int(let number):
            // A sign belongs to the expression around the literal, and sums must not overflow.
            return [number.addingReportingOverflow(1), number.subtractingReportingOverflow(1)].filter {
                !$0.overflow && ($0.partialValue >= 0 || number == 0)
            }.map { $0.partialValue < 0 ? "(\($0.partialValue))" : String($0.partialValue) }
        case .float(let number):
            return [number + 1, number - 1].filter { $0 >= 0 && $0 < 1e15 && $0 != number }.map(\.description)
        case .string(let text):
            // Another family drops and adds elements of lists.
            if case .list? = site.parent?.kind { return [] }
            if case .method(_, let name, _)? = site.parent?.kind, name.name == "matches" { return [] }
            return [(text + "~").rulesLiteral]
        case .null, .bytes: return []
        }
    }
}
