import FirestoreModel
import FirestoreRules

/// The documents that rules see during a read.
struct ReadSource: RulesDataSource {
    let state: DatabaseState

    func document(_ path: DocumentPath) -> MapValue? { state.document(path)?.fields }
    func documentAfter(_ path: DocumentPath) -> MapValue? { document(path) }
}

/// The documents that rules see during a commit: each before it, and after all of it.
///
/// Preconditions do not matter here, because rules are evaluated first.
struct WriteSource: RulesDataSource {
    /// The writes to each document, in their order.
    private let writes: [DocumentPath: [Write]]
    private let state: DatabaseState
    private let time: Timestamp

    init(_ writes: [Write], on state: DatabaseState, at time: Timestamp) {
        self.writes = Dictionary(grouping: writes, by: \.name.path)
        self.state = state
        self.time = time
    }

    func document(_ path: DocumentPath) -> MapValue? { state.document(path)?.fields }

    func documentAfter(_ path: DocumentPath) -> MapValue? {
        var draft = DocumentDraft(stored: state.document(path), requestTime: time)
        for write in writes[path] ?? [] { _ = draft.apply(write) }
        return draft.fields
    }
}
