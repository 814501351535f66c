import FirestoreModel
import FirestoreRules

/// A part of a scenario that conditions read, and that can be set.
enum Place: Hashable, Sendable {
    /// `request`
    case request
    /// `request.auth`
    case user
    /// `request.auth.uid`
    case uid
    /// `request.auth.token`, or a part of it
    case claim([ValueStep])
    /// `request.time`
    case time
    /// `request.resource`
    case written
    /// `request.resource.data`, or a part of it
    case data([ValueStep])
    /// `request.query`
    case query
    case limit
    /// A document that is stored: `resource`, or what `get` finds.
    case document(DocumentPath)
    /// The data of one, or a part of it.
    case stored(DocumentPath, [ValueStep])
    /// `resource` of a list
    case results
    /// `resource.data` of a list, or a part of it
    case result([FieldName])
    /// A segment of the path, from the database down.
    case segment(Int)

    /// The place that a name or an index leads to.
    func member(_ step: ValueStep) -> Place? {
        let name: String? = if case .field(let field) = step { field.string } else { nil }
        switch (self, name) {
        case (.request, "auth"): return .user
        case (.request, "time"): return .time
        case (.request, "resource"): return .written
        case (.request, "query"): return .query
        case (.query, "limit"): return .limit
        case (.user, "uid"): return .uid
        case (.user, "token"): return .claim([])
        case (.written, "data"): return .data([])
        case (.document(let path), "data"): return .stored(path, [])
        case (.results, "data"): return .result([])
        case (.claim(let steps), _):
            if steps.isEmpty, name == "sub" || name == "user_id" { return .uid }
            return .claim(steps + [step])
        case (.data(let steps), _): return .data(steps + [step])
        case (.stored(let path, let steps), _): return .stored(path, steps + [step])
        case (.result(let names), _):
            guard case .field(let field) = step else { return nil }
            return .result(names + [field])
        default: return nil
        }
    }
}

extension Scenario {
    /// What is at a place; nil if there is nothing.
    subscript(place: Place) -> Value? {
        switch place {
        case .uid: request.user.map { .string($0.uid) }
        case .claim(let steps):
            steps.isEmpty ? request.user.map { .map($0.claims) } : request.user?.claims[steps[...]]
        case .time: .timestamp(request.time)
        case .data(let steps): steps.isEmpty ? .map(request.data) : request.data[steps[...]]
        case .limit: request.query.limit.map { .integer(Int64($0)) }
        case .document(let path): world[path].map { .map($0) }
        case .stored(let path, let steps):
            steps.isEmpty ? world[path].map { .map($0) } : world[path]?[steps[...]]
        case .result(let names):
            request.query.tests.first { $0.field.names == names && $0.operation == .equal }?.value
        case .segment(let index):
            request.document.segments.indices.contains(index)
                ? .string(request.document.segments[index].string) : nil
        case .request, .user, .written, .query, .results: nil
        }
    }

    /// Puts a value at a place; nil removes what is there.
    ///
    /// - Returns: False if the place does not take the value.
    @discardableResult
    mutating func set(_ place: Place, to value: Value?) -> Bool {
        if let value, !value.isStorable { return false }
        switch place {
        case .user where value == .null || value == nil: request.user = nil
        case .uid:
            guard let text = value?.stringValue, !text.isEmpty else { return false }
            request.user = AnalysedRequest.User(uid: text, claims: request.user?.claims ?? [:])
        case .claim(let steps): return set(claim: steps, to: value)
        case .time:
            guard case .timestamp(let time)? = value else { return false }
            request.time = time
        case .data(let steps):
            guard set(&request.data, at: steps, to: value) else { return false }
        case .limit: return set(limit: value)
        case .document(let path):
            guard value == nil || value == .null || value?.mapValue != nil else { return false }
            world[path] = value?.mapValue
        case .stored(let path, let steps):
            var fields = world[path] ?? [:]
            guard set(&fields, at: steps, to: value) else { return false }
            world[path] = fields
        case .result(let names): return set(test: names, .equal, value)
        case .segment(let index): return set(segment: index, to: value)
        case .request, .user, .written, .query, .results: return false
        }
        return true
    }

    private func set(_ fields: inout MapValue, at steps: [ValueStep], to value: Value?) -> Bool {
        if steps.isEmpty {
            guard let map = value?.mapValue, map.isStorable else { return false }
            fields = map
        } else {
            fields.set(value, at: steps[...])
        }
        return true
    }

    private mutating func set(claim steps: [ValueStep], to value: Value?) -> Bool {
        switch value {
        // A token is JSON.
        case .timestamp?, .bytes?, .reference?, .geoPoint?: return false
        default: break
        }
        var user = request.user ?? AnalysedRequest.User(uid: RulesVocabulary.users[0])
        guard set(&user.claims, at: steps, to: value) else { return false }
        request.user = user
        return true
    }

    private mutating func set(limit value: Value?) -> Bool {
        switch value {
        case nil, .null?: request.query.limit = nil
        case .integer(let limit)? where (1...10_000).contains(limit): request.query.limit = Int(limit)
        default: return false
        }
        return true
    }

    /// Sets the test of a list on a field.
    mutating func set(
        test names: [FieldName], _ operation: Filter.FieldOperator, _ value: Value?
    ) -> Bool {
        guard !names.isEmpty else { return false }
        let field = FieldPath(names: names)
        request.query.tests.removeAll { $0.field == field }
        // Google's emulator takes null and NaN as tests of another kind.
        if let value, value != .null, value != .double(.nan) {
            request.query.tests.append(.init(field: field, operation: operation, value: value))
        }
        return true
    }

    private mutating func set(segment index: Int, to value: Value?) -> Bool {
        guard let text = value?.stringValue, request.document.segments.indices.contains(index) else {
            return false
        }
        let id = ResourceID(text)
        guard id.problem == nil, id.problemOfCollection == nil else { return false }
        var segments = request.document.segments
        segments[index] = id
        guard let path = DocumentPath(segments: segments) else { return false }
        let stored = world[request.document]
        world[request.document] = nil
        if stored != nil { world[path] = stored }
        request.document = path
        return true
    }
}
