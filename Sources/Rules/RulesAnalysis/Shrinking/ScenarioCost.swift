import FirestoreModel
import FirestoreRules

/// How much there is to read in a scenario. Shrinking lowers it with every step, so that it ends.
enum ScenarioCost {
    static func of(_ scenario: Scenario) -> Int {
        let request = scenario.request
        var cost = 0
        for document in scenario.world.documents { cost += 400 + of(document.fields) + of(document.path) }
        cost += of(request.document) + of(request.data)
        // A field of an update that changes nothing is half a field.
        if request.method == .update, let stored = scenario.world[request.document] {
            for name in Set(stored.names).union(request.data.names) where stored[name] != request.data[name] {
                cost += 150
            }
        }
        if let user = request.user {
            cost += 60 + 40 * (RulesVocabulary.users.firstIndex(of: user.uid) ?? 8) + 2 * of(user.claims)
        }
        if request.time != RulesVocabulary.now { cost += 100 }
        if request.query.limit != nil { cost += 80 }
        if request.query.isGroup { cost += 200 }
        if request.query.isNamed { cost += 300 }
        for test in request.query.tests { cost += 200 + of(test.value) }
        return cost
    }

    private static func of(_ fields: MapValue) -> Int {
        fields.reduce(0) { $0 + 100 + min($1.name.string.utf8.count, 20) + of($1.value) }
    }

    private static func of(_ path: DocumentPath) -> Int {
        path.segments.enumerated().reduce(0) { sum, entry in
            let (index, text) = (entry.offset, entry.element.string)
            // An id like m1 in messages is the plainest: one letter could be a value, and m2 asks where m1 is.
            let length = text.utf8.count
            let isStrange = index > 0 && text.first != path.segments[index - 1].string.first
            return sum + 5 + (length == 1 ? 5 : min(length * 2, 100)) + (text.hasSuffix("1") ? 0 : 1)
                + (isStrange ? 1 : 0)
        }
    }

    private static func of(_ value: Value) -> Int {
        switch value {
        case .null: 2
        case .boolean(let bool): bool ? 4 : 3
        case .integer(let int): 5 + 2 * min(Int(clamping: int.magnitude), 1_000_000) + (int < 0 ? 1 : 0)
        case .double(let double): 30 + (double == double.rounded() ? 0 : 10) + (double == 0 ? 0 : 5)
        case .string(let text):
            RulesVocabulary.users.contains(text)
                ? 14 : 8 + min(text.utf8.count, 20_000) + (text.isEmpty ? 3 : 0)
        case .timestamp(let time): time == RulesVocabulary.now ? 35 : 60
        case .bytes, .geoPoint, .reference: 70
        case .array(let elements): elements.reduce(12) { $0 + 20 + of($1) }
        case .map(let fields): 12 + of(fields)
        }
    }
}
