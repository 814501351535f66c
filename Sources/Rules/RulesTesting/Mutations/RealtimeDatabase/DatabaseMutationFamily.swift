import RealtimeDatabaseRules

/// One way to change rules of the Realtime Database.
protocol DatabaseMutationFamily: Sendable {
    /// What the family is called in reports.
    var name: String { get }
    /// All changes of this kind.
    func changes(in source: DatabaseMutationSource) -> [MutationChange]
}

/// The families, each a way to change rules of the Realtime Database.
enum DatabaseMutations {}
