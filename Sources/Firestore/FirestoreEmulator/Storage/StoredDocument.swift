import FirestoreModel

/// One version of a document. Versions never change: a write creates a new one, and old ones live as long as
/// something still reads them.
final class StoredDocument: Sendable {
    let name: DocumentName
    let fields: MapValue
    let createTime: Timestamp
    let updateTime: Timestamp

    init(name: DocumentName, fields: MapValue, createTime: Timestamp, updateTime: Timestamp) {
        self.name = name
        self.fields = fields
        self.createTime = createTime
        self.updateTime = updateTime
    }

    /// The document as in a response.
    func document(mask: DocumentMask? = nil) -> Document {
        Document(
            name: name, fields: mask?.project(fields) ?? fields, createTime: createTime,
            updateTime: updateTime)
    }
}
