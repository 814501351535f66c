import FirestoreModel

/// Conversions that syntax asks for, without a call.
enum Conversions {
    /// Appends what `$(value)` in a path stands for: the segments of a path, or the text of another value as one segment.
    static func append(
        _ value: RuleValue, to segments: inout [RulePath.Segment]
    ) throws(EvaluationFailure) {
        guard case .path(let path) = value else {
            segments.append(.literal(try value.converted()))
            return
        }
        for segment in path.segments { try append(segment, to: &segments) }
    }

    /// Appends a segment whose variable, if it has one, is not there yet.
    static func append(
        _ segment: RulePath.Segment, to segments: inout [RulePath.Segment]
    ) throws(EvaluationFailure) {
        if let name = segment.name, segments.contains(where: { $0.name?.hasSameUTF8(as: name) ?? false }) {
            throw .error(.duplicateTemplateVariable(name))
        }
        segments.append(segment)
    }
}
