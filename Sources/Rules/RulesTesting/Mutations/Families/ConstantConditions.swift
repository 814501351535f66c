import FirestoreRules

/// Lets a whole condition be always true, or always false.
struct ConstantConditions: MutationFamily {
    let name = "constant-condition"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.filter { $0.isBoolean && !$0.isLiteral }.flatMap { site -> [MutationChange] in
            // An operand of a chain that is always true or false is one that is left out, or a chain that is.
            let isTest: Bool
            if case .conditional? = site.parent?.kind { isTest = true } else { isTest = false }
            switch site.role {
            case .condition, .result, .binding: break
            case .part: if !isTest { return [] }
            }
            return ["true", "false"].map { source.replacing(site.expression, by: $0) }
        }
    }
}

extension ExpressionSite {
    var isLiteral: Bool {
        if case .literal = expression.kind { true } else { false }
    }
}
