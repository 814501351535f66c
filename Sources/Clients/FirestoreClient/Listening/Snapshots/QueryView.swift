import FirestoreModel

/// The results of a query that is listened to, in order.
struct QueryView: Sendable {
    private let firestore: Firestore
    private let order: DocumentOrder
    private(set) var documents: [QueryDocumentSnapshot] = []
    /// The documents by name, because the order of one that has changed says nothing of where it was.
    private var known: [DocumentName: Document] = [:]

    init(_ firestore: Firestore, _ order: DocumentOrder) {
        self.firestore = firestore
        self.order = order
    }

    /// Makes changes.
    ///
    /// - Returns: The list of them, as in Firebase's SDKs: removed documents, then added and then modified ones, each in order.
    mutating func apply(_ update: TargetUpdate) -> [DocumentChange] {
        var (removed, added, modified): ([Document], [Document], [Document]) = ([], [], [])
        for (name, document) in update.changes {
            switch (known[name], document) {
            case (let old?, nil): removed.append(old)
            case (nil, let new?): added.append(new)
            case (let old?, let new?): if old != new { modified.append(new) }
            case (nil, nil): break
            }
        }
        var changes: [DocumentChange] = []
        changes.reserveCapacity(removed.count + added.count + modified.count)
        for document in removed.sorted(by: order.precedes) {
            if let (snapshot, index) = take(document.name) {
                changes.append(DocumentChange(.removed, snapshot, old: index, new: nil))
            }
        }
        for document in added.sorted(by: order.precedes) {
            let (snapshot, index) = insert(document)
            changes.append(DocumentChange(.added, snapshot, old: nil, new: index))
        }
        for document in modified.sorted(by: order.precedes) {
            let old = take(document.name)?.index
            let (snapshot, index) = insert(document)
            changes.append(DocumentChange(.modified, snapshot, old: old, new: index))
        }
        return changes
    }

    private mutating func insert(_ document: Document) -> (snapshot: QueryDocumentSnapshot, index: Int) {
        let snapshot = QueryDocumentSnapshot(firestore, document)
        let index = position(of: document)
        documents.insert(snapshot, at: index)
        known[document.name] = document
        return (snapshot, index)
    }

    private mutating func take(_ name: DocumentName) -> (snapshot: QueryDocumentSnapshot, index: Int)? {
        guard let document = known.removeValue(forKey: name) else { return nil }
        let index = position(of: document)
        guard index < documents.count, documents[index].document?.name == name else { return nil }
        return (documents.remove(at: index), index)
    }

    /// The index of the first document that is not before another one.
    private func position(of document: Document) -> Int {
        var (low, high) = (0, documents.count)
        // New messages come last, mostly.
        if let last = documents.last?.document, order.precedes(last, document) { return high }
        while low < high {
            let middle = (low + high) / 2
            if let other = documents[middle].document, order.precedes(other, document) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
