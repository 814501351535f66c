extension CollectionReference {
    /// Starts a write that creates a document with a new id, like ``DocumentReference/setData(_:completion:)``.
    ///
    /// - Returns: The document's reference.
    @discardableResult
    public func addDocument(
        data: [String: Any], completion: (((any Error)?) -> Void)? = nil
    ) -> DocumentReference {
        let reference = document()
        firestore.write(completion) { () throws(FirestoreError) in
            try firestore.writeBuilder.set(data, reference)
        }
        return reference
    }
}
