extension CollectionReference {
    /// Starts to create a document with a new id, as ``DocumentReference/setData(_:completion:)`` starts a write.
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
