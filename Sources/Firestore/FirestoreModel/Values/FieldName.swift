/// The name of one field in a map, compared and hashed by its UTF-8 bytes.
package struct FieldName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The name itself, unquoted.
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package init(stringLiteral value: String) {
        self.string = value
    }

    /// True for names of the form `__x__`, which Firestore reserves.
    package var isReserved: Bool { ResourceID.isReservedForm(string) }

    package var description: String { string }

    package static func == (left: FieldName, right: FieldName) -> Bool {
        left.string.hasSameUTF8(as: right.string)
    }

    package static func < (left: FieldName, right: FieldName) -> Bool {
        left.string.compareUTF8(to: right.string) == .less
    }

    package func hash(into hasher: inout Hasher) {
        string.hashUTF8(into: &hasher)
    }
}
