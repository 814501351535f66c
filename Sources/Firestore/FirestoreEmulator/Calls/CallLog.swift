import EmulatorAccess
import FirestoreModel
import FirestoreRPC
import Synchronization

/// The latest calls of Firestore's methods, by whichever protocol, and the listeners that are open. Its memory is bounded.
final class CallLog: Sendable {
    /// A larger call is kept without what it asks for, in bytes.
    private static let largestContent = 64 << 10

    private let recent: Mutex<RecentDecisions<LoggedCall>>
    private let open = Mutex<[Int: LoggedCall]>([:])

    init(capacity: Int) {
        recent = Mutex(RecentDecisions(capacity: capacity))
    }

    /// Begins the record of a call.
    ///
    /// - Parameter size: The size of its content, in bytes.
    func begin(
        _ method: ServiceMethod, _ metadata: CallMetadata, size: Int, at time: Timestamp
    ) -> LoggedCall {
        LoggedCall(method, metadata, CallRecord(keepsContent: size <= CallLog.largestContent), at: time)
    }

    /// Stores a call that has been answered.
    ///
    /// - Returns: The call with its number.
    @discardableResult
    func append(_ call: LoggedCall, _ refusal: RPCStatus?) -> LoggedCall {
        let ended = call.ended(refusal)
        let isBackground = ended.isBackground
        let logged = recent.withLock { recent in
            recent.append(isAllowed: refusal == nil, isBackground: isBackground) { ended.numbered($0) }
        }
        logged.record.numbers.set(call: logged.number, decision: logged.record.facts.decision)
        if logged.record.facts.isOpen { open.withLock { $0[logged.number] = logged } }
        return logged
    }

    /// Notes that a listener has gone.
    func close(_ call: LoggedCall) {
        open.withLock { _ = $0.removeValue(forKey: call.number) }
        call.record.note { $0.isOpen = false }
    }

    /// Notes that the decisions of rules are gone: their numbers begin again.
    func forgetDecisions() {
        for call in calls + listeners { call.record.note { $0.decision = nil } }
    }

    /// The calls, the oldest first.
    var calls: [LoggedCall] { recent.withLock(\.decisions) }

    /// The listeners that are open, the oldest first.
    var listeners: [LoggedCall] { open.withLock { Array($0.values) }.sorted { $0.number < $1.number } }
}

extension EmulatorCore {
    /// Answers a call, with the fault that it meets, and records it if calls are recorded.
    ///
    /// - Parameter size: The size of its content, in bytes.
    func recording<Answer>(
        _ method: ServiceMethod, _ metadata: CallMetadata, size: Int, _ fault: CallFault? = nil,
        _ answer: (CallMetadata) throws(RPCStatus) -> Answer
    ) throws(RPCStatus) -> Answer {
        func carryOut(_ metadata: CallMetadata) throws(RPCStatus) -> Answer {
            guard let status = fault?.status else { return try answer(metadata) }
            if fault?.afterwards == true { _ = try answer(metadata) }
            throw status
        }
        guard let calls, metadata.sentBy != nil else { return try carryOut(metadata) }
        let call = calls.begin(method, metadata, size: size, at: clock.now())
        do throws(RPCStatus) {
            let result = try carryOut(call.metadata)
            calls.append(call, nil)
            return result
        } catch {
            calls.append(call, error)
            throw error
        }
    }
}
