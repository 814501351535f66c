import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText

/// Short forms for what the suites of this module read and write.
enum Wire {
    static let root = "projects/demo/databases/(default)/documents"

    static func name(_ path: String) -> DocumentName {
        let ids = path.split(separator: "/").map { ResourceID(String($0)) }
        let collection = CollectionPath(segments: ids.dropLast()) ?? CollectionPath(parent: nil, id: ids[0])
        return DocumentName(DatabaseID(project: "demo"), DocumentPath(collection, ids[ids.count - 1]))
    }

    /// The text that a closure writes.
    static func text(_ style: JSONWriter.Style = .compact, _ write: (inout WireEncoder) -> Void) -> String {
        var writer = WireEncoder(style)
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The commit of a list of writes; `$D` in the text stands for the name of a document.
    static func commit(_ writes: String) throws(RPCStatus) -> [Write] {
        let body = #"{"writes":[\#(writes)]}"#.replacing("$D", with: "\(root)/c/a")
        return try CommitRequest.decode(Array(body.utf8)).get().writes
    }

    /// A query with some members.
    static func query(_ members: String) throws(RPCStatus) -> StructuredQuery {
        try RunQueryRequest.decode(Array(#"{"structuredQuery":{\#(members)}}"#.utf8)).get().query
    }

    /// The message of the error that a closure throws; nil when it throws none.
    static func refusal(_ body: () throws(RPCStatus) -> Void) -> String? {
        do throws(RPCStatus) {
            try body()
            return nil
        } catch {
            return error.code == .invalidArgument ? error.message : error.description
        }
    }

    static let invalidPayload = "Payload isn't valid for request."
    static let unsetValue = "Cannot convert firestore.v1.Value with type unset."
    static let nestedArray = "Cannot convert an array value in an array value."
}
