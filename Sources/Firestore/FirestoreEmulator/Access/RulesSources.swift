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
    private let writes: [Write]
    /// The index of the first write to each document, and of the next one to the same document after each write.
    private var firsts: [DocumentPath: Int] = [:]
    private var nexts: [Int?]
    private let state: DatabaseState
    private let time: Timestamp

    init(_ writes: [Write], on state: DatabaseState, at time: Timestamp) {
        self.writes = writes
        self.state = state
        self.time = time
        nexts = Array(repeating: nil, count: writes.count)
        firsts.reserveCapacity(writes.count)
        for index in writes.indices.reversed() {
            nexts[index] = firsts.updateValue(index, forKey: writes[index].name.path)
        }
    }

    func document(_ path: DocumentPath) -> MapValue? { state.document(path)?.fields }

    func documentAfter(_ path: DocumentPath) -> MapValue? {
        var draft = DocumentDraft(stored: state.document(path), requestTime: time)
        var index = firsts[path]
        while let place = index {
            _ = draft.apply(writes[place])
            index = nexts[place]
        }
        return draft.fields
    }
}
