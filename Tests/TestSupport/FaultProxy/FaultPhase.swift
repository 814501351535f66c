/// A stretch of virtual time in which faults of certain kinds occur.
package struct FaultPhase: Hashable, Sendable {
    /// For messages.
    package var name: String
    /// How long it lasts.
    package var length: Duration
    /// How often each kind of fault occurs, in relation to the others; one that is not named does not occur.
    package var weights: [Fault.Kind: Int]

    /// Creates a phase. Weights below zero count as zero; when none is left, all requests pass.
    package init(_ name: String, length: Duration, weights: [Fault.Kind: Int]) {
        self.name = name
        self.length = length
        self.weights = weights
    }

    /// Nothing goes wrong.
    package static func calm(_ length: Duration) -> FaultPhase {
        FaultPhase("calm", length: length, weights: [.pass: 1])
    }

    /// The server is busy: it answers late, or asks to come back later.
    package static func overload(_ length: Duration) -> FaultPhase {
        FaultPhase(
            "overload", length: length,
            weights: [.pass: 2, .overloaded: 4, .unavailable: 2, .delayAnswer: 2])
    }

    /// Nothing gets through.
    package static func outage(_ length: Duration) -> FaultPhase {
        FaultPhase("outage", length: length, weights: [.refuse: 3, .unavailable: 1])
    }

    /// Connections break at any point, also when the server has acted.
    package static func flakyNetwork(_ length: Duration) -> FaultPhase {
        FaultPhase(
            "flaky network", length: length,
            weights: [
                .pass: 6, .refuse: 1, .resetRequest: 2, .loseAnswer: 3, .cutAnswer: 2, .garbage: 1,
                .delayRequest: 1,
            ])
    }

    /// All arrives, but late.
    package static func slowNetwork(_ length: Duration) -> FaultPhase {
        FaultPhase(
            "slow network", length: length,
            weights: [.pass: 1, .delayRequest: 2, .delayAnswer: 2, .throttle: 3])
    }

    /// The fault that a random number stands for.
    func fault(using generator: inout SeededGenerator) -> Fault {
        // In a fixed order: that of a dictionary changes from run to run.
        let kinds = Fault.Kind.allCases.filter { weights[$0, default: 0] > 0 }
        let total = kinds.reduce(0) { $0 + weights[$1, default: 0] }
        guard total > 0 else { return .pass }
        var rest = generator.int(1...total)
        for kind in kinds {
            rest -= weights[kind, default: 0]
            if rest <= 0 { return .random(kind, using: &generator) }
        }
        return .pass
    }
}
