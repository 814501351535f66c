import FirestoreExports
import FirestoreModel

/// Exports as Google's servers and tools write them.
extension DocumentArchive {
    /// Whether a path is a folder, or the file that leads to an export's others.
    static func isExport(_ path: String) -> Bool {
        Export.isOverallMetadata(path) || TextFile.isDirectory(path)
    }

    init(
        exportAt path: String, into database: DatabaseID?, onProgress: (Int) -> Void
    ) throws(ArchiveError) {
        var names: Set<DocumentName> = []
        var documents: [DatabaseID: [Document]] = [:]
        do throws(ExportProblem) {
            try Export.at(path).forEachDocument(in: database) { document throws(DocumentRefusal) in
                if Task.isCancelled { throw DocumentRefusal("interrupted") }
                if let refusal = DocumentArchive.refusal(of: document) { throw DocumentRefusal(refusal) }
                guard names.insert(document.name).inserted else {
                    throw DocumentRefusal("the document \(document.name) is there twice")
                }
                documents[document.name.database, default: []].append(document)
                onProgress(names.count)
            }
        } catch {
            throw ArchiveError(error)
        }
        self.documents = documents
    }
}

extension DatabaseState {
    /// The documents by collection and id.
    var documents: some Sequence<Document> {
        collections.lazy.flatMap { $0.value.documents.lazy.map { $0.value.document() } }
    }

    var documentCount: Int { collections.reduce(0) { $0 + $1.value.count } }
}

extension ArchiveError {
    init(_ problem: ExportProblem) {
        self.init(problem.path, problem.details)
    }
}
