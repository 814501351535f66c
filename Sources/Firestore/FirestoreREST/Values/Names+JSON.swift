package import FirestoreModel
import FirestoreRPC
import JSONText

/// The names of fields and documents in messages.
extension WireDecoder {
    mutating func fieldPath(_ text: String) -> FieldPath {
        content.fieldPath(text)
    }

    mutating func fieldPathInMask(_ text: String) -> FieldPath {
        content.fieldPathInMask(text)
    }

    /// A `DocumentMask`: `{"fieldPaths": ["a", "b.c"]}`.
    mutating func mask(_ json: JSONNode) throws(RPCStatus) -> DocumentMask {
        var paths: [FieldPath] = []
        for text in try MessageReader(json, "fieldPaths").strings("fieldPaths") {
            paths.append(fieldPathInMask(text))
        }
        return DocumentMask(paths)
    }

    mutating func documentName(_ text: String) -> DocumentName { content.documentName(text) }
}

extension WireEncoder {
    package mutating func mask(_ mask: DocumentMask) {
        object { $0.member("fieldPaths") { $0.array(mask.fieldPaths) { $0.string($1.description) } } }
    }
}
