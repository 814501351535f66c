import CoreValues
import FirestoreModel
import FirestoreRules

/// A date of the rules that opens a statement to strangers, or shuts it to them.
struct Dates {
    let subject: HoleSubject
    /// The time now.
    let today: Timestamp

    var hole: Hole? {
        let dates = subject.rules.traced.reach(of: subject.statement).expressions.compactMap(\.date)
        for date in Set(dates).sorted() {
            let (before, after) = (date.adding(seconds: -1), date.adding(seconds: 1))
            for (time, other) in [(before, after), (after, before)] {
                let literals = subject.literals
                func changes(_ scenario: Scenario) -> Bool {
                    scenario.request.time == time
                        && (scenario.request.user == nil || scenario.isByStranger(besides: literals))
                        && !scenario.at(other).isAllowed(by: subject.rules.plan)
                }
                let candidates = subject.allowed.lazy.flatMap {
                    [$0.at(time).byNobody, $0.at(time).byStranger(besides: literals)]
                }
                guard let found = subject.smallest(candidates, where: changes) else { continue }
                return hole(found, isOpenBefore: time == before, date)
            }
        }
        return nil
    }

    private func hole(_ scenario: Scenario, isOpenBefore: Bool, _ date: Timestamp) -> Hole {
        let who = scenario.request.user == nil ? "anyone" : "any signed-in user"
        let day = String(date.description.prefix(10))
        let isPast = date <= today
        let isOpen = isPast != isOpenBefore
        let message =
            switch (isOpenBefore, isPast) {
            case (true, false): "open to \(who) until \(day), and then shut"
            case (true, true): "shut since \(day): every request is denied that this statement was for"
            case (false, false): "shut until \(day), and then open to \(who)"
            case (false, true): "open to \(who) since \(day)"
            }
        return subject.hole(.date, isOpen ? .error : .warning, "\(message): \(scenario.sentence)", scenario)
    }
}

extension Scenario {
    /// The same request at another time.
    fileprivate func at(_ time: Timestamp) -> Scenario {
        var copy = self
        copy.request.time = time
        return copy
    }
}

extension Timestamp {
    fileprivate func adding(seconds: Int64) -> Timestamp {
        Timestamp(seconds: self.seconds + seconds, nanoseconds: nanoseconds)
    }
}

extension Expression {
    /// The time that `timestamp.date(2026, 1, 31)` or `timestamp.value(1769817600000)` stands for.
    fileprivate var date: Timestamp? {
        guard case .method(let receiver, let name, let arguments) = kind,
            case .name("timestamp") = receiver.kind
        else { return nil }
        let numbers = arguments.compactMap { argument -> Int64? in
            if case .literal(.int(let int)) = argument.kind { int } else { nil }
        }
        switch (name.name, numbers.count) {
        case ("date", 3):
            let parts = zip(numbers, [4, 2, 2]).map { number, width in
                String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
            }
            return Timestamp(rfc3339: "\(parts.joined(separator: "-"))T00:00:00Z")
        case ("value", 1):
            return Timestamp(seconds: numbers[0] / 1000, nanoseconds: Int32(numbers[0] % 1000) * 1_000_000)
        default: return nil
        }
    }
}
