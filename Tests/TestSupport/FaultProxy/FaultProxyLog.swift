import Synchronization

/// What a proxy has to do and has done, shared by its connections.
final class FaultProxyLog: Sendable {
    private let state: Mutex<(plan: FaultPlan, record: FaultProxy.Record)>

    init(_ plan: FaultPlan) { state = Mutex((plan, FaultProxy.Record())) }

    var record: FaultProxy.Record { state.withLock(\.record) }

    func replacePlan(_ plan: FaultPlan) { state.withLock { $0.plan = plan } }

    func nextFault(at time: Duration) -> Fault { state.withLock { $0.plan.next(at: time) } }

    func change(_ body: (inout FaultProxy.Record) -> Void) { state.withLock { body(&$0.record) } }

    /// Counts a fault, before the client can see it.
    func didInject(_ fault: Fault) { change { $0.faults[fault.kind, default: 0] += 1 } }
}
