import FirestoreModel
import Synchronization

/// The faults of an emulator, which are set and cleared while it runs. Without any, a call looks at one flag.
final class FaultSwitch: Sendable {
    private let isOn: Atomic<Bool>
    private let schedule: Mutex<FaultSchedule?>
    private let sleepClock: any Clock<Duration>

    init(_ faults: EmulatorFaults?, clock: any Clock<Duration>) {
        isOn = Atomic(faults != nil)
        schedule = Mutex(faults.map(FaultSchedule.init))
        sleepClock = clock
    }

    /// Sets faults, whose count begins again; nil for none.
    func set(_ faults: EmulatorFaults?) {
        schedule.withLock { $0 = faults.map(FaultSchedule.init) }
        isOn.store(faults != nil, ordering: .releasing)
    }

    /// The faults, and how often each has happened; nil if none are set.
    var current: FaultSchedule? { schedule.withLock { $0 } }

    /// What a call meets; nil for nothing.
    ///
    /// - Parameter method: The method; nil for a request to anything but the service.
    func next(_ method: @autoclosure () -> ServiceMethod?) -> CallFault? {
        guard isOn.load(ordering: .acquiring), let method = method() else { return nil }
        return schedule.withLock { $0?.next(method) }
    }

    /// Whether a new target of a listener gets a filter with a wrong count.
    func nextWrongCount() -> Bool {
        isOn.load(ordering: .acquiring) && schedule.withLock { $0?.nextWrongCount() ?? false }
    }

    /// The refusal of writes to documents that exceed a rate; nil for none.
    func refusal(of names: @autoclosure () -> [DocumentName], at time: Timestamp) -> RPCStatus? {
        guard isOn.load(ordering: .acquiring) else { return nil }
        return schedule.withLock { $0?.refusal(of: names(), at: time) }
    }

    /// Waits. A cancelled task goes on at once.
    func sleep(_ duration: Duration) async { try? await sleepClock.sleep(for: duration) }
}
