import FirestoreModel

/// What a writer wrote last of its kind, and where it stands: the next document is often in the same collection, and of the
/// same commit. Copying that is several times faster than writing it anew.
struct LastWritten {
    fileprivate var name: (name: DocumentName, collection: Range<Int>)?
    fileprivate var time: (time: Timestamp, text: Range<Int>)?
}

extension JSONWriter {
    /// Writes the name of a document.
    mutating func name(_ name: DocumentName) {
        if let last = lastWritten.name, last.name.isSibling(of: name) {
            again(last.collection)
        } else {
            let start = position
            raw("\"projects/")
            part(ofString: name.database.project)
            raw("/databases/")
            part(ofString: name.database.database)
            raw("/documents/")
            for segment in name.path.segments.dropLast() {
                part(ofString: segment.string)
                raw("/")
            }
            lastWritten.name = (name, start..<position)
        }
        part(ofString: name.path.id.string)
        raw("\"")
    }

    /// Writes a time as RFC 3339 has it.
    mutating func time(_ time: Timestamp) {
        if let last = lastWritten.time, last.time == time { return again(last.text) }
        let start = position
        string(time.description)
        lastWritten.time = (time, start..<position)
    }
}

extension DocumentName {
    /// Tells whether another document is in the same collection.
    fileprivate func isSibling(of other: DocumentName) -> Bool {
        database == other.database && path.segments.dropLast() == other.path.segments.dropLast()
    }
}
