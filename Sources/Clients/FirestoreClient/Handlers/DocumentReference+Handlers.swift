// These calls return at once. Writes are sent in the order of the calls, and before later reads. An error goes to the handler,
// on the settings' queue; without a handler it is logged.
extension DocumentReference {
    /// Starts a write that replaces the document, or creates it.
    public func setData(_ documentData: [String: Any], completion: (((any Error)?) -> Void)? = nil) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.set(documentData, self)
        }
    }

    /// Starts a write that replaces the document or, with `merge`, only sets the fields in the data.
    public func setData(
        _ documentData: [String: Any], merge: Bool, completion: (((any Error)?) -> Void)? = nil
    ) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.set(documentData, self, merge ? .merge : .replace)
        }
    }

    /// Starts a write that only sets the named fields, which are strings in dot form or `FieldPath`s.
    public func setData(
        _ documentData: [String: Any], mergeFields: [Any], completion: (((any Error)?) -> Void)? = nil
    ) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.set(documentData, self, .fields(mergeFields))
        }
    }

    /// Starts a write that changes single fields of the document, which must exist.
    public func updateData(_ fields: [AnyHashable: Any], completion: (((any Error)?) -> Void)? = nil) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.update(fields, self)
        }
    }

    /// Starts a write that deletes the document, which need not exist.
    public func delete(completion: (((any Error)?) -> Void)? = nil) {
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.delete(self)
        }
    }

    /// Reads the document, and calls a handler with it or with the error.
    public func getDocument(
        source: FirestoreSource = .default,
        completion: @escaping (DocumentSnapshot?, (any Error)?) -> Void
    ) {
        firestore.read(completion) { () throws(FirestoreError) in try await getDocument(source: source) }
    }
}
