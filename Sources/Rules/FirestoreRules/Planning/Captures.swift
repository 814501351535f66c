/// What the captures of a template stand for in a path that it matches.
enum Captures: Sendable {
    case bound([Outcome])
    /// Those of a template without a glob, each at its own place in the path.
    case segments([PathTemplate.Segment], RequestPath)

    /// The value of a capture; a failure for one that is not bound, as a listed document's id.
    subscript(slot: Int) -> Outcome {
        switch self {
        case .bound(let outcomes): return outcomes[slot]
        case .segments(let segments, let path):
            guard let index = segments.lastIndex(where: { $0.isCapture(slot) }), let text = path[index] else {
                return .failure(.error(.nullValue))
            }
            return .value(.string(text))
        }
    }
}
