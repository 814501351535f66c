import TestSupport
import Testing

@Suite struct FaultPlanTests {
    private func faults(_ plan: FaultPlan, every interval: Duration = .seconds(18), count: Int = 200)
        -> [Fault]
    {
        var plan = plan
        return (0..<count).map { plan.next(at: interval * $0) }
    }

    @Test(arguments: SeededGenerator.seeds(5))
    func `a seed gives the same hour of trouble each time`(seed: UInt64) {
        let plan = FaultPlan.trouble(seed: seed)
        #expect(plan.length == .seconds(3600))
        #expect(plan.phases == FaultPlan.trouble(seed: seed).phases)
        #expect(faults(plan) == faults(.trouble(seed: seed)))
        #expect(faults(plan) != faults(.trouble(seed: seed + 1)))
        #expect(plan.phases.first?.name == "calm")
        for (phase, next) in zip(plan.phases, plan.phases.dropFirst()) {
            #expect((phase.name == "calm") != (next.name == "calm"))
        }
    }

    @Test func `a fault does not depend on what earlier requests met`() {
        let phases: [FaultPhase] = [.calm(.seconds(10)), .flakyNetwork(.seconds(1000))]
        var (early, late) = (FaultPlan(seed: 5, phases: phases), FaultPlan(seed: 5, phases: phases))
        // One plan begins while it is calm, and the other in the midst of trouble.
        for number in 0..<20 {
            _ = early.next(at: .seconds(number / 2))
            _ = late.next(at: .seconds(100))
        }
        for _ in 0..<50 { #expect(early.next(at: .seconds(500)) == late.next(at: .seconds(500))) }
    }

    @Test func `phases follow each other in virtual time`() {
        var plan = FaultPlan(
            seed: 3,
            phases: [
                .calm(.seconds(60)), FaultPhase("one", length: .seconds(10), weights: [.loseAnswer: 1]),
                FaultPhase("two", length: .seconds(10), weights: [.unavailable: 1]),
            ])
        for (time, fault, name) in [
            (Duration.zero, Fault.pass, "calm"), (.milliseconds(59_999), .pass, "calm"),
            (.seconds(60), .loseAnswer, "one"), (.milliseconds(69_999), .loseAnswer, "one"),
            (.seconds(70), .unavailable, "two"), (.seconds(80), .pass, nil), (.seconds(9999), .pass, nil),
            // A clock that a test has set back.
            (.seconds(65), .loseAnswer, "one"),
        ] {
            #expect(plan.next(at: time) == fault, "at \(time)")
            #expect(plan.phase(at: time)?.name == name, "at \(time)")
        }
    }

    @Test func `kinds occur as often as they weigh`() {
        let phase = FaultPhase(
            "test", length: .seconds(9), weights: [.pass: 3, .unavailable: 1, .refuse: 0, .garbage: -4])
        let faults = faults(FaultPlan(seed: 1, phases: [phase]), every: .zero, count: 4000)
        let counts = Dictionary(grouping: faults, by: \.kind).mapValues(\.count)
        #expect(Set(counts.keys) == [.pass, .unavailable])
        #expect((900...1100) ~= counts[.unavailable, default: 0])
        let nothing = FaultPhase("nothing", length: .seconds(9), weights: [:])
        #expect(
            self.faults(FaultPlan(seed: 1, phases: [nothing]), every: .zero, count: 3) == [
                .pass, .pass, .pass,
            ])
    }

    @Test func `a list of faults is met one by one, and then nothing`() {
        var plan = FaultPlan([.refuse, .garbage])
        #expect((0..<4).map { _ in plan.next(at: .zero) } == [.refuse, .garbage, .pass, .pass])
    }

    @Test func `hours of trouble bring every kind of fault`() {
        let kinds = SeededGenerator.seeds(10).flatMap { faults(.trouble(seed: $0)).map(\.kind) }
        #expect(Set(kinds) == Set(Fault.Kind.allCases))
    }

    @Test(arguments: Fault.Kind.allCases) func `a random fault is of the kind asked for`(kind: Fault.Kind) {
        var generator = SeededGenerator(seed: 1)
        #expect(Fault.random(kind, using: &generator).kind == kind)
    }
}
