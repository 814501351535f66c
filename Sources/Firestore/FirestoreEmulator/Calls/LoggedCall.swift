import EmulatorAccess
import FirestoreModel
import FirestoreRPC

/// A call that the emulator has answered.
struct LoggedCall: Sendable {
    /// Counts the calls, from 1.
    private(set) var number = 0
    let time: Timestamp
    let method: ServiceMethod
    let metadata: CallMetadata
    let record: CallRecord
    private let start = ContinuousClock.now
    private(set) var duration = Duration.zero
    /// Nil for a call that succeeded.
    private(set) var refusal: RPCStatus?

    init(_ method: ServiceMethod, _ metadata: CallMetadata, _ record: CallRecord, at time: Timestamp) {
        self.time = time
        self.method = method
        var metadata = metadata
        metadata.record = record
        self.metadata = metadata
        self.record = record
    }

    /// The same call, with its end.
    func ended(_ refusal: RPCStatus?) -> LoggedCall {
        var call = self
        call.duration = ContinuousClock.now - start
        call.refusal = refusal
        return call
    }

    func numbered(_ number: Int) -> LoggedCall {
        var call = self
        call.number = number
        return call
    }

    /// Whether it was an automatic read that succeeded.
    var isBackground: Bool {
        let facts = record.facts
        return metadata.isInBackground && refusal == nil && facts.writes + facts.deletes == 0
    }
}
