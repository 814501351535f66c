import CoreValues
import FirestoreModel
import FirestoreRules

/// Makes scenarios for statements, and changes them at random.
struct ScenarioGenerator: Sendable {
    let vocabulary: RulesVocabulary

    /// A request that the path and methods of a statement are for; nil if no document has such a path.
    func scenario(
        for statement: PlannedStatement, _ method: RulesMethod, _ random: inout SeededRandom
    ) -> Scenario? {
        guard let path = path(statement.segments, &random) else { return nil }
        let user = random.oneIn(12) ? nil : AnalysedRequest.User(uid: vocabulary.user(&random))
        let request = AnalysedRequest(method, path, by: user, at: RulesVocabulary.now)
        var scenario = Scenario(World(), request)
        if method == .list {
            scenario.request.query.isGroup = statement.hasGlob && random.oneIn(2)
            scenario.request.query.isNamed = random.oneIn(4)
            if vocabulary.readsLimit, random.oneIn(2) { scenario.request.query.limit = 10 }
        }
        if method != .create, method != .list || scenario.request.query.isNamed, !random.oneIn(8) {
            scenario.world[path] = random.oneIn(2) ? [:] : fields(&random)
        }
        if method == .create || method == .update {
            scenario.request.data = random.oneIn(2) ? scenario.world[path] ?? [:] : fields(&random)
        }
        scenario.settle()
        return scenario
    }

    private func fields(_ random: inout SeededRandom) -> MapValue {
        var fields: MapValue = [:]
        for _ in 0..<random.below(5) { fields[vocabulary.field(&random)] = vocabulary.value(&random) }
        return fields
    }

    /// A document whose path a template matches.
    private func path(_ segments: [PathTemplateSyntax.Segment], _ random: inout SeededRandom) -> DocumentPath?
    {
        guard segments.count >= 3 else {
            // A template such as /{document=**} begins with the database.
            return DocumentPath(segments: tail(of: 2, [], &random))
        }
        var ids: [ResourceID] = []
        for (index, segment) in segments.dropFirst(3).enumerated() {
            switch segment {
            case .literal(let text): ids.append(ResourceID(text))
            case .capture: ids.append(id(after: ids, &random))
            case .glob:
                let following = segments.count - 3 - index - 1
                // Both what is before and what follows count for the number of segments, which is even.
                var length = random.below(3)
                if !(ids.count + length + following).isMultiple(of: 2) { length += 1 }
                if ids.isEmpty, following == 0, length == 0 { length = 2 }
                ids += tail(of: length, ids, &random)
            }
        }
        return DocumentPath(segments: ids)
    }

    private func tail(of length: Int, _ start: [ResourceID], _ random: inout SeededRandom) -> [ResourceID] {
        var ids = start
        for _ in 0..<length { ids.append(id(after: ids, &random)) }
        return Array(ids.dropFirst(start.count))
    }

    /// An id of a collection or a document: for a document, that of a user or one like `m1` in `messages`.
    private func id(after ids: [ResourceID], _ random: inout SeededRandom) -> ResourceID {
        if ids.count.isMultiple(of: 2) { return ResourceID(random.pick(collections) ?? "things") }
        switch random.below(6) {
        case 0...1: return ResourceID(vocabulary.user(&random))
        case 2:
            let id = ResourceID(vocabulary.text(&random))
            if id.problem == nil, id.problemOfCollection == nil { return id }
        default: break
        }
        let first = ids.last?.string.first.map { String($0).lowercased() } ?? "d"
        return ResourceID(first + (random.oneIn(6) ? "2" : "1"))
    }

    /// Collections of the rules and a stranger to them.
    private var collections: [String] {
        vocabulary.ids.filter { !["databases", "documents"].contains($0) } + ["things"]
    }
}
