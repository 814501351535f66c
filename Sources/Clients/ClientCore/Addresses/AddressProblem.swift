/// Why a text is not the address of a server.
package struct AddressProblem: Error, Sendable, Equatable {
    /// What is wrong, in a few words.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
