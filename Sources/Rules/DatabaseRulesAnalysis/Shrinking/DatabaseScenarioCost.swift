import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// How much there is to read in a scenario. Shrinking lowers it with every step, so that it ends.
enum DatabaseScenarioCost {
    static func of(_ scenario: DatabaseScenario) -> Int {
        var cost = of(scenario.root)
        if let user = scenario.user {
            cost += 60 + 40 * (DatabaseVocabulary.users.firstIndex(of: user.uid) ?? 8)
            for (name, claim) in user.claims { cost += 200 + 2 * name.string.utf8.count + of(claim) }
        }
        if scenario.now != DatabaseVocabulary.now { cost += 100 }
        switch scenario.operation {
        case .read(let path, let query):
            cost += of(path)
            guard let query else { break }
            cost += 200 + (query.order == .key ? 0 : 60)
            for bound in [query.start, query.end].compactMap(\.self) { cost += 100 + of(bound.value.node) }
            switch query.limit {
            case .first(let count)?, .last(let count)?: cost += 80 + min(count, 100) / 10
            case nil: break
            }
        case .write(let entries):
            for entry in entries {
                cost += 150 + of(entry.path) + of(entry.node)
                // What is written as it was is half as much to read.
                let old = scenario.root.value(at: entry.path)
                if entry.node != old, !entry.node.isNull, !old.isNull { cost += 80 }
            }
        }
        return cost
    }

    private static func of(_ path: DatabasePath) -> Int {
        path.keys.reduce(0) { $0 + 12 + of($1) }
    }

    private static func of(_ key: DataKey) -> Int {
        let length = key.string.utf8.count
        // A key like m1 is the plainest: one letter could be a value, and m2 asks where m1 is.
        return (length == 1 ? 5 : min(length * 2, 100)) + (key.string.hasSuffix("1") ? 0 : 1)
    }

    private static func of(_ node: DataNode) -> Int {
        switch node {
        case .null: 0
        case .boolean(let boolean): boolean ? 43 : 45
        case .number(let number):
            number == DatabaseVocabulary.now
                ? 55
                : 46 + Int(min(number.magnitude, 1_000_000)) * 2 + (number == number.rounded() ? 0 : 10)
                    + (number < 0 ? 1 : 0)
        case .string(let text):
            DatabaseVocabulary.users.contains(text)
                ? 54 : 48 + min(text.utf8.count, 60_000) + (text.isEmpty ? 3 : 0)
        case .prioritized(let value, let priority): 40 + of(value) + of(priority)
        case .object(let children): children.reduce(20) { $0 + 30 + of($1.key) + of($1.value) }
        }
    }

    private static func of(_ claim: AuthValue) -> Int {
        switch claim {
        case .list(let elements): elements.reduce(60) { $0 + 20 + of($1) }
        case .map(let members): members.reduce(60) { $0 + 30 + of($1.key) + of($1.value) }
        case .null, .boolean, .number, .string: DataNode(claim).map { of($0) } ?? 60
        }
    }
}
