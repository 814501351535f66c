package import FirestoreModel

extension ReceiptCursor {
    /// The write that moves a cursor to where this one is: only forward, and only on the version that was read.
    ///
    /// - Parameter old: The cursor as it was read.
    func write(to name: DocumentName, replacing old: ReceiptCursor, schema: ReceiptSchema) -> Write {
        let fields = positions(in: schema.stages.filter { self[$0.receipt] != old[$0.receipt] })
        let stamps = (schema.cursors?.updatedAt).map {
            [FieldTransform(FieldPath([$0]), .setToServerTime)]
        }
        return Write(
            .update(name, fields, mask: DocumentMask(fields.map { FieldPath([$0.name.string]) })),
            transforms: stamps ?? [],
            precondition: old.updateTime > .zero ? .updateTime(old.updateTime) : .exists(false))
    }

    /// The fields of a cursor's document.
    package func fields(schema: ReceiptSchema) -> MapValue {
        var fields = positions(in: schema.stages)
        if let field = schema.cursors?.updatedAt, let updatedAt {
            fields[FieldName(field)] = .timestamp(updatedAt)
        }
        return fields
    }

    private func positions(in stages: [ReceiptStage]) -> MapValue {
        var fields = MapValue()
        for stage in stages {
            guard let position = self[stage.receipt], let time = stage.upTo, let id = stage.upToID else {
                continue
            }
            fields[FieldName(time)] = .timestamp(position.time)
            fields[FieldName(id)] = .string(position.messageID.string)
        }
        return fields
    }

    /// How long to wait before the cursor may move again: it moves at most once a second.
    ///
    /// - Parameter now: The present time by this machine's clock, which may be wrong. So the wait is never longer than a second.
    func pause(at now: Timestamp) -> Duration {
        guard let updatedAt, updatedAt <= now else { return updatedAt == nil ? .zero : .seconds(1) }
        let age = now.microseconds - updatedAt.microseconds
        return .microseconds(max(0, 1_000_000 - age))
    }
}
