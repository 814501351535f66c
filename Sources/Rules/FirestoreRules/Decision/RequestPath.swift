import FirestoreModel

/// The path that a request asks about. Parts of a query's path are unknown.
struct RequestPath: Sendable {
    /// The ids of a document's path.
    private let ids: [ResourceID]
    private let database: String
    /// The segments of a path of which parts may be unknown, instead of a document's: nil for the id of a document that a query
    /// might find.
    private let known: [String?]
    private let isOfDocument: Bool
    /// Where segments of any number may lie between the known ones, as in a query over all collections with one id; nil for nowhere.
    let unknownDepth: Int?

    init(_ segments: [String?], unknownDepth: Int? = nil) {
        known = segments
        ids = []
        database = ""
        isOfDocument = false
        self.unknownDepth = unknownDepth
    }

    init(_ path: DocumentPath, in database: DatabaseID) {
        ids = path.segments
        self.database = database.database
        known = []
        isOfDocument = true
        unknownDepth = nil
    }

    var count: Int { isOfDocument ? ids.count + 3 : known.count }

    subscript(index: Int) -> String? {
        guard isOfDocument else { return known[index] }
        switch index {
        case 0: return "databases"
        case 1: return database
        case 2: return "documents"
        default: return ids[index - 3].string
        }
    }

    /// Whether a segment is known to be a text.
    func has(_ text: String, at index: Int) -> Bool {
        guard let segment = self[index] else { return false }
        return segment.hasSameUTF8(as: text)
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
