package import FirestoreModel

/// The name of a document as a request writes it, valid or not.
package struct WrittenName: ExactText {
    package let string: String

    package init(_ string: String) { self.string = string }
}

/// The documents of one commit. A verified document must not be verified again, nor written.
package struct WrittenNames<Name: Hashable> {
    private var isVerified: [Name: Bool] = [:]

    package init() {}

    /// Adds the next write.
    ///
    /// - Throws: INVALID_ARGUMENT, in the words of Google's emulator, if it conflicts with an earlier one.
    package mutating func add(_ name: Name, isVerification: Bool) throws(RPCStatus) {
        let mistake: String
        switch (isVerified.updateValue(isVerification, forKey: name), isVerification) {
        case (nil, _), (false?, false): return
        case (true?, true): mistake = "verified more than once"
        case (true?, false): mistake = "verified and then written"
        case (false?, true): mistake = "written and then verified"
        }
        throw .invalidArgument("the same document cannot be \(mistake) in a single request")
    }
}
