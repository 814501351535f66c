import FirestoreModel

extension ReceiptSchema {
    /// The fields of a message that marking it needs.
    var markingFields: [String] {
        [sender, status, deliveredTo, deliveredAt, readBy, readAt, systemMessage].compactMap(\.self)
    }

    /// The fields of a message that showing its receipts needs.
    var displayFields: [String] { markingFields + [timestamp] }
}

extension DocumentMask {
    /// A mask of plain fields.
    init(fields: [String]) {
        self.init(fields.map { FieldPath([$0]) })
    }
}
