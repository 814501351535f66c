import CoreValues
import FirestoreModel
import FirestoreRules

extension ScenarioGenerator {
    /// Changes one thing at random.
    func change(_ scenario: inout Scenario, _ random: inout SeededRandom) {
        switch random.below(12) {
        case 0: changeUser(&scenario, &random)
        case 1: changeClaims(&scenario, &random)
        case 2 where vocabulary.readsTime: scenario.request.time = vocabulary.time(&random)
        case 2...3: changeDocument(&scenario, &random)
        case 4 where scenario.request.method == .list: changeQuery(&scenario, &random)
        case 4...7: change(&scenario.request.data, beside: scenario.world[scenario.request.document], &random)
        case 8: swapFields(&scenario, &random)
        default:
            let path = scenario.request.document
            if var fields = scenario.world[path] {
                change(&fields, beside: scenario.request.data, &random)
                scenario.world[path] = fields
            } else {
                changeDocument(&scenario, &random)
            }
        }
        scenario.settle()
    }

    private func changeUser(_ scenario: inout Scenario, _ random: inout SeededRandom) {
        if scenario.request.user != nil, random.oneIn(4) {
            scenario.request.user = nil
        } else {
            scenario.request.user = AnalysedRequest.User(
                uid: random.oneIn(5) ? scenario.request.document.id.string : vocabulary.user(&random),
                claims: scenario.request.user?.claims ?? [:])
        }
    }

    private func changeClaims(_ scenario: inout Scenario, _ random: inout SeededRandom) {
        guard let name = random.pick(vocabulary.claims) else { return changeUser(&scenario, &random) }
        let value: Value? =
            random.oneIn(4) ? nil : random.oneIn(2) ? .boolean(true) : vocabulary.value(&random)
        scenario.set(.claim([.field(name)]), to: value)
    }

    /// Changes, removes or adds a document that is not that of the request.
    private func changeDocument(_ scenario: inout Scenario, _ random: inout SeededRandom) {
        let others = scenario.world.documents.filter { $0.path != scenario.request.document }
        guard let other = random.pick(others) else { return }
        if random.oneIn(6) {
            scenario.world[other.path] = nil
        } else {
            var fields = other.fields
            change(&fields, beside: nil, &random)
            scenario.world[other.path] = fields
        }
    }

    private func changeQuery(_ scenario: inout Scenario, _ random: inout SeededRandom) {
        switch random.below(4) {
        case 0: scenario.request.query.isNamed.toggle()
        case 1: scenario.request.query.limit = random.pick([nil, 1, 10, 50, 100, 1000]) ?? nil
        case 2: if !scenario.request.query.tests.isEmpty { scenario.request.query.tests.removeLast() }
        default:
            let field = FieldPath(names: [vocabulary.field(&random)])
            let operations: [Filter.FieldOperator] = [.equal, .arrayContains, .lessThan, .greaterThanOrEqual]
            let operation = operations[random.below(operations.count)]
            let value = vocabulary.value(&random, depth: 1)
            _ = scenario.set(test: field.names, operation, value)
        }
    }

    /// Changes one field, or makes it what it is in the other map.
    private func change(_ fields: inout MapValue, beside other: MapValue?, _ random: inout SeededRandom) {
        let names = Array(fields.names) + (other.map { Array($0.names) } ?? [])
        guard let name = random.oneIn(3) ? vocabulary.field(&random) : random.pick(names) else {
            fields[vocabulary.field(&random)] = vocabulary.value(&random)
            return
        }
        switch random.below(5) {
        case 0: fields[name] = nil
        case 1 where other != nil: fields[name] = other?[name]
        case 2: fields[name] = vocabulary.value(&random)
        default:
            let value = vocabulary.value(near: fields[name], &random)
            if value.isStorable { fields[name] = value }
        }
    }

    /// Exchanges a field before and after the request.
    private func swapFields(_ scenario: inout Scenario, _ random: inout SeededRandom) {
        guard let name = random.pick(Array(scenario.request.data.names)) else { return }
        let before = Place.stored(scenario.request.document, [.field(name)])
        let (old, new) = (scenario[before], scenario.request.data[name])
        scenario.request.data[name] = old
        if scenario.request.method == .update { scenario.set(before, to: new) }
    }
}

extension PlannedStatement {
    /// Whether the template matches documents at several depths.
    var hasGlob: Bool { segments.contains { if case .glob = $0 { true } else { false } } }

    /// Whether the template may match a document.
    func fits(_ path: DocumentPath) -> Bool {
        for (index, segment) in segments.enumerated() {
            if case .glob = segment { return true }
            guard index >= 3 else { continue }
            guard path.segments.indices.contains(index - 3) else { return false }
            if case .literal(let text) = segment, path.segments[index - 3].string != text { return false }
        }
        return segments.count == path.segments.count + 3
    }
}
