import FirestoreRules

/// Makes a whole condition always true, or always false.
struct ConstantConditions: MutationFamily {
    let name = "constant-condition"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.filter { $0.isBoolean && !$0.isLiteral }.flatMap { site -> [MutationChange] in
            // A constant operand of a chain is the same as leaving out the operand, or as a constant chain.
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
