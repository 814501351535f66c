import JSONText

/// What one check of `receipts doctor` found.
struct DoctorFinding: Sendable, Equatable {
    enum State: String, Sendable {
        /// Nothing to do.
        case good
        /// Worth knowing: it may not be what the user expects.
        case note
        /// Something would fail.
        case bad
    }

    let topic: String
    let state: State
    let text: String
    /// What would fail, and how to mend it.
    var advice: String?

    static func good(_ topic: String, _ text: String) -> DoctorFinding {
        DoctorFinding(topic: topic, state: .good, text: text)
    }

    static func note(_ topic: String, _ text: String, _ advice: String) -> DoctorFinding {
        DoctorFinding(topic: topic, state: .note, text: text, advice: advice)
    }

    static func bad(_ topic: String, _ text: String, _ advice: String) -> DoctorFinding {
        DoctorFinding(topic: topic, state: .bad, text: text, advice: advice)
    }

    /// The finding as an object of `--format json`.
    var json: JSON {
        .object([
            "topic": .string(topic), "state": .string(state.rawValue), "text": .string(text),
            "advice": advice.map { .string($0) },
        ])
    }
}
