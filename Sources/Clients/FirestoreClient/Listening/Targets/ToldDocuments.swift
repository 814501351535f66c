import FirestoreModel

/// The documents that the listeners of a target have been told.
///
/// Whoever may be joined by another listener keeps whole documents, to tell them again; otherwise versions are enough, which take a tenth
/// of the memory.
struct ToldDocuments: Sendable {
    private enum Kept {
        case documents([DocumentName: Document])
        case versions(DocumentVersions)
    }

    private var kept: Kept

    init(asVersions: Bool) { kept = asVersions ? .versions(DocumentVersions()) : .documents([:]) }

    var count: Int {
        switch kept {
        case .documents(let documents): documents.count
        case .versions(let versions): versions.count
        }
    }

    /// The whole documents; nil if only versions are kept.
    var documents: [DocumentName: Document]? {
        if case .documents(let documents) = kept { documents } else { nil }
    }

    var names: [DocumentName] {
        switch kept {
        case .documents(let documents): Array(documents.keys)
        case .versions(let versions): versions.names
        }
    }

    func contains(_ name: DocumentName) -> Bool {
        switch kept {
        case .documents(let documents): documents[name] != nil
        case .versions(let versions): versions[name] != nil
        }
    }

    /// Puts a document in, or removes one.
    ///
    /// - Returns: Whether that is news.
    mutating func tell(_ document: Document?, _ name: DocumentName) -> Bool {
        switch kept {
        case .documents(var documents):
            kept = .versions(DocumentVersions())
            defer { kept = .documents(documents) }
            let old = documents[name]
            documents[name] = document
            return old != document
        case .versions(var versions):
            kept = .documents([:])
            defer { kept = .versions(versions) }
            let old = versions[name]
            versions[name] = document?.updateTime
            return old != document?.updateTime
        }
    }
}

/// When documents have last changed. Names take little memory where, as in the result of most queries, all are of one collection.
private struct DocumentVersions: Sendable {
    private var versions: [ResourceID: Timestamp] = [:]
    /// The name of any document of the collection that has most of them.
    private var example: DocumentName?
    private var others: [DocumentName: Timestamp] = [:]

    var count: Int { versions.count + others.count }

    var names: [DocumentName] {
        guard let example else { return Array(others.keys) }
        let collection = example.path.collection
        return versions.keys.map { DocumentName(example.database, DocumentPath(collection, $0)) }
            + others.keys
    }

    subscript(name: DocumentName) -> Timestamp? {
        get { isBeside(name) ? versions[name.path.id] : others[name] }
        set {
            if example == nil { example = name }
            if isBeside(name) { versions[name.path.id] = newValue } else { others[name] = newValue }
        }
    }

    /// Whether the document is of the collection that has most of them.
    private func isBeside(_ name: DocumentName) -> Bool {
        guard let example else { return false }
        return name.database == example.database
            && name.path.segments.dropLast() == example.path.segments.dropLast()
    }
}
