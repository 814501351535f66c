/// Conversions that syntax asks for, without a call.
package enum Conversions {
    /// What `$(value)` in a path stands for: the segments of a path, or the text of another value as one segment.
    package static func pathSegments(of value: RuleValue) throws(EvaluationFailure) -> [RulePath.Segment] {
        if case .path(let path) = value { return path.segments }
        return [.literal(try value.converted())]
    }

    /// Appends what `$(value)` stands for to the segments of a path, in which a variable may stand once.
    package static func append(
        _ value: RuleValue, to segments: inout [RulePath.Segment]
    ) throws(EvaluationFailure) {
        guard case .path(let path) = value else {
            segments.append(.literal(try value.converted()))
            return
        }
        for segment in path.segments { try segments.appendChecked(segment) }
    }
}
