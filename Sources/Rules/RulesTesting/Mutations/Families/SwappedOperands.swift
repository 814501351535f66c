import FirestoreRules

/// Swaps operands whose order matters: `a.diff(b)`, `a.hasAll(b)`, `a - b`, the branches of `?:`.
struct SwappedOperands: MutationFamily {
    let name = "swapped-operands"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.compactMap { site in
            switch site.expression.kind {
            case .method(let receiver, let name, let arguments):
                guard ["diff", "difference", "hasAll", "hasOnly"].contains(name.name), arguments.count == 1
                else {
                    return nil
                }
                return swap(receiver, arguments[0], in: site.expression, source, isReceiver: true)
            case .binary(.subtract, let left, let right, _), .binary(.divide, let left, let right, _),
                .binary(.remainder, let left, let right, _):
                return swap(left, right, in: site.expression, source, isReceiver: false)
            case .conditional(_, let first, let second):
                return swap(first, second, in: site.expression, source, isReceiver: false)
            default: return nil
            }
        }
    }

    private func swap(
        _ first: Expression, _ second: Expression, in whole: Expression, _ source: MutationSource,
        isReceiver: Bool
    ) -> MutationChange? {
        var one = source.extent(first)
        // The range of a receiver does not include its parentheses.
        if isReceiver, source.extent(whole).lowerBound < one.lowerBound {
            one = one.lowerBound - 1..<one.upperBound + 1
        }
        let other = source.extent(second)
        let text = source.extents.text(other)
        let needsParentheses = isReceiver && !second.bindsTightly && !source.extents.isParenthesized(other)
        return source.change(
            whole,
            [
                Mutant.Edit(range: one, text: needsParentheses ? "(\(text))" : text),
                Mutant.Edit(range: other, text: source.extents.text(one)),
            ])
    }
}

extension Expression {
    /// Whether a dot can follow.
    fileprivate var bindsTightly: Bool {
        switch kind {
        case .literal, .name, .list, .map, .path, .member, .index, .slice, .call, .method: true
        case .unary, .binary, .typeTest, .conditional: false
        }
    }
}
