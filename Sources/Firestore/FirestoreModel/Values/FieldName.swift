import CoreValues

/// The name of one field in a map.
package struct FieldName: ExactText {
    /// The name itself, unquoted.
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    /// True for names of the form `__x__`, which Firestore keeps for itself.
    package var isReserved: Bool { ResourceID.isReservedForm(string) }
}
