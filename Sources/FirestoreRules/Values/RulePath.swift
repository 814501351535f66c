package import FirestoreModel

/// A path: segments, of which some may be template variables that wait for `bind`, and the captures that a `bind` has set.
package struct RulePath: Sendable {
    package enum Segment: Sendable, Hashable {
        case literal(String)
        /// `{name}`
        case variable(String)
        /// `{name=**}`
        case globVariable(String)
    }

    package var segments: [Segment]
    /// Values that `bind` gave to variables, by their names: `path.name` reads them.
    package var bindings: [FieldName: RuleValue]

    package init(_ segments: [Segment], bindings: [FieldName: RuleValue] = [:]) {
        self.segments = segments
        self.bindings = bindings
    }

    package init(literals: some Sequence<String>) {
        self.init(literals.map { .literal($0) })
    }

    /// `/databases/{database}/documents/{path}`, as rules see a document's name.
    package init(document name: DocumentName) {
        self.init(
            literals: ["databases", name.database.database, "documents"] + name.path.segments.map(\.string))
    }
}
