package import FirestoreModel

extension FieldPath {
    /// Reads a field path. Errors have the words of Google's emulator.
    package init(wire text: String) throws(RPCStatus) {
        do throws(ParsingError) {
            try self.init(parsing: text)
        } catch {
            switch error {
            case .nameOfKey: throw .invalidArgument("Invalid property path member name \"__key__\".")
            case .empty: throw .invalidArgument("Invalid empty property path string.")
            case .malformed(let path):
                throw .invalidArgument(
                    "Invalid property path \"\(path)\". Unquoted property paths must match regex "
                        + "([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex "
                        + #"(`(?:[^`\\]|(?:\\.))+`)"#)
            }
        }
        let reserved = names.filter(\.isReserved).map(\.string)
        if reserved.contains(where: { $0 != "__name__" && $0 != "__type__" }) {
            throw .invalidArgument("Invalid reserved name in field path \(endFromReservedName)")
        }
    }

    /// Reads a path of a mask.
    package init(wireInMask text: String) throws(RPCStatus) {
        try self.init(wire: text)
        if let refusal = refusal() { throw refusal }
    }

    /// The maximum number of bytes in a path, where each name counts one more than its own, and of names.
    private static let (maximumLength, maximumNames) = (1500, 20)

    /// Why Firestore refuses a path that can be parsed, or nil. For queries, it is reported after most other problems.
    ///
    /// - Parameters:
    ///   - allowsType: True if the path may contain the type of a map.
    ///   - isOfElements: True for the elements of an array, which count as one more name.
    package func refusal(allowsType: Bool = false, isOfElements: Bool = false) -> RPCStatus? {
        if names.reduce(0, { $0 + $1.string.utf8.count + 1 }) > FieldPath.maximumLength {
            return .invalidArgument("property path is longer than \(FieldPath.maximumLength) bytes.")
        }
        if !isDocumentID, let name = names.first(where: \.isReserved)?.string,
            !allowsType || name == "__name__" || names[0].isReserved
        {
            // Google's emulator uses the word of its storage for documents' names.
            return .invalidArgument("the name \(name == "__name__" ? "__key__" : name) is reserved")
        }
        return names.count + (isOfElements ? 1 : 0) > FieldPath.maximumNames
            ? .invalidArgument("paths must have at most \(FieldPath.maximumNames) elements") : nil
    }

    /// The path from the first reserved name on.
    private var endFromReservedName: String {
        let end = names.drop { !$0.isReserved || $0.string == "__name__" || $0.string == "__type__" }
        return end.map { $0.string == "__name__" ? "__key__" : $0.string }.joined(separator: ".")
    }
}
