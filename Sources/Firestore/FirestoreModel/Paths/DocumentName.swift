import CoreValues

/// The full resource name of a document: its database and its path.
package struct DocumentName: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let database: DatabaseID
    package let path: DocumentPath

    package init(_ database: DatabaseID, _ path: DocumentPath) {
        self.database = database
        self.path = path
    }

    /// The resource name: `projects/p/databases/d/documents/c/m`.
    package var description: String {
        // Appending is twice as fast as interpolating and joining, and names are most of a message.
        var text = "projects/"
        text.reserveCapacity(128)
        text += database.project
        text += "/databases/"
        text += database.database
        text += "/documents"
        for segment in path.segments {
            text += "/"
            text += segment.string
        }
        return text
    }

    /// By the path alone, because names in one table are mostly of one database.
    package func hash(into hasher: inout Hasher) { path.hash(into: &hasher) }

    package static func < (left: DocumentName, right: DocumentName) -> Bool {
        left.database == right.database ? left.path < right.path : left.database < right.database
    }
}

/// The id of a project.
package struct ProjectID: ExactText {
    package let string: String

    package init(_ string: String) { self.string = string }
}

/// A database: its project and its own id, usually `(default)`.
package struct DatabaseID: Hashable, Comparable, Sendable, CustomStringConvertible {
    private struct ID: ExactText {
        let string: String

        init(_ string: String) { self.string = string }
    }

    private let projectID: ProjectID
    private let id: ID

    package init(project: String, database: String = "(default)") {
        projectID = ProjectID(project)
        id = ID(database)
    }

    package var project: String { projectID.string }
    package var database: String { id.string }

    /// The resource name, such as `projects/demo/databases/(default)`.
    package var description: String { "projects/\(project)/databases/\(database)" }

    package static func < (left: DatabaseID, right: DatabaseID) -> Bool {
        left.projectID == right.projectID ? left.id < right.id : left.projectID < right.projectID
    }
}
