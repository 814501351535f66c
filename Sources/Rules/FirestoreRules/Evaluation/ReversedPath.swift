import FirestoreModel

/// The segments of a path from the last one on, which is the order in which they are evaluated.
struct ReversedPath {
    var segments: [RulePath.Segment] = []
    /// The variables so far, and where each is reported.
    private var variables: [(name: FieldName, place: SourceRange?)] = []

    init(capacity: Int) {
        segments.reserveCapacity(capacity)
    }

    /// Appends a segment whose variable, if it has one, is not there yet.
    mutating func append(_ segment: RulePath.Segment, at place: SourceRange?) throws(EvaluationFailure) {
        if let name = segment.name {
            if let other = variables.last(where: { $0.name == FieldName(name) }) {
                throw .error(.duplicateTemplateVariable(name), at: other.place)
            }
            variables.append((FieldName(name), place))
        }
        segments.append(segment)
    }

    /// Appends what `$(value)` stands for: the segments of a path, or the text of another value as one segment.
    mutating func append(_ value: RuleValue, at place: SourceRange) throws(EvaluationFailure) {
        if case .path(let path) = value {
            for segment in path.segments.reversed() { try append(segment, at: place) }
            return
        }
        do throws(EvaluationFailure) {
            segments.append(.literal(try value.converted()))
        } catch .error(let fact, at: nil) {
            throw .error(fact, at: place)
        }
    }
}
