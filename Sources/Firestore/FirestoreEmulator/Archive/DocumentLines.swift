import FirestoreModel

/// The lines of a file's documents, to find names that repeat.
///
/// An export is sorted by database, collection and id. As long as a file keeps to this order, no name can repeat, and nothing needs to be
/// looked up.
struct DocumentLines {
    private var sorted: [(name: DocumentName, line: Int)] = []
    /// Nil as long as the names are sorted.
    private var byName: [DocumentName: Int]?

    /// Adds a document.
    ///
    /// - Returns: The earlier line with the same document, or nil.
    mutating func add(_ name: DocumentName, line: Int) -> Int? {
        if byName == nil {
            if sorted.last.map({ $0.name.isExported(before: name) }) ?? true {
                sorted.append((name, line))
                return nil
            }
            byName = Dictionary(sorted.map { ($0.name, $0.line) }) { first, _ in first }
            sorted = []
        }
        return byName?.updateValue(line, forKey: name)
    }
}

extension DocumentName {
    /// True if an export has this document before another one.
    fileprivate func isExported(before other: DocumentName) -> Bool {
        if database != other.database { return database < other.database }
        let (left, right) = (path.segments, other.path.segments)
        if left.dropLast() == right.dropLast() { return path.id < other.path.id }
        return path.collection < other.path.collection
    }
}
