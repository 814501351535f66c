import FirestoreModel

/// The documents that the listeners of a target have been told.
///
/// A target that other listeners may join keeps whole documents, for their first snapshot; otherwise versions are enough, which take a tenth
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
