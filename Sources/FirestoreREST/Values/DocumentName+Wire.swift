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
            throw .invalidArgument(
                name.segments.isEmpty
                    ? "\(role.rawValue) \"\(text)\" is invalid: Omit \"/documents\" when referencing a database "
                        + "(except as the parent of a document)."
                    : "\(role.rawValue) \"\(text)\" lacks \"/\" at index \(text.utf16.count).")
        }
        self.init(name.database, path)
    }
}

/// The name of a database's root, of a collection or of a document.
package struct ResourceName: Sendable, Equatable {
    package let database: DatabaseID
    /// The ids after `documents`; none for the root.
    package let segments: [ResourceID]

    package init(wire text: String, as role: DocumentName.Role = .document) throws(RPCStatus) {
        let parts = NameParts(text, role)
        try parts.expect("projects", at: 0)
        let project = try parts.identifier("a project id", at: 1)
        try parts.expect("databases", at: 2)
        database = DatabaseID(project: project, database: try parts.identifier("a database id", at: 3))
        try parts.expect("documents", at: 4)

        var segments: [ResourceID] = []
        segments.reserveCapacity(parts.count - 5)
        for number in 5..<parts.count {
            let isCollection = segments.count.isMultiple(of: 2)
            let kind = isCollection ? "collection id" : "resource id"
            let id = ResourceID(try parts.identifier("a \(kind)", at: number))
            if let refusal = id.refusal(isCollection: isCollection) {
                throw id.problem == .dots
                    ? parts.refusal("contains a \(kind) \"\(id)\"", at: number) : refusal
            }
            segments.append(id)
        }
        if segments.count > DocumentPath.maximumSegments {
            throw .invalidArgument("Key path is too long. Cannot exceed 100 elements.")
        }
        self.segments = segments
    }
}

/// A name cut at its slashes.
private struct NameParts {
    private let text: String
    private let role: DocumentName.Role
    private let parts: [ArraySlice<UInt8>]

    init(_ text: String, _ role: DocumentName.Role) {
        self.text = text
        self.role = role
        parts = Array(text.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }

    var count: Int { parts.count }

    func expect(_ word: String, at number: Int) throws(RPCStatus) {
        guard try part(number).elementsEqual(word.utf8) else {
            throw role == .resource && number == 4
                ? .invalidArgument("Resource \"\(text)\" is not recognized.")
                : refusal("lacks \"\(word)\"", at: number)
        }
    }

    func identifier(_ kind: @autoclosure () -> String, at number: Int) throws(RPCStatus) -> String {
        let part = try part(number)
        if part.isEmpty { throw refusal("lacks \(kind())", at: number) }
        return String(decoding: part, as: UTF8.self)
    }

    private func part(_ number: Int) throws(RPCStatus) -> ArraySlice<UInt8> {
        guard number < parts.count else {
            throw role == .resource && number == 4
                ? .invalidArgument("Non-document resource reference value not supported.")
                : .invalidArgument("\(role.rawValue) \"\(text)\" lacks \"/\" at index \(text.utf16.count).")
        }
        if number > 0, number == parts.count - 1, parts[number].isEmpty {
            let problem = number == 5 ? "is invalid: Omit trailing \"/\"." : "has invalid trailing \"/\"."
            throw .invalidArgument("\(role.rawValue) \"\(text)\" \(problem)")
        }
        return parts[number]
    }

    /// The error about a part; it tells where the part begins, in UTF-16 code units.
    func refusal(_ problem: String, at number: Int) -> RPCStatus {
        let index = parts[..<number].reduce(0) { $0 + String(decoding: $1, as: UTF8.self).utf16.count + 1 }
        return .invalidArgument("\(role.rawValue) \"\(text)\" \(problem) at index \(index).")
    }
}

extension ResourceID {
    /// The error of Google's emulator for an id that stands alone, or nil when it is a good one.
    package func refusal(isCollection: Bool) -> RPCStatus? {
        guard let problem = isCollection ? problemOfCollection : problem else { return nil }
        let kind = isCollection ? "Collection id" : "Resource id"
        switch problem {
        case .empty: return .invalidArgument("\(kind) \"\" is invalid because it is empty.")
        case .containsSlash:
            return .invalidArgument("\(kind) \"\(string)\" is invalid because it contains \"/\".")
        case .dots, .reserved:
            return .invalidArgument("\(kind) \"\(string)\" is invalid because it is reserved.")
        case .notAnInteger:
            return .invalidArgument("\(kind) \"\(string)\" is invalid because it is not a 64 bit integer.")
        case .tooLong:
            let element = isCollection ? "kind" : "name"
            return .invalidArgument("The key path element \(element) is longer than 1500 bytes.")
        }
    }
}
