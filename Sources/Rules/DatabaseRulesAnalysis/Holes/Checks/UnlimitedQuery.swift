import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// A rule that asks for a limit on queries, and allows one without.
struct UnlimitedQuery {
    let subject: DatabaseHoleSubject

    var hole: DatabaseHole? {
        guard !subject.isWrite, subject.statement.condition.all.contains(where: \.isLimit) else { return nil }
        let candidates = subject.allowed.lazy.flatMap {
            [$0.limited(to: nil), $0.limited(to: .last(1_000_000))]
        }
        let found = subject.smallest(candidates) { scenario in
            guard case .read(let path, let query) = scenario.operation,
                path.keys.count <= subject.statement.path.count
            else { return false }
            switch query?.limit {
            case nil: return true
            case .first(let count)?, .last(let count)?: return count >= 1_000_000
            }
        }
        guard let found else { return nil }
        return subject.hole(
            .wideList, .warning, "the limit on queries can be left out: \(found.sentence)", found)
    }
}

extension RuleExpression {
    /// Whether it is the limit of a query.
    fileprivate var isLimit: Bool {
        guard case .property(let receiver, let name) = kind, case .variable("query") = receiver.kind else {
            return false
        }
        return name == "limitToFirst" || name == "limitToLast"
    }
}

extension DatabaseScenario {
    fileprivate func limited(to limit: DataQuery.Limit?) -> DatabaseScenario {
        guard case .read(let path, var query) = operation else { return self }
        var copy = self
        if limit != nil, query == nil { query = DataQuery(order: .key) }
        query?.limit = limit
        copy.operation = .read(path, query)
        return copy
    }
}
