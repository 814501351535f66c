/// A database: its project and its own id, usually `(default)`.
package struct DatabaseID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let project: String
    package let database: String

    package init(project: String, database: String = "(default)") {
        self.project = project
        self.database = database
    }

    /// The resource name, such as `projects/demo/databases/(default)`.
    package var description: String { "projects/\(project)/databases/\(database)" }

    package static func < (left: DatabaseID, right: DatabaseID) -> Bool {
        left.project.compareUTF8(to: right.project)
            .then(left.database.compareUTF8(to: right.database)) == .less
    }
}
