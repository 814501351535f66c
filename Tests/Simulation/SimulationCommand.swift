import Foundation
import TestSupport

/// Simulates seed after seed for some seconds. Each first seed is simulated twice, and must go the same way.
///
/// Swift's dictionaries must have the same order each time, so `SWIFT_DETERMINISTIC_HASHING` is to be set.
@main
enum SimulationCommand {
    struct Result: Equatable {
        var failures: [String]
        var trace: UInt64
        var steps: Int
        var mostJobs: Int
        var requests: Int
        var faults: Int
        var events: Int
        var crashes: Int
        var virtualSeconds: Int64
    }

    static func main() {
        SeededSchedule.install()
        if let name = SystemEnvironment.simulationDefect { return find(name) }
        let seconds = SystemEnvironment.simulationSeconds
        let first = SystemEnvironment.simulationSeed
        let start = Date()
        var total = Result(
            failures: [], trace: 0, steps: 0, mostJobs: 0, requests: 0, faults: 0, events: 0, crashes: 0,
            virtualSeconds: 0)
        var seeds = 0
        var seed = first
        repeat {
            let result = simulate(seed)
            // The first three again, and each that fails.
            if seeds < 3 || !result.failures.isEmpty {
                let again = simulate(seed)
                if again != result { exit(with: "seed \(seed) went two ways: \(result), \(again)") }
            }
            if !result.failures.isEmpty {
                exit(with: "seed \(seed): \(result.failures.joined(separator: "; "))")
            }
            seeds += 1
            seed &+= 1
            total.steps += result.steps
            total.requests += result.requests
            total.faults += result.faults
            total.events += result.events
            total.crashes += result.crashes
            total.mostJobs = max(total.mostJobs, result.mostJobs)
            total.virtualSeconds += result.virtualSeconds
        } while Date().timeIntervalSince(start) < seconds
        print(
            """
            \(seeds) seeds from \(first) in \(Int(Date().timeIntervalSince(start))) s: \
            \(total.virtualSeconds / 3600) h of virtual time, \(total.steps) steps, \(total.events) events accepted, \
            \(total.crashes) crashes, \(total.requests) requests, \(total.faults) of them with a fault; at most \
            \(total.mostJobs) tasks at a time; 0 lost, 0 invented
            """)
    }

    /// Simulates seed after seed until a planted defect is found.
    private static func find(_ name: String) {
        guard let defect = PlantedDefect(rawValue: name) else {
            let names = PlantedDefect.allCases.map(\.rawValue).joined(separator: ", ")
            exit(with: "there is no defect \(name); there are \(names)")
        }
        let first = SystemEnvironment.simulationSeed
        for seed in first..<first + 200 {
            let result = simulate(seed, defect)
            guard let failure = result.failures.first else { continue }
            print("\(name): found by seed \(seed), after \(seed - first + 1): \(failure)")
            return
        }
        exit(with: "\(name): not found by 200 seeds from \(first)")
    }

    static func simulate(_ seed: UInt64, _ defect: PlantedDefect? = nil) -> Result {
        let clock = ManualClock()
        let schedule = SeededSchedule(seed: seed, clock: clock)
        do {
            let simulation = try Simulation(seed: seed, clock: clock, defect: defect)
            simulation.begin()
            var failures: [String] = []
            do { try schedule.run(for: .seconds(24 * 3600)) { simulation.isOver } } catch {
                failures = ["\(error)"]
            }
            if schedule.mostJobs > 200 { failures.append("\(schedule.mostJobs) tasks waited at a time") }
            let outcome = simulation.outcome
            return Result(
                failures: failures + outcome.failures, trace: schedule.trace, steps: schedule.steps,
                mostJobs: schedule.mostJobs, requests: simulation.requests, faults: simulation.faults,
                events: outcome.events, crashes: outcome.crashes, virtualSeconds: clock.milliseconds / 1000)
        } catch {
            exit(with: "\(error)")
        }
    }

    static func exit(with message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        Foundation.exit(1)
    }
}
