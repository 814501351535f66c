import FirestoreRules

/// Replaces `&&` by `||`, and the reverse.
struct SwappedJunctions: MutationFamily {
    let name = "swapped-junction"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.compactMap { site in
            guard case .binary(let operation, let left, let right, let range) = site.expression.kind,
                site.expression.isJunction
            else { return nil }
            var edits = [
                Mutant.Edit(
                    range: range.start.offset..<range.endOffset + 1, text: operation == .and ? "||" : "&&")
            ]
            // The new operator has another precedence, so parentheses keep the tree as it was.
            for operand in [left, right] where operand.isJunction { edits += parentheses(operand, source) }
            if site.parent?.isJunction == true { edits += parentheses(site.expression, source) }
            return source.change(site.expression, edits)
        }
    }

    private func parentheses(_ expression: Expression, _ source: MutationSource) -> [Mutant.Edit] {
        let extent = source.extent(expression)
        if source.extents.isParenthesized(extent) { return [] }
        return [
            Mutant.Edit(range: extent.lowerBound..<extent.lowerBound, text: "("),
            Mutant.Edit(range: extent.upperBound..<extent.upperBound, text: ")"),
        ]
    }
}
