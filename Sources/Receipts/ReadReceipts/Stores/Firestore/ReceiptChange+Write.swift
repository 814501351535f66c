import FirestoreModel

extension ReceiptChange {
    /// The write of the change to a version of a message.
    func write(to name: DocumentName, version: Timestamp?) -> Write {
        var fields = MapValue()
        if let status { fields[FieldName(status.field)] = .string(status.new.rawValue) }
        let unions = lists.map {
            FieldTransform(FieldPath([$0.field]), .appendMissingElements($0.users.map { .string($0.string) }))
        }
        let stamps = times.map { FieldTransform(FieldPath([$0]), .setToServerTime) }
        return Write(
            .update(name, fields, mask: DocumentMask(fields: status.map { [$0.field] } ?? [])),
            transforms: unions + stamps,
            precondition: dependsOnVersion
                ? version.map(Precondition.updateTime) ?? .exists(true) : .exists(true))
    }
}
