package import FirestoreModel

extension FieldPath {
    /// Reads a field path, with the texts in which Google's emulator refuses one.
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

    /// The most bytes in a path, where each name counts one more than it has, and the most names.
    private static let (maximumLength, maximumNames) = (1500, 20)

    /// Why Firestore refuses a path that can be read, or nil when it is a good one. Queries are told so only after most
    /// of what is wrong with them.
    ///
    /// - Parameters:
    ///   - allowsType: True where the type of a map may be looked at.
    ///   - isOfElements: True for the elements of a list, which count as one more name.
    package func refusal(allowsType: Bool = false, isOfElements: Bool = false) -> RPCStatus? {
        if names.reduce(0, { $0 + $1.string.utf8.count + 1 }) > FieldPath.maximumLength {
            return .invalidArgument("property path is longer than \(FieldPath.maximumLength) bytes.")
        }
        if !isDocumentID, let name = names.first(where: \.isReserved)?.string,
            !allowsType || name == "__name__" || names[0].isReserved
        {
            // Google's emulator knows documents' names by the word of its own storage.
            return .invalidArgument("the name \(name == "__name__" ? "__key__" : name) is reserved")
        }
        return names.count + (isOfElements ? 1 : 0) > FieldPath.maximumNames
            ? .invalidArgument("paths must have at most \(FieldPath.maximumNames) elements") : nil
    }

    /// The path from the first name on that nobody may use.
    private var endFromReservedName: String {
        let end = names.drop { !$0.isReserved || $0.string == "__name__" || $0.string == "__type__" }
        return end.map { $0.string == "__name__" ? "__key__" : $0.string }.joined(separator: ".")
    }
}
