// Calls that return at once. Writes are sent in the order of the calls, and before reads that start later; an error goes to
// the handler, on the queue of the settings, or is logged where there is none.
extension DocumentReference {
    /// Starts to replace the document, or to create it.
    public func setData(_ documentData: [String: Any], completion: (((any Error)?) -> Void)? = nil) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.set(documentData, self)
        }
    }

    /// Starts to replace the document or, merging, to set just the fields in the data.
    public func setData(
        _ documentData: [String: Any], merge: Bool, completion: (((any Error)?) -> Void)? = nil
    ) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.set(documentData, self, merge ? .merge : .replace)
        }
    }

    /// Starts to set just the named fields, given as texts in dot form or as `FieldPath`.
    public func setData(
        _ documentData: [String: Any], mergeFields: [Any], completion: (((any Error)?) -> Void)? = nil
    ) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.set(documentData, self, .fields(mergeFields))
        }
    }

    /// Starts to change single fields of the document, which must exist.
    public func updateData(_ fields: [AnyHashable: Any], completion: (((any Error)?) -> Void)? = nil) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.update(fields, self)
        }
    }

    /// Starts to delete the document, which need not exist.
    public func delete(completion: (((any Error)?) -> Void)? = nil) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.delete(self)
        }
    }

    /// Reads the document and calls a handler with it, or with the error.
    public func getDocument(
        source: FirestoreSource = .default,
        completion: @escaping (DocumentSnapshot?, (any Error)?) -> Void
    ) {
        firestore.read(completion) { () throws(FirestoreError) in try await getDocument(source: source) }
    }
}
