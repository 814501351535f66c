package import FirestoreModel

/// The documents that rules may look at. Asking costs a read, so a decision asks only when a rule does.
package protocol RulesDataSource {
    /// The fields of a document as they are stored, before the request; nil when it is not there.
    func document(_ path: DocumentPath) -> MapValue?

    /// The fields of a document as they would be after the whole request; nil when it would not be there.
    func documentAfter(_ path: DocumentPath) -> MapValue?
}
