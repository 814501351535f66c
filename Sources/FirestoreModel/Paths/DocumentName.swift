/// The full resource name of a document: its database and its path.
package struct DocumentName: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let database: DatabaseID
    package let path: DocumentPath

    package init(_ database: DatabaseID, _ path: DocumentPath) {
        self.database = database
        self.path = path
    }

    /// The name as the wire has it: `projects/p/databases/d/documents/c/m`.
    package var description: String { "\(database)/documents/\(path)" }

    package static func < (left: DocumentName, right: DocumentName) -> Bool {
        left.database == right.database ? left.path < right.path : left.database < right.database
    }
}
