package import FirestoreModel
import JSONText

/// The request that sets an emulator's clock, with one of three members:
/// `{"time": "2026-01-02T03:04:05Z"}`, `{"advance": "90s"}`, `{"system": true}`.
package enum ClockRequest: WireMessage, Sendable, Equatable {
    /// Stops the clock at a time.
    case time(Timestamp)
    /// Moves the clock forward.
    case advance(seconds: Int64, nanoseconds: Int32)
    /// Follows the machine's clock again.
    case system

    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(json, "time", "advance", "system")
            switch try reader.oneOf("time", "advance", "system")?.name {
            case "time"?: return .time(try reader.timestamp("time") ?? .zero)
            case "advance"?:
                guard let step = DurationText(try reader.string("advance") ?? "") else {
                    throw .invalidArgument(
                        "\"advance\" must be a number of seconds that is not negative, such as \"5s\" or \"0.5s\"."
                    )
                }
                return .advance(seconds: step.seconds, nanoseconds: step.nanoseconds)
            case "system"? where try reader.boolean("system") == true: return .system
            default: throw .invalidArgument("Set one of \"time\", \"advance\" and \"system\": true.")
            }
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        switch self {
        case .time(let time): writer.member("time") { $0.string(time.description) }
        case .advance(let seconds, let nanoseconds):
            let fraction = String(String(1_000_000_000 + nanoseconds).dropFirst())
            writer.member("advance") { $0.string("\(seconds).\(fraction)s") }
        case .system: writer.member("system") { $0.boolean(true) }
        }
    }
}

/// The state of an emulator's clock.
package struct ClockResponse: WireMessage, Sendable, Equatable {
    package var time: Timestamp
    /// True when nobody has set the clock.
    package var system: Bool
    /// True when it was stopped at this time.
    package var stopped: Bool

    package init(time: Timestamp, system: Bool, stopped: Bool = false) {
        self.time = time
        self.system = system
        self.stopped = stopped
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            guard let time = try reader.timestamp("time") else { throw .invalidPayload }
            return ClockResponse(
                time: time, system: try reader.boolean("system") ?? false,
                stopped: try reader.boolean("stopped") ?? false)
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("time") { $0.string(time.description) }
        writer.member("system") { $0.boolean(system) }
        writer.member("stopped") { $0.boolean(stopped) }
    }
}
