import FirestoreRules

/// Leaves out one operand of a chain of `&&` or `||`.
struct DroppedOperands: MutationFamily {
    let name = "dropped-operand"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.flatMap { site -> [MutationChange] in
            guard case .binary(let operation, _, _, _) = site.expression.kind, site.expression.isJunction,
                !site.isPartOfChain
            else { return [] }
            let operands = operands(of: site.expression, operation, source, isOutermost: true)
            return operands.indices.map { index in
                let extent = source.extent(operands[index])
                let gap =
                    index + 1 < operands.count
                    ? extent.lowerBound..<source.extent(operands[index + 1]).lowerBound
                    : source.extent(operands[index - 1]).upperBound..<extent.upperBound
                return MutationChange(
                    edits: [Mutant.Edit(range: gap, text: "")], reach: .expression(operands[index].range))
            }
        }
    }

    private func operands(
        of expression: Expression, _ operation: BinaryOperator, _ source: MutationSource, isOutermost: Bool
    ) -> [Expression] {
        guard case .binary(operation, let left, let right, _) = expression.kind,
            isOutermost || !source.extents.isParenthesized(source.extent(expression))
        else { return [expression] }
        return operands(of: left, operation, source, isOutermost: false) + [right]
    }
}
