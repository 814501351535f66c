/// The path of a field in a document: one name, or several for a field inside maps.
///
/// Names are literal; dots and back-quotes in a name are part of it.
public struct FieldPath: Hashable, Sendable {
    package let names: [FieldName]

    /// Creates a path from the names of the maps, outermost first, and of the field.
    public init(_ fieldNames: [String]) {
        names = fieldNames.map { FieldName($0) }
    }

    package init(names: [FieldName]) {
        self.names = names
    }

    /// The path that stands for a document's id in queries.
    ///
    /// - Returns: The path `__name__`.
    public static func documentID() -> FieldPath { FieldPath(["__name__"]) }

    /// True for ``documentID()``.
    package var isDocumentID: Bool { names.count == 1 && names[0].string == "__name__" }

    /// True if this path is the other one, or a map around it.
    package func isPrefix(of other: FieldPath) -> Bool {
        names.count <= other.names.count && zip(names, other.names).allSatisfy { $0 == $1 }
    }
}

extension FieldPath: Comparable {
    /// Orders by names, outermost first.
    public static func < (left: FieldPath, right: FieldPath) -> Bool {
        left.names.lexicographicallyPrecedes(right.names)
    }
}
