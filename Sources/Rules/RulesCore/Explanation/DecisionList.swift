package import CoreValues
package import JSONText

/// What an emulator keeps under a number: a decision of the rules, or a call.
package protocol LoggedEvent {
    /// Counts those of a project or a database, from 1.
    var number: Int { get }
    var isAllowed: Bool { get }
    /// Whether it was a background read, such as a page's polling.
    var isBackground: Bool { get }
}

/// A decision of the rules as an emulator keeps it.
package protocol LoggedDecision: LoggedEvent {
    /// When the request was made.
    var time: Timestamp { get }
    var explanation: Explanation { get }
    /// The explanation for people.
    var text: String { get }
}

/// Which decisions a request for explanations asks for.
package struct DecisionSelection: Sendable, Equatable {
    private let deniedOnly: Bool
    private let hasBackground: Bool
    private let after: Int
    private let number: Int?
    private let limit: Int

    /// Reads the parameters of a URL: `denied=true` leaves out allowed requests, `background=false` background reads,
    /// `after` those up to a number; `limit` keeps the last ones, and `number` the one with that number.
    ///
    /// - Parameters:
    ///   - value: The text of a parameter; nil for a missing one.
    ///   - count: The number in a parameter; nil for a missing one.
    package init<Failure: Error>(
        value: (String) throws(Failure) -> String?, count: (String) throws(Failure) -> Int?
    ) throws(Failure) {
        deniedOnly = try value("denied") == "true"
        hasBackground = try value("background") != "false"
        after = try count("after") ?? 0
        number = try count("number")
        limit = try count("limit") ?? .max
    }

    /// The list of the decisions that were asked for.
    ///
    /// - Parameter decisions: All decisions, the oldest first.
    package func list<Decision: LoggedDecision>(_ decisions: [Decision]) -> DecisionList<Decision> {
        DecisionList(decisions: events(decisions))
    }

    /// Those that were asked for.
    ///
    /// - Parameter events: All of them, the oldest first.
    package func events<Event: LoggedEvent>(_ events: [Event]) -> [Event] {
        let asked = events.filter { event in
            event.number > after && (number ?? event.number) == event.number
                && (!deniedOnly || !event.isAllowed) && (hasBackground || !event.isBackground)
        }
        return Array(asked.suffix(max(0, limit)))
    }
}

/// Decisions of the rules with their explanations, the oldest first.
package struct DecisionList<Decision: LoggedDecision> {
    package let decisions: [Decision]

    /// The list for people.
    package var text: String {
        if decisions.isEmpty { return "No decisions yet.\n" }
        return decisions.map { "#\($0.number) \($0.time) \($0.text)" }.joined(separator: "\n")
    }

    /// Writes the list as `{"decisions": [...]}`.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("decisions") { writer in
                writer.array(decisions) { writer, decision in
                    writer.object { writer in
                        writer.member("number") { $0.integer(decision.number) }
                        writer.member("time") { $0.string(decision.time.description) }
                        if decision.isBackground { writer.member("background") { $0.boolean(true) } }
                        decision.explanation.members(&writer)
                    }
                }
            }
        }
    }
}
