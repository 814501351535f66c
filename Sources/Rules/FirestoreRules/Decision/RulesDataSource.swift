package import FirestoreModel

/// The documents that rules may look at. A look costs a read, so a decision takes one only when a rule does.
package protocol RulesDataSource {
    /// The fields of a document as stored, before the request; nil if it does not exist.
    func document(_ path: DocumentPath) -> MapValue?

    /// The fields of a document after the whole request; nil if it would not exist.
    func documentAfter(_ path: DocumentPath) -> MapValue?
}
