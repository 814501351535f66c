import FirestoreModel
import FirestoreRPC

/// The documents of one target, as far as the server has named them.
struct WatchedTarget: Sendable {
    let content: Target.Content
    /// The number by which the stream knows the target.
    private(set) var id: Int32
    private(set) var documents: [DocumentName: Document] = [:]
    /// Documents that the server has not named since it began anew; what it does not name is gone.
    private var unconfirmed: Set<DocumentName> = []
    /// What has changed since the last update.
    private var changed: Set<DocumentName> = []
    /// How many documents the server has sent since the last update.
    private var documentsRead = 0
    private var resumeToken: [UInt8] = []
    /// Whether the server has named all documents.
    private(set) var isCurrent = false
    /// Whether the last update said so.
    private var wasCurrent = false

    init(_ content: Target.Content, id: Int32) {
        self.content = content
        self.id = id
    }

    /// The request that adds the target, or resumes it.
    var addition: Target {
        if resumeToken.isEmpty { return Target(content, id: id) }
        return Target(
            content, id: id, resumePoint: .token(resumeToken),
            expectedCount: Int32(clamping: documents.count - unconfirmed.count))
    }
}

/// What the server says about the target.
extension WatchedTarget {
    mutating func put(_ document: Document) {
        documentsRead += 1
        unconfirmed.remove(document.name)
        let old = documents.updateValue(document, forKey: document.name)
        if old != document { changed.insert(document.name) }
    }

    mutating func remove(_ name: DocumentName) {
        unconfirmed.remove(name)
        if documents.removeValue(forKey: name) != nil { changed.insert(name) }
    }

    /// The server names all documents again.
    mutating func reset() {
        unconfirmed = Set(documents.keys)
        isCurrent = false
        resumeToken = []
    }

    /// The server has named all documents.
    mutating func becomeCurrent() {
        isCurrent = true
        let gone = unconfirmed
        unconfirmed = []
        for name in gone { remove(name) }
    }

    mutating func note(resumeToken token: [UInt8]) {
        if !token.isEmpty { resumeToken = token }
    }

    /// Nothing is known of what happens from now on.
    ///
    /// - Parameter token: Where targets can resume that were current.
    mutating func disconnect(_ token: [UInt8]) {
        if isCurrent { note(resumeToken: token) }
        isCurrent = false
    }

    /// Listens again from the beginning, under another number, because a number that was used before may still get answers.
    mutating func restart(id: Int32) {
        reset()
        self.id = id
    }

    /// Compares the documents with what the server says of them.
    ///
    /// - Returns: Whether they are the same now; otherwise the target must be listened to again.
    mutating func check(_ filter: ExistenceFilter) -> Bool {
        func held() -> Int { documents.count - unconfirmed.count }
        if held() == Int(filter.count) { return true }
        guard held() > Int(filter.count) else { return false }
        if case .documents = content, filter.count == 0 {
            for name in Array(documents.keys) { remove(name) }
            return true
        }
        guard let names = filter.unchangedNames else { return false }
        var gone: [DocumentName] = []
        for name in documents.keys where !unconfirmed.contains(name) {
            guard let mayBeThere = names.mayContain(name.description) else { return false }
            if !mayBeThere { gone.append(name) }
        }
        guard held() - gone.count == Int(filter.count) else { return false }
        for name in gone { remove(name) }
        return true
    }
}

/// What listeners are told.
extension WatchedTarget {
    /// What has changed since the last time, at a moment at which all that was received is consistent; nil if there is nothing to tell.
    mutating func takeUpdate(at time: Timestamp?) -> TargetUpdate? {
        guard isCurrent, !changed.isEmpty || !wasCurrent else { return nil }
        wasCurrent = true
        defer { (changed, documentsRead) = ([], 0) }
        return TargetUpdate(
            changes: Dictionary(uniqueKeysWithValues: changed.map { ($0, documents[$0]) }), isCurrent: true,
            readTime: time, documentsRead: documentsRead)
    }

    /// Tells once that the documents may no longer be what the server has.
    mutating func takeLoss() -> TargetUpdate? {
        guard wasCurrent, !isCurrent else { return nil }
        wasCurrent = false
        return TargetUpdate(changes: [:], isCurrent: false, readTime: nil)
    }

    /// All documents, for a listener that joins later; nil before there are any to tell.
    func everything(at time: Timestamp?, documentsRead: Int) -> TargetUpdate? {
        guard wasCurrent else { return nil }
        let told = documents.filter { !changed.contains($0.key) }
        return TargetUpdate(
            changes: told.mapValues { $0 }, isCurrent: true, readTime: time, documentsRead: documentsRead)
    }
}
