/// What a search made of the changes of some rules.
struct SearchTally {
    struct Counts {
        var found = 0
        var missed = 0
    }

    var families: [String: Counts] = [:]
    /// How long each change took that was shown.
    var times: [Duration] = []
    /// Changes of what no request reaches, such as a function that is never called, and those that are known to change nothing.
    var known = 0
    /// Changes that were proven to change nothing.
    var proven = 0
    /// Each with its diff.
    var missed: [String] = []
    var requests = 0
    var searching = Duration.zero

    mutating func add(_ other: SearchTally) {
        families.merge(other.families) { Counts(found: $0.found + $1.found, missed: $0.missed + $1.missed) }
        times += other.times
        known += other.known
        proven += other.proven
        missed += other.missed
        requests += other.requests
        searching += other.searching
    }

    mutating func miss(_ family: String, _ text: String) {
        families[family, default: Counts()].missed += 1
        missed.append(text)
    }

    var summary: String {
        let all = times.count + known + proven + missed.count
        let real = times.count + missed.count
        let share = real == 0 ? 100 : (Double(times.count * 1000) / Double(real)).rounded() / 10
        let sorted = times.sorted()
        let rate = Int(Double(requests) / max(searching / .seconds(1), 0.001))
        return "\(all) changes: \(times.count) shown, \(known) known and \(proven) proven to change nothing, "
            + "\(missed.count) missed: \(share) %; median \(milliseconds(sorted, 50)) ms, "
            + "95 % \(milliseconds(sorted, 95)) ms, 99 % \(milliseconds(sorted, 99)) ms; \(rate) requests a second"
    }

    private func milliseconds(_ sorted: [Duration], _ percent: Int) -> String {
        guard !sorted.isEmpty else { return "-" }
        let time = sorted[min(sorted.count - 1, sorted.count * percent / 100)] / .milliseconds(1)
        return "\((time * 10).rounded() / 10)"
    }
}
