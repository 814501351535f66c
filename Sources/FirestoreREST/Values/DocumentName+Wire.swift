package import FirestoreModel

/// Reading resource names, with the texts in which Google's emulator refuses them.
extension DocumentName {
    /// Reads `projects/p/databases/d/documents/c/m`.
    package init(wire text: String, as role: ResourceName.Role = .document) throws(RPCStatus) {
        let name = try ResourceName(wire: text, as: role)
        guard let path = DocumentPath(segments: name.segments) else {
            if name.segments.isEmpty {
                throw .invalidArgument(
                    "\(role.rawValue) \"\(text)\" is invalid: Omit \"/documents\" when referencing a database "
                        + "(except as the parent of a document).")
            }
            throw .invalidArgument("\(role.rawValue) \"\(text)\" lacks \"/\" at index \(text.utf16.count).")
        }
        self.init(name.database, path)
    }
}

extension DatabaseID {
    /// Reads `projects/p/databases/d`.
    package init(wire text: String) throws(RPCStatus) {
        var parts = NameParts(text, as: .database)
        self = try parts.takeDatabase()
    }
}

/// The name of a database's root, of a collection or of a document.
///
/// May be longer than what can be stored: a read then finds nothing, and a write refuses it with
/// ``FirestoreModel/DocumentPath/refusalOfLength``.
package struct ResourceName: Sendable, Equatable {
    /// What a name is called in an error.
    package enum Role: String, Sendable {
        case document = "Document name"
        case parent = "Document parent name"
        case database = "Database name"
        case resource = "Resource name"
    }

    package let database: DatabaseID
    /// The ids after `documents`; none for the root.
    package let segments: [ResourceID]

    package init(wire text: String, as role: Role = .document) throws(RPCStatus) {
        var parts = NameParts(text, as: role)
        database = try parts.takeDatabase()
        try parts.takeWord("documents")
        segments = try parts.takeSegments(parts.count)
    }

    /// The document with this name, or nil for the root.
    package func parent(wire text: String) throws(RPCStatus) -> DocumentPath? {
        segments.isEmpty ? nil : try DocumentName(wire: text, as: .parent).path
    }
}

/// The name of a collection to be listed or cleared.
package struct CollectionName: Sendable, Equatable {
    package let database: DatabaseID
    /// The document below which the collection lies; nil for the root.
    package let parent: DocumentPath?
    /// The id, not checked yet; an empty one stands for every collection of the parent.
    package let id: ResourceID

    package init(wire text: String, as role: ResourceName.Role) throws(RPCStatus) {
        var parts = NameParts(text, as: role)
        database = try parts.takeDatabase()
        try parts.takeWord("documents")
        parent = DocumentPath(segments: try parts.takeSegments(max(parts.count - 1, 0)))
        id = ResourceID(String(try parts.take()))
    }

    /// Why Firestore refuses the id, or nil when it is a good one to look for.
    package var refusalOfID: RPCStatus? {
        id.string.isEmpty || id.problemOfCollection == .tooLong ? nil : id.refusal(isCollection: true)
    }
}

/// Takes a name apart at its slashes, from the left to the right.
private struct NameParts {
    private let text: String
    private let role: ResourceName.Role
    private var rest: ArraySlice<Substring>
    /// Where the next part begins, in UTF-16 units.
    private var index = 0

    init(_ text: String, as role: ResourceName.Role) {
        self.text = text
        self.role = role
        rest = text.split(separator: "/", omittingEmptySubsequences: false)[...]
    }

    mutating func takeDatabase() throws(RPCStatus) -> DatabaseID {
        try takeWord("projects")
        let project = try takeIdentifier("project")
        try takeWord("databases")
        return DatabaseID(project: project, database: try takeIdentifier("database"))
    }

    mutating func takeWord(_ word: String) throws(RPCStatus) {
        let start = index
        let part = try take()
        if part == word { return }
        if part.isEmpty, rest.isEmpty, start > 0 { throw trailingSlash }
        if role == .resource, word == "documents" {
            throw .invalidArgument("Resource \"\(text)\" is not recognized.")
        }
        throw part.hasPrefix(word)
            ? refusal("lacks \"/\" at index \(start + word.utf16.count).")
            : refusal("lacks \"\(word)\" at index \(start).")
    }

    /// How many parts are left.
    var count: Int { rest.count }

    mutating func takeSegments(_ count: Int) throws(RPCStatus) -> [ResourceID] {
        if count == 1, rest.count == 1, rest.first == "" { throw refusal("is invalid: Omit trailing \"/\".") }
        var segments: [ResourceID] = []
        segments.reserveCapacity(count)
        while segments.count < count {
            let isCollection = segments.count.isMultiple(of: 2)
            let id = ResourceID(try takeIdentifier(isCollection ? "collection" : "resource"))
            if let refusal = id.refusalInName(isCollection: isCollection) { throw refusal }
            segments.append(id)
        }
        return segments
    }

    private mutating func takeIdentifier(_ kind: String) throws(RPCStatus) -> String {
        let start = index
        let part = try take()
        if part.isEmpty {
            throw rest.isEmpty ? trailingSlash : refusal("lacks a \(kind) id at index \(start).")
        }
        if part == "." || part == ".." {
            throw refusal("contains a \(kind) id \"\(part)\" at index \(start).")
        }
        return String(part)
    }

    mutating func take() throws(RPCStatus) -> Substring {
        guard let part = rest.popFirst() else { throw refusal("lacks \"/\" at index \(index - 1).") }
        index += part.utf16.count + 1
        return part
    }

    private var trailingSlash: RPCStatus { refusal("has invalid trailing \"/\".") }

    private func refusal(_ reason: String) -> RPCStatus {
        .invalidArgument("\(role.rawValue) \"\(text)\" \(reason)")
    }
}

extension ResourceID {
    /// The error of Google's emulator for an id in a name, or nil when it is a good one there.
    fileprivate func refusalInName(isCollection: Bool) -> RPCStatus? {
        switch isCollection ? problemOfCollection : problem {
        case nil, .tooLong: nil
        case .empty, .dots, .containsSlash, .reserved, .notAnInteger: refusal(isCollection: isCollection)
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
