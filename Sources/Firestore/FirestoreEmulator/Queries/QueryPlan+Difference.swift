import FirestoreModel

/// How the results of a query differ between two states.
extension QueryPlan {
    /// Whether a result also depends on other documents, so that it does not follow from a document alone.
    var limits: Bool { limit != nil || offset > 0 || search != nil }

    /// Calls a function with each document of the query's collections that differs.
    func forEachDifference(
        from old: DatabaseState, to new: DatabaseState, _ body: (DatabaseState.Difference) -> Void
    ) {
        if let path = singleCollection {
            new.forEachDifference(from: old, in: path, body)
        } else {
            new.forEachDifference(from: old, where: includes, body)
        }
    }

    /// Whether a document has changed that matches, or has matched.
    func isTouched(from old: DatabaseState, to new: DatabaseState) -> Bool {
        var isTouched = false
        forEachDifference(from: old, to: new) { document in
            isTouched =
                isTouched || document.old.map { match($0) != nil } ?? false
                || document.new.map { match($0) != nil } ?? false
        }
        return isTouched
    }

    /// Runs the query on both states.
    func differenceOfResults(from old: DatabaseState, to new: DatabaseState) -> TargetDifference {
        let results = run(on: new).documents
        let before = run(on: old).documents
        var earlier: [DocumentPath: StoredDocument] = [:]
        for document in before { earlier[document.name.path] = document }
        var difference = TargetDifference()
        for document in results {
            let known = earlier.removeValue(forKey: document.name.path)
            if known !== document { difference.changed.append(document) }
        }
        for document in before where earlier[document.name.path] != nil {
            difference.add((document, new.document(document.name.path)), wasIn: true, isIn: false)
        }
        return difference
    }
}
