package import FirestoreModel
import FirestoreRPC
import JSONText

/// The names of fields and documents in messages.
extension WireDecoder {
    mutating func fieldPath(_ text: String) -> FieldPath {
        accept(FieldPath([])) { () throws(RPCStatus) in try FieldPath(wire: text) }
    }

    mutating func fieldPathInMask(_ text: String) -> FieldPath {
        accept(FieldPath([])) { () throws(RPCStatus) in try FieldPath(wireInMask: text) }
    }

    /// A `DocumentMask`: `{"fieldPaths": ["a", "b.c"]}`.
    mutating func mask(_ json: JSONNode) throws(RPCStatus) -> DocumentMask {
        var paths: [FieldPath] = []
        for text in try MessageReader(json, "fieldPaths").strings("fieldPaths") {
            paths.append(fieldPathInMask(text))
        }
        return DocumentMask(paths)
    }

    mutating func documentName(_ text: String) -> DocumentName {
        if let sibling = lastName?.sibling(text) { return sibling }
        do throws(RPCStatus) {
            let name = try DocumentName(wire: text)
            lastName = LastName(name, text: text)
            return name
        } catch {
            refuse(error)
            return WireDecoder.noName
        }
    }

    private static let noName = DocumentName(
        DatabaseID(project: "", database: ""),
        DocumentPath(CollectionPath(parent: nil, id: ResourceID("")), ResourceID("")))
}

extension WireEncoder {
    package mutating func mask(_ mask: DocumentMask) {
        object { $0.member("fieldPaths") { $0.array(mask.fieldPaths) { $0.string($1.description) } } }
    }
}

/// The last document name that was read, so that the next one in the same collection need not be parsed whole.
struct LastName {
    private let database: DatabaseID
    private let collection: CollectionPath
    /// The name's text up to its last slash, and with it.
    private let prefix: [UInt8]

    init(_ name: DocumentName, text: String) {
        database = name.database
        collection = name.path.collection
        prefix = Array(text.utf8.dropLast(name.path.id.string.utf8.count))
    }

    /// Reads the name of another document in the same collection.
    ///
    /// - Returns: nil for any other name, and for one whose id needs checking.
    func sibling(_ text: String) -> DocumentName? {
        let id = text.utf8.withContiguousStorageIfAvailable { utf8 -> ResourceID? in
            guard utf8.count > prefix.count, utf8.starts(with: prefix) else { return nil }
            let id = UnsafeBufferPointer(rebasing: utf8[prefix.count...])
            // Ids of dots and underscores have rules of their own.
            guard id[0] != UInt8(ascii: "."), id[0] != UInt8(ascii: "_"), !id.contains(UInt8(ascii: "/"))
            else { return nil }
            return ResourceID(String(decoding: id, as: UTF8.self))
        }
        return (id ?? nil).map { DocumentName(database, DocumentPath(collection, $0)) }
    }
}
