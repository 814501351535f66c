import Synchronization

/// Holds output back for a while each time that there is some.
final class OutputGate: Sendable {
    private struct State {
        var isOpen = false
        var isOpening = false
    }

    private let state = Mutex(State())
    private let latency: Duration
    private let faults: FaultSwitch
    private let onOutput: @Sendable () -> Void

    /// - Parameter onOutput: Called when output may be taken.
    init(_ latency: Duration, _ faults: FaultSwitch, onOutput: @escaping @Sendable () -> Void) {
        self.latency = latency
        self.faults = faults
        self.onOutput = onOutput
    }

    /// Says that there is output.
    func announce() {
        let isFirst = state.withLock { state in
            defer { state.isOpening = true }
            return !state.isOpening
        }
        guard isFirst else { return }
        Task {
            await faults.sleep(latency)
            state.withLock { $0 = State(isOpen: true) }
            onOutput()
        }
    }

    /// Whether output may be taken now. It closes until output is announced, or found to be left.
    func pass() -> Bool {
        state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
    }

    /// Lets more of the same output pass.
    func keepOpen() { state.withLock { $0.isOpen = true } }
}
