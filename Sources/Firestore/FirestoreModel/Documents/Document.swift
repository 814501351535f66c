/// A document as the server has it.
package struct Document: Sendable, Equatable {
    package var name: DocumentName
    package var fields: MapValue
    /// When the document was created; nil in a document to be written.
    package var createTime: Timestamp?
    /// When the document last changed; nil in a document to be written.
    package var updateTime: Timestamp?

    package init(
        name: DocumentName, fields: MapValue, createTime: Timestamp? = nil, updateTime: Timestamp? = nil
    ) {
        self.name = name
        self.fields = fields
        self.createTime = createTime
        self.updateTime = updateTime
    }
}
