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

    package init(time: Timestamp, system: Bool) {
        self.time = time
        self.system = system
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            guard let time = try reader.timestamp("time") else { throw .invalidPayload }
            return ClockResponse(time: time, system: try reader.boolean("system") ?? false)
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("time") { $0.string(time.description) }
        writer.member("system") { $0.boolean(system) }
    }
}

/// A duration in protobuf's JSON format: `5s`, `1.5s`; here never negative.
private struct DurationText {
    let seconds: Int64
    let nanoseconds: Int32

    init?(_ text: String) {
        guard text.utf8.last == UInt8(ascii: "s") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let seconds = DurationText.digits(parts[0]) else { return nil }
        self.seconds = seconds
        guard parts.count == 2 else {
            nanoseconds = 0
            return
        }
        let fraction = parts[1]
        let padded = fraction + String(repeating: "0", count: max(0, 9 - fraction.count))
        guard (1...9).contains(fraction.count), let digits = DurationText.digits(padded) else { return nil }
        nanoseconds = Int32(digits)
    }

    private static func digits(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }
}
