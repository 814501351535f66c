/// Why a text is not a server's address.
package struct AddressProblem: Error, Sendable, Equatable {
    /// What is wrong, in a few words.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
