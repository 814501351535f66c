package import FirestoreModel

/// Reads resource names. Errors have the words of Google's emulator.
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
/// It may be longer than a stored name can be: a read then finds nothing, and a write fails with
/// ``FirestoreModel/DocumentPath/refusalOfLength``.
package struct ResourceName: Sendable, Equatable {
    /// The word for the name in an error.
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
        if parts.isAtEnd, role == .resource {
            throw .invalidArgument("Non-document resource reference value not supported.")
        }
        try parts.takeWord("documents")
        segments = try parts.takeSegments(parts.count)
    }

    /// The document with this name; nil for the root.
    package func parent(wire text: String) throws(RPCStatus) -> DocumentPath? {
        segments.isEmpty ? nil : try DocumentName(wire: text, as: .parent).path
    }
}

/// The name of a collection to list or to clear.
package struct CollectionName: Sendable, Equatable {
    package let database: DatabaseID
    /// The document that contains the collection; nil for the root.
    package let parent: DocumentPath?
    /// The id, not checked yet; empty for every collection of the parent.
    package let id: ResourceID

    package init(wire text: String, as role: ResourceName.Role) throws(RPCStatus) {
        var parts = NameParts(text, as: role)
        database = try parts.takeDatabase()
        try parts.takeWord("documents")
        parent = DocumentPath(segments: try parts.takeSegments(max(parts.count - 1, 0)))
        id = ResourceID(String(decoding: try parts.take(), as: UTF8.self))
    }

    /// The collection with an id below a document or the root.
    package init(parent text: String, id: String) throws(RPCStatus) {
        let root = try ResourceName(wire: text, as: .parent)
        database = root.database
        parent = try root.parent(wire: text)
        self.id = ResourceID(id)
    }

    /// Why Firestore refuses to look for the id, or nil.
    package var refusalOfID: RPCStatus? {
        id.string.isEmpty || id.problemOfCollection == .tooLong ? nil : id.refusal(isCollection: true)
    }
}

/// Splits a name at its slashes, from left to right.
///
/// Works on bytes: names are a large part of a commit, and splitting a `String` into characters takes ten times as long.
private struct NameParts {
    private let text: String
    private let role: ResourceName.Role
    private let bytes: [UInt8]
    /// Where the next part begins; beyond the end, and its missing slash, once all parts are taken.
    private var position = 0

    init(_ text: String, as role: ResourceName.Role) {
        self.text = text
        self.role = role
        bytes = Array(text.utf8)
    }

    private static let slash = UInt8(ascii: "/")

    mutating func takeDatabase() throws(RPCStatus) -> DatabaseID {
        try takeWord("projects")
        let project = try takeIdentifier("project")
        try takeWord("databases")
        return DatabaseID(project: project, database: try takeIdentifier("database"))
    }

    mutating func takeWord(_ word: String) throws(RPCStatus) {
        let start = position
        let part = try take()
        if part.elementsEqual(word.utf8) { return }
        if part.isEmpty, isAtEnd, start > 0 { throw trailingSlash }
        if role == .resource, word == "documents" {
            throw .invalidArgument("Resource \"\(text)\" is not recognized.")
        }
        throw part.starts(with: word.utf8)
            ? refusal("lacks \"/\"", at: start + word.utf8.count) : refusal("lacks \"\(word)\"", at: start)
    }

    var isAtEnd: Bool { position > bytes.count }

    /// The number of remaining parts.
    var count: Int { isAtEnd ? 0 : bytes[position...].count { $0 == NameParts.slash } + 1 }

    mutating func takeSegments(_ count: Int) throws(RPCStatus) -> [ResourceID] {
        if count == 1, position == bytes.count { throw refusal("is invalid: Omit trailing \"/\".") }
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
        let start = position
        let part = try take()
        if part.isEmpty { throw isAtEnd ? trailingSlash : refusal("lacks a \(kind) id", at: start) }
        let id = String(decoding: part, as: UTF8.self)
        if part.count <= 2, part.allSatisfy({ $0 == UInt8(ascii: ".") }) {
            throw refusal("contains a \(kind) id \"\(id)\"", at: start)
        }
        return id
    }

    mutating func take() throws(RPCStatus) -> ArraySlice<UInt8> {
        if isAtEnd { throw refusal("lacks \"/\"", at: bytes.count) }
        let part = bytes[position...].prefix { $0 != NameParts.slash }
        position = part.endIndex + 1
        return part
    }

    private var trailingSlash: RPCStatus { refusal("has invalid trailing \"/\".") }

    /// An error with a position, counted like Google's emulator does: in UTF-16 units.
    private func refusal(_ reason: String, at offset: Int) -> RPCStatus {
        refusal("\(reason) at index \(String(decoding: bytes[..<offset], as: UTF8.self).utf16.count).")
    }

    private func refusal(_ reason: String) -> RPCStatus {
        .invalidArgument("\(role.rawValue) \"\(text)\" \(reason)")
    }
}

extension ResourceID {
    /// The error of Google's emulator for an id that is part of a name, or nil.
    ///
    /// Such an id is not empty, not dots, and has no slash, and its length is checked later. Only ids in underscores remain.
    fileprivate func refusalInName(isCollection: Bool) -> RPCStatus? {
        guard string.utf8.first == UInt8(ascii: "_") else { return nil }
        return switch isCollection ? problemOfCollection : problem {
        case nil, .tooLong: nil
        case .empty, .dots, .containsSlash, .reserved, .notAnInteger: refusal(isCollection: isCollection)
        }
    }

    /// The error of Google's emulator for an id by itself, or nil.
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
    /// The error of Google's emulator for a path that is too long to be stored, or nil.
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
