import FirestoreModel

/// Production's limits on commits that Google's emulator does not have.
///
/// Source: <https://firebase.google.com/docs/firestore/quotas>.
enum CommitLimits {
    /// Field transforms of one document.
    static let transforms = 500
    /// The size of a document's name, in bytes.
    static let nameSize = 6 * 1024
    /// Index entries of one document.
    static let indexEntries = 40_000

    /// - Throws: INVALID_ARGUMENT. The words are ours: none were found recorded.
    static func check(_ list: WriteList, _ plan: CommitPlan) throws(RPCStatus) {
        for group in list.groups {
            let count = group.indices.reduce(0) { $0 + list.writes[$1].transforms.count }
            if count > transforms {
                throw .invalidArgument(
                    "A commit may have at most \(transforms) field transforms of a document.")
            }
            if group.name.description.utf8.count > nameSize {
                throw .invalidArgument("A document name may have at most \(nameSize) bytes.")
            }
        }
        for (_, document) in plan.changes {
            if let document, document.fields.indexEntries > indexEntries {
                throw .invalidArgument("Too many index entries: a document may have at most \(indexEntries).")
            }
        }
    }
}

extension MapValue {
    /// The entries in the automatic single-field indexes.
    var indexEntries: Int { reduce(0) { $0 + $1.value.indexEntries } }
}

extension Value {
    /// Two entries of the value itself, one for each direction, and two for each different element of an array: recorded, 19,999 different
    /// elements are the most that production accepts. The fields of a map have entries of their own.
    fileprivate var indexEntries: Int {
        switch self {
        case .array(let elements): 2 + 2 * Value.countOfDifferent(elements)
        case .map(let fields): fields.isVector ? 2 : 2 + fields.indexEntries
        case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .reference, .geoPoint: 2
        }
    }

    private static func countOfDifferent(_ elements: [Value]) -> Int {
        if elements.count < CommitLimits.indexEntries / 4 { return elements.count }
        let sorted = elements.sorted { $0.compare(to: $1) == .less }
        return 1 + zip(sorted, sorted.dropFirst()).count { $0.compare(to: $1) != .equal }
    }
}
