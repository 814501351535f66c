import Synchronization

/// What a proxy has to do and has done, shared by its connections.
final class FaultProxyLog: Sendable {
    private struct State {
        var plan: FaultPlan
        /// When the plan began, since the start of the proxy.
        var planStart = Duration.zero
        var record = FaultProxy.Record()
    }

    private let state: Mutex<State>

    init(_ plan: FaultPlan) { state = Mutex(State(plan: plan)) }

    var record: FaultProxy.Record { state.withLock(\.record) }

    func replacePlan(_ plan: FaultPlan, at time: Duration) {
        state.withLock { ($0.plan, $0.planStart) = (plan, time) }
    }

    func nextFault(at time: Duration) -> Fault {
        state.withLock { $0.plan.next(at: time - $0.planStart) }
    }

    func change(_ body: (inout FaultProxy.Record) -> Void) { state.withLock { body(&$0.record) } }

    /// Counts a fault, before the client can see it.
    func didInject(_ fault: Fault) { change { $0.faults[fault.kind, default: 0] += 1 } }
}
