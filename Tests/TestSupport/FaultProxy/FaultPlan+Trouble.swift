extension FaultPlan {
    /// An hour, or another time, of all kinds of trouble: it begins calm, and every phase of trouble is followed by a calm one.
    ///
    /// - Parameters:
    ///   - seed: Decides on the phases, their lengths and all faults.
    ///   - length: How long the trouble lasts; afterwards all requests pass.
    package static func trouble(seed: UInt64, length: Duration = .seconds(3600)) -> FaultPlan {
        var generator = SeededGenerator(seed: seed)
        var phases: [FaultPhase] = []
        var rest = length
        func add(_ phase: FaultPhase) {
            var phase = phase
            phase.length = min(phase.length, rest)
            rest -= phase.length
            if phase.length > .zero { phases.append(phase) }
        }
        while rest > .zero {
            add(.calm(.seconds(generator.int(10...120))))
            let troubleLength = Duration.seconds(generator.int(20...300))
            switch generator.int(0...3) {
            case 0: add(.overload(troubleLength))
            case 1: add(.outage(troubleLength))
            case 2: add(.flakyNetwork(troubleLength))
            default: add(.slowNetwork(troubleLength))
            }
        }
        return FaultPlan(seed: generator.next(), phases: phases)
    }
}
