package import FirestoreModel

/// The documents of one commit: what is verified must neither be verified again nor be written.
package struct WrittenNames<Name: Hashable> {
    private var isVerified: [Name: Bool] = [:]

    package init() {}

    /// Adds the next write.
    ///
    /// - Throws: INVALID_ARGUMENT with the text of Google's emulator when it does not go with the ones before.
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
