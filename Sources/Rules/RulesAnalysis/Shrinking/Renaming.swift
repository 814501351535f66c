import FirestoreModel

/// Replaces a text everywhere in a scenario: in paths, values, claims, and the user's id.
struct Renaming {
    private let old: String
    private let new: String

    init(_ old: String, _ new: String) {
        self.old = old
        self.new = new
    }

    func applied(to scenario: Scenario) -> Scenario {
        var copy = scenario
        copy.world = World(scenario.world.documents.map { (path($0.path), fields($0.fields)) })
        copy.request.document = path(scenario.request.document)
        copy.request.data = fields(scenario.request.data)
        if let user = scenario.request.user {
            copy.request.user = AnalysedRequest.User(uid: text(user.uid), claims: fields(user.claims))
        }
        for index in copy.request.query.tests.indices {
            copy.request.query.tests[index].value = value(copy.request.query.tests[index].value)
        }
        return copy
    }

    private func text(_ text: String) -> String { text == old ? new : text }

    private func path(_ path: DocumentPath) -> DocumentPath {
        // The ids of collections are names of the rules.
        let segments = path.segments.enumerated().map { index, id in
            index.isMultiple(of: 2) ? id : ResourceID(text(id.string))
        }
        return DocumentPath(segments: segments) ?? path
    }

    private func fields(_ fields: MapValue) -> MapValue {
        MapValue(pairs: fields.map { ($0.name, value($0.value)) })
    }

    private func value(_ value: Value) -> Value {
        switch value {
        case .string(let text): .string(self.text(text))
        case .array(let elements): .array(elements.map { self.value($0) })
        case .map(let inner): .map(fields(inner))
        default: value
        }
    }
}
