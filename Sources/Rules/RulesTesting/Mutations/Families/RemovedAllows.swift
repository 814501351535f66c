import FirestoreRules

/// Removes an allow statement. (The one that always allows comes from ``ConstantConditions``.)
struct RemovedAllows: MutationFamily {
    let name = "removed-allow"

    func changes(in source: MutationSource) -> [MutationChange] {
        source.walk.allows.map { allow in
            var range = source.extents.extent(of: allow.range)
            if let end = source.extents.semicolon(after: range.upperBound) { range = range.lowerBound..<end }
            return MutationChange(edits: [Mutant.Edit(range: range, text: "")], reach: allow.reach)
        }
    }
}
