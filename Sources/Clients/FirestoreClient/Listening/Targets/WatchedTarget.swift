import FirestoreModel
import FirestoreRPC

/// The documents of one target, as far as the server has named them.
struct WatchedTarget: Sendable {
    let content: Target.Content
    /// Whether other listeners may join.
    let isShared: Bool
    /// The number by which the stream knows the target.
    private(set) var id: Int32
    /// The documents of the last boundary.
    private var told: ToldDocuments
    /// What has come since the last boundary; nil for documents that are gone.
    private var pending: [DocumentName: Document?] = [:]
    /// How many documents there are, with what has come since the last boundary.
    private var count = 0
    /// Documents that the server has not named since it began anew; what it does not name is gone.
    private var unconfirmed: Set<DocumentName> = []
    /// How many documents the server has sent since the last update.
    private var documentsRead = 0
    /// Where to resume with the documents of the last boundary.
    private var resumeToken: [UInt8] = []
    /// Where to resume after the next boundary; empty for nowhere, nil where it was.
    private var nextToken: [UInt8]?
    /// Whether the server has named all documents.
    private(set) var isCurrent = false
    /// Whether it had at the last boundary.
    private var isSettled = false
    /// Whether the last update said so.
    private var wasCurrent = false
    /// How often the target was begun again on this connection, because its documents were not those of the server.
    private(set) var restarts = 0

    init(_ content: Target.Content, id: Int32, isShared: Bool = true) {
        self.content = content
        self.id = id
        self.isShared = isShared
        told = ToldDocuments(asVersions: !isShared)
    }

    /// The request that adds the target, or resumes it.
    var addition: Target {
        if resumeToken.isEmpty { return Target(content, id: id) }
        return Target(
            content, id: id, resumePoint: .token(resumeToken), expectedCount: Int32(clamping: count))
    }

    private func contains(_ name: DocumentName) -> Bool {
        pending[name].map { $0 != nil } ?? told.contains(name)
    }

    /// The names of all documents.
    private var names: [DocumentName] {
        told.names.filter { pending.index(forKey: $0) == nil } + pending.filter { $0.value != nil }.keys
    }
}

/// What the server says about the target.
extension WatchedTarget {
    mutating func put(_ document: Document) {
        documentsRead += 1
        unconfirmed.remove(document.name)
        if !contains(document.name) { count += 1 }
        pending.updateValue(document, forKey: document.name)
    }

    mutating func remove(_ name: DocumentName) {
        unconfirmed.remove(name)
        if !contains(name) { return }
        count -= 1
        pending.updateValue(nil, forKey: name)
    }

    /// The server names all documents again.
    ///
    /// - Parameter token: Where the target could resume at the last boundary, if it was current then.
    mutating func reset(_ token: [UInt8]) {
        leave(token)
        unconfirmed = Set(names)
        nextToken = []
    }

    /// The server has named all documents.
    mutating func becomeCurrent() {
        isCurrent = true
        let gone = unconfirmed
        unconfirmed = []
        for name in gone { remove(name) }
    }

    mutating func note(resumeToken token: [UInt8]) {
        if !token.isEmpty { nextToken = token }
    }

    /// Nothing is known of what happens from now on.
    ///
    /// What has come since the last boundary is dropped: the token stands for the documents of that time, and the server says from
    /// there what has changed. It would not name a document that has come since and is gone again.
    ///
    /// - Parameter token: Where targets can resume that were current at the last boundary.
    mutating func disconnect(_ token: [UInt8]) {
        leave(token)
        pending = [:]
        count = told.count
        nextToken = nil
        // Without a token, the server names all documents.
        unconfirmed = resumeToken.isEmpty ? Set(told.names) : []
        restarts = 0
    }

    private mutating func leave(_ token: [UInt8]) {
        if isSettled, !token.isEmpty { resumeToken = token }
        isSettled = false
        isCurrent = false
    }

    /// Listens again from the beginning, under another number, because a number that was used before may still get answers.
    mutating func restart(id: Int32) {
        reset([])
        resumeToken = []
        restarts += 1
        self.id = id
    }

    /// Compares the documents with what the server says of them.
    ///
    /// - Returns: Whether they are the same now; otherwise the target must be listened to again.
    mutating func check(_ filter: ExistenceFilter) -> Bool {
        let fits = fit(filter)
        if fits { restarts = 0 }
        return fits
    }

    private mutating func fit(_ filter: ExistenceFilter) -> Bool {
        let held = count - unconfirmed.count
        if held == Int(filter.count) { return true }
        guard held > Int(filter.count) else { return false }
        if case .documents = content, filter.count == 0 {
            for name in names { remove(name) }
            return true
        }
        guard let unchanged = filter.unchangedNames else { return false }
        var gone: [DocumentName] = []
        for name in names where !unconfirmed.contains(name) {
            guard let mayBeThere = unchanged.mayContain(name.description) else { return false }
            if !mayBeThere { gone.append(name) }
        }
        guard held - gone.count == Int(filter.count) else { return false }
        for name in gone { remove(name) }
        return true
    }
}

/// What listeners get.
extension WatchedTarget {
    /// What has changed since the last time, at a moment at which all that was received is consistent; nil if there is nothing to tell.
    mutating func takeUpdate(at time: Timestamp?) -> TargetUpdate? {
        isSettled = isCurrent
        guard isCurrent else { return nil }
        if let token = nextToken { resumeToken = token }
        nextToken = nil
        var changes = pending
        pending = [:]
        for (name, document) in changes where !told.tell(document, name) { changes[name] = nil }
        guard !changes.isEmpty || !wasCurrent else { return nil }
        wasCurrent = true
        defer { documentsRead = 0 }
        return TargetUpdate(
            changes: changes, isCurrent: true, readTime: time, documentsRead: documentsRead)
    }

    /// Tells once that the documents may no longer be what the server has.
    mutating func takeLoss() -> TargetUpdate? {
        guard wasCurrent, !isCurrent else { return nil }
        wasCurrent = false
        return TargetUpdate(changes: [:], isCurrent: false, readTime: nil)
    }

    /// All documents of the last boundary, for a listener that joins later; nil before there are any to tell.
    func everything(at time: Timestamp?, documentsRead: Int) -> TargetUpdate? {
        guard wasCurrent, let documents = told.documents else { return nil }
        return TargetUpdate(
            changes: documents.mapValues { $0 }, isCurrent: true, readTime: time,
            documentsRead: documentsRead)
    }
}
