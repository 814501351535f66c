import FirestoreRules

/// Drops an element of a list that a value is compared with, or adds one that the rules name elsewhere.
struct ChangedLists: MutationFamily {
    let name = "changed-list"

    /// The maximum number of elements to try for each list.
    private static let maximumAdditions = 5

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.expressions.flatMap { site -> [MutationChange] in
            guard case .list(let elements) = site.expression.kind, isCompared(site) else { return [] }
            return drops(elements, of: site.expression, source)
                + additions(elements, to: site.expression, source)
        }
    }

    private func isCompared(_ site: ExpressionSite) -> Bool {
        switch site.parent?.kind {
        case .method(_, let name, _)?:
            [
                "hasAll", "hasAny", "hasOnly", "concat", "removeAll", "toSet", "difference", "intersection",
                "union",
            ]
            .contains(name.name)
        case .binary(.in, _, _, _)?: true
        default: false
        }
    }

    private func drops(
        _ elements: [Expression], of list: Expression, _ source: MutationSource
    ) -> [MutationChange] {
        elements.indices.map { index in
            let extent = source.extent(elements[index])
            let gap =
                if index + 1 < elements.count {
                    extent.lowerBound..<source.extent(elements[index + 1]).lowerBound
                } else if index > 0 {
                    source.extent(elements[index - 1]).upperBound..<extent.upperBound
                } else {
                    extent
                }
            return source.change(list, [Mutant.Edit(range: gap, text: "")])
        }
    }

    private func additions(
        _ elements: [Expression], to list: Expression, _ source: MutationSource
    ) -> [MutationChange] {
        let texts = elements.compactMap(\.text)
        guard let last = elements.last, texts.count == elements.count else { return [] }
        let end = source.extent(last).upperBound
        let others = source.vocabulary.others(than: texts)
        return (others.isEmpty ? ["mutant"] : others.prefix(ChangedLists.maximumAdditions)).map { text in
            source.change(list, [Mutant.Edit(range: end..<end, text: ", \(text.rulesLiteral)")])
        }
    }
}
