/// Which fault each request meets: first those of a list, then what the phase of the moment and a seed say.
///
/// A plan is a value. Asked at the same times, two plans of one seed give the same faults; and how many measures one fault
/// has does not change the faults after it.
package struct FaultPlan: Sendable {
    /// The phases in order. After the last, all requests pass.
    package let phases: [FaultPhase]
    private var script: ArraySlice<Fault>
    private var generator: SeededGenerator

    /// A plan of phases.
    package init(seed: UInt64, phases: [FaultPhase]) {
        self.init(script: [], seed: seed, phases: phases)
    }

    /// A plan of single faults, one a request; after the last, all requests pass.
    package init(_ script: [Fault] = []) {
        self.init(script: script, seed: 0, phases: [])
    }

    private init(script: [Fault], seed: UInt64, phases: [FaultPhase]) {
        self.script = script[...]
        self.phases = phases
        generator = SeededGenerator(seed: seed)
    }

    /// The fault of the next request.
    ///
    /// - Parameter time: The virtual time since the plan began.
    package mutating func next(at time: Duration) -> Fault {
        if let fault = script.popFirst() { return fault }
        // A generator of its own for each request, so that all draw as much from the plan's.
        var generator = SeededGenerator(seed: generator.next())
        return phase(at: time)?.fault(using: &generator) ?? .pass
    }

    /// The phase of a moment; nil when all are over.
    package func phase(at time: Duration) -> FaultPhase? {
        var end = Duration.zero
        return phases.first { phase in
            end += phase.length
            return time < end
        }
    }

    /// How long all phases last together.
    package var length: Duration { phases.reduce(.zero) { $0 + $1.length } }
}
