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
        if let refusal { throw refusal }
    }

    /// The most bytes in a path, where each name counts one more than it has, and the most names.
    private static let (maximumLength, maximumNames) = (1500, 20)

    /// Why Firestore refuses a path that is well formed, or nil when it is a good one.
    private var refusal: RPCStatus? {
        if names.reduce(0, { $0 + $1.string.utf8.count + 1 }) > FieldPath.maximumLength {
            return .invalidArgument("property path is longer than \(FieldPath.maximumLength) bytes.")
        }
        if names.count > FieldPath.maximumNames {
            return .invalidArgument("paths must have at most \(FieldPath.maximumNames) elements")
        }
        if isDocumentID { return nil }
        return names.first(where: \.isReserved).map { name in
            switch name {
            // Google's emulator knows documents' names by the word of its own storage.
            case "__name__": .invalidArgument("the name __key__ is reserved")
            case "__type__": .invalidArgument("the name __type__ is reserved")
            default: .invalidArgument("Invalid reserved name in field path \(name)")
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

extension JSONWriter {
    package mutating func mask(_ mask: DocumentMask) {
        object { $0.member("fieldPaths") { $0.array(mask.fieldPaths) { $0.string($1.description) } } }
    }
}
