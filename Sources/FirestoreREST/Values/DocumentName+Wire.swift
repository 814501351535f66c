package import FirestoreModel

/// Reading resource names, with the texts in which Google's emulator refuses them.
extension DocumentName {
    /// What a name is called in an error.
    package enum Role: String, Sendable {
        case document = "Document name"
        case resource = "Resource name"
    }

    /// Reads `projects/p/databases/d/documents/c/m`.
    package init(wire text: String, as role: Role = .document) throws(RPCStatus) {
        let name = try ResourceName(wire: text, as: role)
        guard let path = DocumentPath(segments: name.segments) else {
            throw .invalidArgument("\(role.rawValue) \"\(text)\" lacks \"/\" at index \(text.utf16.count).")
        }
        self.init(name.database, path)
    }
}

/// The name of a database's root, of a collection or of a document.
///
/// May be longer than what can be stored: a read then finds nothing, and a write refuses it with
/// ``FirestoreModel/DocumentPath/refusalOfLength``.
package struct ResourceName: Sendable, Equatable {
    package let database: DatabaseID
    /// The ids after `documents`; none for the root.
    package let segments: [ResourceID]

    package init(wire text: String, as role: DocumentName.Role = .document) throws(RPCStatus) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        var index = 0
        func part(_ number: Int) throws(RPCStatus) -> Substring {
            guard number < parts.count else {
                throw .invalidArgument("\(role.rawValue) \"\(text)\" lacks \"/\" at index \(index - 1).")
            }
            defer { index += parts[number].utf16.count + 1 }
            return parts[number]
        }
        func literal(_ number: Int, _ word: String) throws(RPCStatus) {
            let start = index
            guard try part(number) == word else {
                throw .invalidArgument("\(role.rawValue) \"\(text)\" lacks \"\(word)\" at index \(start).")
            }
        }
        func identifier(_ number: Int, _ kind: String) throws(RPCStatus) -> String {
            let start = index
            let id = try part(number)
            if id.isEmpty {
                throw .invalidArgument("\(role.rawValue) \"\(text)\" lacks \(kind) at index \(start).")
            }
            return String(id)
        }
        try literal(0, "projects")
        let project = try identifier(1, "a project id")
        try literal(2, "databases")
        database = DatabaseID(project: project, database: try identifier(3, "a database id"))
        try literal(4, "documents")

        var segments: [ResourceID] = []
        segments.reserveCapacity(max(parts.count - 5, 0))
        for number in 5..<max(parts.count, 5) {
            let start = index
            let id = ResourceID(String(try part(number)))
            let isCollection = segments.count.isMultiple(of: 2)
            if let refusal = id.refusal(isCollection: isCollection, in: text, at: start, as: role) {
                throw refusal
            }
            segments.append(id)
        }
        self.segments = segments
    }
}

extension ResourceID {
    /// The error of Google's emulator for an id in a name, or nil when it is a good one.
    fileprivate func refusal(isCollection: Bool, in name: String, at index: Int, as role: DocumentName.Role)
        -> RPCStatus?
    {
        switch isCollection ? problemOfCollection : problem {
        case nil, .tooLong: nil
        case .empty: .invalidArgument("\(role.rawValue) \"\(name)\" lacks a resource id at index \(index).")
        case .dots:
            .invalidArgument(
                "\(role.rawValue) \"\(name)\" contains a resource id \"\(string)\" at index \(index).")
        case .containsSlash, .reserved, .notAnInteger: refusal(isCollection: isCollection)
        }
    }

    /// The error of Google's emulator for an id that stands alone, or nil when it is a good one.
    package func refusal(isCollection: Bool) -> RPCStatus? {
        let kind = isCollection ? "Collection id" : "Resource id"
        switch isCollection ? problemOfCollection : problem {
        case nil: return nil
        case .empty: return .invalidArgument("\(kind) \"\" is invalid because it is empty.")
        case .dots: return .invalidArgument("\(kind) \"\(string)\" is invalid because it is reserved.")
        case .containsSlash:
            return .invalidArgument("\(kind) \"\(string)\" is invalid because it contains \"/\".")
        case .reserved: return .invalidArgument("\(kind) \"\(string)\" is invalid because it is reserved.")
        case .notAnInteger:
            return .invalidArgument("\(kind) \"\(string)\" is invalid because it is not a 64 bit integer.")
        case .tooLong:
            let element = isCollection ? "kind" : "name"
            return .invalidArgument("The key path element \(element) is longer than 1500 bytes.")
        }
    }
}

extension DocumentPath {
    /// The error of Google's emulator for a path that is too long to be stored, or nil when it is a good one.
    package var refusalOfLength: RPCStatus? {
        if segments.count > DocumentPath.maximumSegments { return .tooManyElements }
        for (index, id) in segments.enumerated() where id.string.utf8.count > ResourceID.maximumLength {
            return id.refusal(isCollection: index.isMultiple(of: 2))
        }
        return nil
    }
}

extension RPCStatus {
    /// The error of Google's emulator for a path of more than 100 collections and documents.
    package static let tooManyElements = invalidArgument("Key path is too long. Cannot exceed 100 elements.")
}
