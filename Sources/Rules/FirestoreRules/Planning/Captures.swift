/// The values of a template's captures for a path that it matches.
enum Captures: Sendable {
    case bound([Outcome])
    /// For a template without a glob: the index of each capture's segment in the path.
    case segments([Int], RequestPath)

    /// The value of a capture; a failure for one that is not bound, such as a listed document's id.
    subscript(slot: Int) -> Outcome {
        switch self {
        case .bound(let outcomes): return outcomes[slot]
        case .segments(let places, let path):
            guard let text = path[places[slot]] else { return .failure(.error(.nullValue)) }
            return .value(.string(text))
        }
    }
}
