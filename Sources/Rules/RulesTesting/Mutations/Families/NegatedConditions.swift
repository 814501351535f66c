import FirestoreRules

/// Negates a condition: a test, a call, or the operand of a `!`.
struct NegatedConditions: MutationFamily {
    let name = "negated-condition"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.filter(\.isBoolean).compactMap { site in
            if case .unary(.not, _)? = site.parent?.kind { return nil }
            switch site.expression.kind {
            case .unary(.not, let operand): return source.replacing(site.expression, by: source.text(operand))
            case .name, .member, .index, .call, .method, .typeTest, .binary(.in, _, _, _):
                return source.replacing(site.expression, by: "!(\(source.text(site.expression)))")
            // Comparisons, chains and literals have families of their own.
            case .literal, .list, .map, .path, .slice, .unary, .binary, .conditional: return nil
            }
        }
    }
}
