import FirestoreRules

/// Lets a match block match more or fewer paths: `{x=**}` instead of `{x}` and the reverse, any collection instead of a named one.
struct ChangedPaths: MutationFamily {
    let name = "changed-path"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.matches.flatMap { match -> [MutationChange] in
            // The root of all documents is the same for everyone.
            if match.template.isDatabaseRoot { return [] }
            let places = source.extents.segments(of: match.template.range)
            guard places.count == match.template.segments.count else { return [] }
            return zip(match.template.segments, places).enumerated().map { index, pair in
                let text =
                    switch pair.0 {
                    case .literal: "/{mutant\(index)}"
                    case .capture(let name): "/{\(name.name)=**}"
                    case .glob(let name): "/{\(name.name)}"
                    }
                return MutationChange(edits: [Mutant.Edit(range: pair.1, text: text)], reach: .everything)
            }
        }
    }
}

extension PathTemplateSyntax {
    fileprivate var isDatabaseRoot: Bool {
        guard let first = segments.first, let last = segments.last, segments.count == 3,
            case .literal("databases") = first, case .literal("documents") = last
        else { return false }
        return true
    }
}
