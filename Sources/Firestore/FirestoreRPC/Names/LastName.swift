package import FirestoreModel

/// The last document name that was read, so that the next one in the same collection need not be parsed whole.
package struct LastName {
    private let database: DatabaseID
    private let collection: CollectionPath
    /// The name's text up to its last slash, and with it.
    private let prefix: [UInt8]

    package init(_ name: DocumentName, text: String) {
        database = name.database
        collection = name.path.collection
        prefix = Array(text.utf8.dropLast(name.path.id.string.utf8.count))
    }

    /// Reads the name of another document in the same collection.
    ///
    /// - Returns: nil for any other name, and for one whose id needs checking.
    package func sibling(_ text: String) -> DocumentName? {
        let id = text.utf8.withContiguousStorageIfAvailable { utf8 -> ResourceID? in
            guard utf8.count > prefix.count, utf8.starts(with: prefix) else { return nil }
            let id = UnsafeBufferPointer(rebasing: utf8[prefix.count...])
            // Ids of dots and underscores have rules of their own.
            guard id[0] != UInt8(ascii: "."), id[0] != UInt8(ascii: "_"), !id.contains(UInt8(ascii: "/"))
            else { return nil }
            return ResourceID(String(decoding: id, as: UTF8.self))
        }
        return (id ?? nil).map { DocumentName(database, DocumentPath(collection, $0)) }
    }
}
