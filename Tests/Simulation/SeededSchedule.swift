import CTaskHook
import TestSupport

/// Runs all tasks of this process on one thread, in an order that a seed chooses. When none can run, time passes to the next sleeper.
///
/// Swift's runtime hands every job to a hook, if one is set. So the order is a function of the seed, if nothing uses other threads.
final class SeededSchedule {
    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

    /// Everything runs on one thread.
    nonisolated(unsafe) private static var jobs: [UnownedJob] = []

    /// The thread that runs the jobs, as the runtime knows it.
    private final class Thread: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) { SeededSchedule.jobs.append(UnownedJob(job)) }
    }

    private let thread = Thread()
    private var generator: SeededGenerator
    private let clock: ManualClock
    /// A digest of all choices so far.
    private(set) var trace: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var steps = 0
    /// The most jobs that waited at a time.
    private(set) var mostJobs = 0

    /// What keeps a run from its end.
    enum Failure: Error {
        /// Nothing can run, and nobody sleeps.
        case deadlock
        /// It has taken more virtual time than it may.
        case starvation
    }

    init(seed: UInt64, clock: ManualClock) {
        generator = SeededGenerator(seed: seed)
        self.clock = clock
        SeededSchedule.jobs = []
    }

    /// Takes over the jobs of this process.
    static func install() {
        let hook: Hook = { job, _ in SeededSchedule.jobs.append(job) }
        receipts_task_hook().pointee = unsafeBitCast(hook, to: UnsafeMutableRawPointer.self)
    }

    /// Runs until a condition holds.
    func run(for limit: Duration, until isOver: () -> Bool) throws {
        let end = clock.now.advanced(by: limit)
        while !isOver() {
            let count = SeededSchedule.jobs.count
            if count == 0 {
                guard clock.advanceToNextSleeper() else { throw Failure.deadlock }
                if clock.now > end { throw Failure.starvation }
                continue
            }
            let place = generator.int(0...count - 1)
            mostJobs = max(mostJobs, count)
            steps += 1
            note(UInt64(place) << 32 | UInt64(count))
            SeededSchedule.jobs.remove(at: place).runSynchronously(on: thread.asUnownedTaskExecutor())
        }
    }

    /// Adds something to the trace.
    func note(_ value: UInt64) { trace = (trace ^ value) &* 0x100_0000_01B3 }
}
