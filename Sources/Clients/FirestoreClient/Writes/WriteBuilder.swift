import ClientCore
public import FirestoreModel

/// Builds the writes of `setData`, `updateData` and `deleteDocument`.
///
/// For what cannot be written, they throw ``FirestoreError`` with the code `.invalidArgument`, which names the method, the
/// document and the field.
struct WriteBuilder {
    /// The database that the documents must be in.
    let database: DatabaseID

    /// How `setData` treats the stored document.
    enum Merge {
        case replace
        case merge
        /// Merges only these fields: strings with dots, or `FieldPath`.
        case fields([Any])
    }

    func set(
        _ data: [String: Any], _ reference: DocumentReference, _ merge: Merge = .replace,
        precondition: WritePrecondition? = nil
    ) throws(FirestoreError) -> Write {
        try build("setData", reference, precondition) { name throws(ConversionProblem) in
            switch merge {
            case .replace:
                let data = try DocumentData(setting: data, merging: false)
                return Write(.update(name, data.fields, mask: nil), transforms: data.transforms)
            case .merge:
                let data = try DocumentData(setting: data, merging: true)
                let mask = DocumentMask(data.assignments + data.removals)
                return Write(.update(name, data.fields, mask: mask), transforms: data.transforms)
            case .fields(let fields):
                return try mergeFields(fields, of: DocumentData(setting: data, merging: true), into: name)
            }
        }
    }

    /// Merges only the named fields, each of which must be in the data.
    private func mergeFields(
        _ fields: [Any], of data: DocumentData, into name: DocumentName
    ) throws(ConversionProblem) -> Write {
        let named = try fields.map { field throws(ConversionProblem) in try FieldPath(anyForm: field) }
        // A removal inside a named field would remove the whole field, and one outside would be lost.
        if let removal = data.removals.first(where: { !named.contains($0) }) {
            throw ConversionProblem(
                at: removal.description, "is deleted, so it must be in mergeFields itself")
        }
        var mask: [FieldPath] = []
        for path in named {
            try path.checkForWriting()
            if let inner = named.first(where: { $0 != path && path.isPrefix(of: $0) }) {
                throw ConversionProblem(
                    at: inner.description, "is in mergeFields, and so is \(path), which contains it")
            }
            let isTransform = data.transforms.contains { $0.field == path }
            let isThere = isTransform || data.fields[path] != nil || data.removals.contains(path)
            guard isThere else {
                throw ConversionProblem(at: path.description, "is in mergeFields but not in the data")
            }
            // If it were in the mask, it would be removed before the server computes its new value.
            if !isTransform, !mask.contains(path) { mask.append(path) }
        }
        return Write(
            .update(name, DocumentMask(mask).project(data.fields), mask: DocumentMask(mask)),
            transforms: data.transforms.filter { transform in
                named.contains { $0.isPrefix(of: transform.field) }
            })
    }

    /// The default precondition is that the document exists, as in Firebase's SDKs.
    func update(
        _ data: [AnyHashable: Any], _ reference: DocumentReference, precondition: WritePrecondition? = nil
    ) throws(FirestoreError) -> Write {
        try build("updateData", reference, precondition ?? .exists(true)) { name throws(ConversionProblem) in
            if precondition == .exists(false) {
                throw ConversionProblem(
                    "cannot require that the document does not exist; use setData to create it")
            }
            let data = try DocumentData(updating: data)
            let mask = DocumentMask(data.assignments + data.removals)
            return Write(.update(name, data.fields, mask: mask), transforms: data.transforms)
        }
    }

    func delete(
        _ reference: DocumentReference, precondition: WritePrecondition? = nil
    ) throws(FirestoreError) -> Write {
        try build("deleteDocument", reference, precondition) { name in Write(.delete(name)) }
    }

    private func build(
        _ method: String, _ reference: DocumentReference, _ precondition: WritePrecondition?,
        _ make: (DocumentName) throws(ConversionProblem) -> Write
    ) throws(FirestoreError) -> Write {
        do throws(ConversionProblem) {
            let name = try reference.location.get()
            if name.database != database {
                throw ConversionProblem(
                    "the document is in \(name.database), but the write goes to \(database)")
            }
            var write = try make(name)
            write.precondition = precondition?.modelPrecondition
            return write
        } catch {
            throw .invalidArgument("\(method) of \(reference.path.quotedForMessage)", error)
        }
    }
}

/// A condition on the stored document for a write.
///
/// If it does not hold, the whole commit fails and writes nothing.
public enum WritePrecondition: Sendable, Hashable {
    /// The document must exist (true; else `.notFound`) or must not exist (false; else `.alreadyExists`).
    case exists(Bool)
    /// The document must exist and have last changed at this time, see ``DocumentSnapshot/updateTime``; else
    /// `.failedPrecondition`.
    case lastUpdateTime(Timestamp)

    /// The form of the model.
    package var modelPrecondition: Precondition {
        switch self {
        case .exists(let flag): .exists(flag)
        case .lastUpdateTime(let time): .updateTime(time.truncatedToMicroseconds)
        }
    }
}
