package import FirestoreModel

extension FieldPath {
    /// Reads a field path, with the texts in which Google's emulator refuses one.
    package init(wire text: String) throws(RPCStatus) {
        do throws(ParsingError) {
            try self.init(parsing: text)
        } catch {
            switch error {
            case .empty: throw .invalidArgument("Invalid empty property path string.")
            case .malformed(let path):
                throw .invalidArgument(
                    "Invalid property path \"\(path)\". Unquoted property paths must match regex "
                        + "([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex "
                        + #"(`(?:[^`\\]|(?:\\.))+`)"#)
            }
        }
    }
}

extension WireDecoder {
    mutating func fieldPath(_ text: String) -> FieldPath {
        accept(FieldPath([])) { () throws(RPCStatus) in try FieldPath(wire: text) }
    }

    /// A `DocumentMask`: `{"fieldPaths": ["a", "b.c"]}`.
    mutating func mask(_ json: JSON) throws(RPCStatus) -> DocumentMask {
        var paths: [FieldPath] = []
        for text in try MessageReader(json, "fieldPaths").strings("fieldPaths") {
            paths.append(fieldPath(text))
        }
        return DocumentMask(paths)
    }

    mutating func documentName(_ text: String) -> DocumentName {
        accept(WireDecoder.noName) { () throws(RPCStatus) in try DocumentName(wire: text) }
    }

    private static let noName = DocumentName(
        DatabaseID(project: "", database: ""),
        DocumentPath(CollectionPath(parent: nil, id: ResourceID("")), ResourceID("")))
}

extension JSONWriter {
    package mutating func mask(_ mask: DocumentMask) {
        object { $0.member("fieldPaths") { $0.array(mask.fieldPaths) { $0.string($1.description) } } }
    }
}
