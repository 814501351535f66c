import PrintableText

/// What names of topics and subscriptions have in common.
///
/// Source: <https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names>
struct ResourceName: Hashable, Sendable {
    let project: String
    let id: String

    /// Reads `ID` or `projects/PROJECT/COLLECTION/ID`.
    ///
    /// - Parameters:
    ///   - collection: `topics` or `subscriptions`.
    ///   - project: The project of a short name; nil if there is none.
    init(_ text: String, _ collection: String, project: String?) throws(PubSubError) {
        let noun = String(collection.dropLast())
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        switch (parts.count, project) {
        case (1, let project?): (self.project, id) = (project, text)
        case (1, nil):
            throw .invalidArgument(
                "The \(noun) \(text.quotedForMessage) needs a project: write projects/PROJECT/\(collection)/\(text.beginning(limit: 60))."
            )
        case (4, _) where parts[0] == "projects" && parts[2] == collection:
            (self.project, id) = (String(parts[1]), String(parts[3]))
        case _:
            throw .invalidArgument(
                "\(text.quotedForMessage) is not a \(noun): write its id, or projects/PROJECT/\(collection)/ID."
            )
        }
        if let problem = ResourceName.problem(project: self.project) { throw .invalidArgument(problem) }
        if let problem = ResourceName.problem(id: id) {
            throw .invalidArgument("\(id.quotedForMessage) is not the id of a \(noun): \(problem).")
        }
    }

    /// What is wrong with a project's id, or nil.
    static func problem(project: String) -> String? {
        let isPlain = project.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#%\"\\".utf8.contains($0) }
        if isPlain, !project.isEmpty, project != ".", project != ".." { return nil }
        return "\(project.quotedForMessage) is not a project id; it looks like my-project-123."
    }

    private static func problem(id: String) -> String? {
        if !(3...255).contains(id.utf8.count) { return "it has from 3 to 255 characters" }
        guard let first = id.utf8.first, isLetter(first) else { return "it begins with a letter" }
        let isValid = id.utf8.allSatisfy { byte in
            isLetter(byte) || (0x30...0x39).contains(byte) || "-_.~+%".utf8.contains(byte)
        }
        if !isValid { return "it contains only letters, digits and -_.~+%" }
        return id.hasPrefix("goog") ? "it must not begin with goog" : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
