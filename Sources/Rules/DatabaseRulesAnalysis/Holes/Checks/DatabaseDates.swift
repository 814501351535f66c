import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// A date of the rules that opens a path to strangers, or shuts it to them.
struct DatabaseDates {
    let subject: DatabaseHoleSubject
    /// The time now, in milliseconds since 1970.
    let today: Double

    var hole: DatabaseHole? {
        for date in dates {
            for (time, other) in [(date - 1, date + 1), (date + 1, date - 1)] {
                let literals = subject.literals
                func changes(_ scenario: DatabaseScenario) -> Bool {
                    scenario.now == time
                        && (scenario.user == nil || scenario.isByStranger(besides: literals))
                        && !scenario.at(other).isAllowed(by: subject.rules.rules)
                }
                let candidates = subject.allowed.lazy.flatMap {
                    [$0.at(time).byNobody, $0.at(time).byStranger(besides: literals)]
                }
                guard let found = subject.smallest(candidates, where: changes) else { continue }
                return hole(found, isOpenBefore: time < date, date)
            }
        }
        return nil
    }

    /// The numbers of the rule that are times of this century.
    private var dates: [Double] {
        let numbers = subject.statement.condition.all.compactMap { expression -> Double? in
            guard case .number(let number) = expression.kind,
                (946_684_800_000..<4_102_444_800_000).contains(number)
            else { return nil }
            return number
        }
        return Set(numbers).sorted()
    }

    private func hole(_ scenario: DatabaseScenario, isOpenBefore: Bool, _ date: Double) -> DatabaseHole {
        let who = scenario.user == nil ? "anyone" : "any signed-in user"
        let day = scenario.at(date).time.description.prefix(10)
        let isPast = date <= today
        let message =
            switch (isOpenBefore, isPast) {
            case (true, false): "open to \(who) until \(day), and then shut"
            case (true, true): "shut since \(day): every request is denied that this rule was for"
            case (false, false): "shut until \(day), and then open to \(who)"
            case (false, true): "open to \(who) since \(day)"
            }
        return subject.hole(
            .date, isPast != isOpenBefore ? .error : .warning, "\(message): \(scenario.sentence)", scenario)
    }
}

extension DatabaseScenario {
    /// The same request at another time.
    fileprivate func at(_ now: Double) -> DatabaseScenario {
        var copy = self
        copy.now = now
        return copy
    }
}
