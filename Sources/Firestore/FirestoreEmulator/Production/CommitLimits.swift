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
    /// The size of all of them together, in bytes.
    static let indexSize = 8 << 20

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
        for (path, document) in plan.changes {
            guard let document else { continue }
            let entries = document.fields.indexEntries
            if entries.count > indexEntries {
                throw .invalidArgument("Too many index entries: a document may have at most \(indexEntries).")
            }
            // Each also has the document's name, and that of its parent.
            let size = entries.size + entries.count * (path.storageSize + path.parentSize + 32)
            if size > indexSize {
                throw .invalidArgument(
                    "The index entries of a document may have at most \(indexSize) bytes together.")
            }
        }
    }
}

/// The entries of a value in the automatic single-field indexes: how many, and the size of what they hold, in bytes.
struct IndexEntries: Sendable {
    var count = 0
    var size = 0

    mutating func add(_ more: Int, of size: Int) {
        count += more
        self.size += more * size
    }
}

extension DocumentPath {
    /// The size of the name of the document above; 16 bytes for none.
    ///
    /// Source: <https://firebase.google.com/docs/firestore/storage-size>
    fileprivate var parentSize: Int { segments.dropLast(2).reduce(16) { $0 + $1.string.utf8.count + 1 } }
}

extension MapValue {
    /// The entries of its fields.
    var indexEntries: IndexEntries {
        var entries = IndexEntries()
        for (name, value) in self { value.addIndexEntries(to: &entries, field: name.string.utf8.count + 1) }
        return entries
    }
}

extension Value {
    /// Two entries of the value itself, one for each direction, and two for each different element of an array: recorded, 19,999 different
    /// elements are the most that production accepts. The fields of a map have entries of their own.
    fileprivate func addIndexEntries(to entries: inout IndexEntries, field: Int) {
        entries.add(2, of: field + indexedSize)
        switch self {
        case .array(let elements):
            for element in Value.different(elements) { entries.add(2, of: field + element.indexedSize) }
        case .map(let fields) where !fields.isVector:
            for (name, value) in fields {
                value.addIndexEntries(to: &entries, field: field + name.string.utf8.count + 1)
            }
        case _: break
        }
    }

    /// Of a value, an index has the first 1,500 bytes.
    private var indexedSize: Int { min(storageSize, 1500) }

    private static func different(_ elements: [Value]) -> [Value] {
        if elements.count < CommitLimits.indexEntries / 4 { return elements }
        let sorted = elements.sorted { $0.compare(to: $1) == .less }
        return sorted.prefix(1)
            + zip(sorted, sorted.dropFirst()).filter { $0.compare(to: $1) != .equal }.map(\.1)
    }
}
