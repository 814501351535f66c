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
