import FirestoreModel

/// The path that a request asks about. Parts of a query's path are unknown.
struct RequestPath: Sendable {
    private enum Segments {
        case document(DocumentPath, database: String)
        /// Nil for the id of a document that a query might find.
        case known([String?])
    }

    private let segments: Segments
    /// Where segments of any number may lie between the known ones, as in a query over all collections with one id; nil for nowhere.
    let unknownDepth: Int?

    init(_ segments: [String?], unknownDepth: Int? = nil) {
        self.segments = .known(segments)
        self.unknownDepth = unknownDepth
    }

    init(_ path: DocumentPath, in database: DatabaseID) {
        segments = .document(path, database: database.database)
        unknownDepth = nil
    }

    var count: Int {
        switch segments {
        case .document(let path, _): path.segments.count + 3
        case .known(let segments): segments.count
        }
    }

    subscript(index: Int) -> String? {
        switch segments {
        case .known(let segments): return segments[index]
        case .document(let path, let database):
            switch index {
            case 0: return "databases"
            case 1: return database
            case 2: return "documents"
            default: return path.segments[index - 3].string
            }
        }
    }

    /// What a glob over these segments binds. In version 1 it is a path that is known as a whole, or nothing.
    func value(_ range: Range<Int>, mayHaveUnknown: Bool) -> Outcome {
        let depths = range.lowerBound...range.upperBound
        let isKnown = range.allSatisfy { self[$0] != nil } && !(unknownDepth.map(depths.contains) ?? false)
        guard isKnown || mayHaveUnknown else { return .failure(.error(.nullValue)) }
        var known: [RulePath.Segment] = []
        known.reserveCapacity(range.count)
        for index in range {
            if index == unknownDepth { known.append(.globVariable("")) }
            known.append(self[index].map { .literal($0) } ?? .variable(""))
        }
        if range.upperBound == unknownDepth { known.append(.globVariable("")) }
        return .value(.path(RulePath(known)))
    }
}
