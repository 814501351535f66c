/// How far a command is, as one line of text: a bar if the end is known, what is done, how fast, and the time that is left.
struct ProgressLine: Hashable, Sendable {
    /// What the command does, such as `marking`.
    let verb: String
    /// What it counts, such as `message`.
    let noun: String
    /// How many there are, if that is known.
    var total: Int?
    /// How long it takes at most, if that is known.
    var limit: Duration?
    var done = 0
    var elapsed = Duration.zero

    init(_ verb: String, _ noun: String, total: Int? = nil, limit: Duration? = nil) {
        (self.verb, self.noun, self.total, self.limit) = (verb, noun, total, limit)
    }

    private static let barWidth = 20
    /// The narrowest terminal that shows all of a line.
    private static let maximumWidth = 79

    /// The part that is done, from 0 to 1; nil if the end is not known.
    private var part: Double? {
        if let total { return total == 0 ? 1 : min(Double(done) / Double(total), 1) }
        return limit.map { min(elapsed / $0, 1) }
    }

    private var secondsLeft: Int? {
        guard let part, part < 1 else { return nil }
        if let limit, total == nil { return Int(((limit - elapsed) / .seconds(1)).rounded(.up)) }
        guard part > 0 else { return nil }
        return Int((elapsed / .seconds(1) * (1 - part) / part).rounded(.up))
    }

    var text: String {
        var parts = [verb]
        if let part {
            let filled = Int(part * Double(Self.barWidth))
            parts.append(
                String(repeating: "█", count: filled)
                    + String(repeating: "░", count: Self.barWidth - filled) + " \(Int(part * 100)) %")
        }
        parts.append(total.map { "\(done) of \($0.counted(noun))" } ?? done.counted(noun))
        let seconds = elapsed / .seconds(1)
        if done > 0, seconds > 0 { parts.append("\(Int((Double(done) / seconds).rounded()))/s") }
        if let secondsLeft { parts.append("\(secondsLeft) s left") }
        return String(parts.joined(separator: "  ").prefix(Self.maximumWidth))
    }
}
