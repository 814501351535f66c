import ClientCore
import CoreValues
import FirestoreModel

/// Builds path and query of the URLs, each part percent-encoded by itself.
struct URLPath {
    private(set) var text: String
    private var hasQuery = false

    /// The root of a database's documents, or a path below it.
    init(_ database: DatabaseID, _ segments: [ResourceID] = [], method: String? = nil) {
        text =
            "/v1/projects/\(database.project.percentEncoded)/databases/\(database.database.percentEncoded)/documents"
        for segment in segments { text += "/" + segment.string.percentEncoded }
        if let method { text += ":" + method }
    }

    mutating func add(_ name: String, _ value: String) {
        text += (hasQuery ? "&" : "?") + name.percentEncoded + "=" + value.percentEncoded
        hasQuery = true
    }

    /// Adds the fields to return, one parameter each; nil for all fields.
    mutating func add(mask: DocumentMask?) {
        for path in mask?.fieldPaths ?? [] { add("mask.fieldPaths", path.description) }
    }
}

extension DocumentMask {
    /// The mask for the fields that a caller asks for: nil for all, an empty list for none.
    ///
    /// Servers disagree about the meaning of an empty mask, so a request for no fields names only the document's name.
    static func fields(_ paths: [FieldPath]?) -> DocumentMask? {
        paths.map { DocumentMask($0.isEmpty ? [.documentID()] : $0) }
    }
}
