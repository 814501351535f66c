import FirestoreModel

extension ReceiptSchema {
    /// The fields of a message that are needed to mark it.
    var markingFields: [String] {
        [sender, status].compactMap(\.self) + stages.flatMap { [$0.users, $0.time].compactMap(\.self) }
            + [systemMessage] + (cursors == nil ? [] : [timestamp])
    }

    /// The fields of a cursor.
    var cursorFields: [String] {
        stages.flatMap { [$0.upTo, $0.upToID].compactMap(\.self) } + [cursors?.updatedAt].compactMap(\.self)
    }

    /// The same with the fields that identify the schema.
    func markingFields(and recognizer: SchemaRecognizer?) -> [String] {
        markingFields + (recognizer?.fieldNames ?? []).filter { !markingFields.contains($0) }
    }

    /// The fields of a message that are needed to show its receipts, with those that identify the schema.
    func displayFields(and recognizer: SchemaRecognizer?) -> [String] {
        let fields = markingFields(and: recognizer)
        return fields.contains(timestamp) ? fields : fields + [timestamp]
    }
}

extension DocumentMask {
    /// A mask of plain fields.
    init(fields: [String]) {
        self.init(fields.map { FieldPath([$0]) })
    }
}
