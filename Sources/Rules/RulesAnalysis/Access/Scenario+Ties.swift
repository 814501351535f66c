import CoreValues
import FirestoreModel
import FirestoreRules

extension Scenario {
    /// The request without what names the user by accident: whatever can name somebody else while the request still holds.
    ///
    /// - Parameter holds: Whether a request is still what it was found for.
    func untied(where holds: (Scenario) -> Bool) -> Scenario {
        var best = self
        guard let uid = request.user?.uid else { return self }
        for index in request.document.segments.indices where !index.isMultiple(of: 2) {
            guard best.request.document.segments[index].string == uid else { continue }
            let copy = best.renaming(segment: index)
            if holds(copy) { best = copy }
        }
        for document in best.world.documents {
            for (name, value) in document.fields where value.mentions(uid) {
                var copy = best
                copy.world[document.path]?[name] = value.replacing(uid)
                if copy.request.method == .update, document.path == request.document,
                    copy.request.data[name] == value
                {
                    copy.request.data[name] = value.replacing(uid)
                }
                if holds(copy) { best = copy }
            }
        }
        for (name, value) in best.request.data where value.mentions(uid) {
            let copy = best.writing(value.replacing(uid), to: name)
            if holds(copy) { best = copy }
        }
        return best
    }

    /// The request with another id in a segment of its path, and of the paths of the documents around it.
    private func renaming(segment index: Int) -> Scenario {
        let old = request.document.segments
        func renamed(_ path: DocumentPath) -> DocumentPath {
            var ids = path.segments
            guard ids.count > index, Array(ids[...index]) == Array(old[...index]) else { return path }
            ids[index] = ResourceID(
                (ids[index - 1].string.first.map { String($0).lowercased() } ?? "d") + "1")
            return DocumentPath(segments: ids) ?? path
        }
        var copy = self
        copy.request.document = renamed(request.document)
        copy.world = World(world.documents.map { (renamed($0.path), $0.fields) })
        return copy
    }
}

extension Value {
    /// The value with another user in place of this one.
    fileprivate func replacing(_ uid: String) -> Value {
        switch self {
        case .string(let text): .string(text == uid ? "zoe" : text)
        case .array(let elements): .array(elements.map { $0.replacing(uid) })
        case .map(let fields):
            .map(
                MapValue(
                    pairs: fields.map {
                        ($0.name.string == uid ? FieldName("zoe") : $0.name, $0.value.replacing(uid))
                    }))
        default: self
        }
    }
}
