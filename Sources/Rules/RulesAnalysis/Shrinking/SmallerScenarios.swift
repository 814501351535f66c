import FirestoreModel
import FirestoreRules

/// The scenarios that are one step smaller or plainer than another one, the largest steps first.
enum SmallerScenarios {
    static func all(of scenario: Scenario) -> [Scenario] {
        let candidates =
            documents(scenario) + request(scenario) + fields(scenario) + ids(scenario)
        let cost = ScenarioCost.of(scenario)
        return candidates.filter { ScenarioCost.of($0) < cost }
    }

    /// Without one of the documents.
    private static func documents(_ scenario: Scenario) -> [Scenario] {
        let others = scenario.world.documents.filter {
            scenario.request.method != .update || $0.path != scenario.request.document
        }
        return others.map { entry in
            var copy = scenario
            copy.world[entry.path] = nil
            return copy
        }
    }

    /// With a plainer user, time or query.
    private static func request(_ scenario: Scenario) -> [Scenario] {
        var candidates = ScenarioVariants(scenario)
        candidates.add { $0.request.user = nil }
        if let user = scenario.request.user {
            candidates.add { $0.request.user?.claims = [:] }
            for name in user.claims.names { candidates.add { $0.request.user?.claims[name] = nil } }
            for (name, value) in user.claims {
                for plain in PlainerValues.of(value) {
                    candidates.add { $0.request.user?.claims[name] = plain }
                }
            }
        }
        candidates.add { $0.request.time = RulesVocabulary.now }
        candidates.add { $0.request.query = AnalysedRequest.Query() }
        candidates.add { $0.request.query.limit = nil }
        candidates.add { $0.request.query.isGroup = false }
        candidates.add { $0.request.query.isNamed = false }
        for index in scenario.request.query.tests.indices {
            candidates.add { $0.request.query.tests.remove(at: index) }
        }
        for (index, test) in scenario.request.query.tests.enumerated() {
            for plain in PlainerValues.of(test.value) where plain != .null {
                candidates.add { $0.request.query.tests[index].value = plain }
            }
        }
        return candidates.all
    }

    /// With fewer fields, or plainer ones.
    private static func fields(_ scenario: Scenario) -> [Scenario] {
        var candidates = ScenarioVariants(scenario)
        if scenario.request.method == .update { addUpdates(of: scenario, to: &candidates) }
        for (name, value) in scenario.request.data {
            candidates.add { $0.request.data[name] = nil }
            for plain in PlainerValues.of(value) { candidates.add { $0.request.data[name] = plain } }
        }
        for document in scenario.world.documents {
            candidates.add { $0.world[document.path] = [:] }
            for (name, value) in document.fields {
                candidates.add { $0.world[document.path]?[name] = nil }
                for plain in PlainerValues.of(value) {
                    candidates.add { $0.world[document.path]?[name] = plain }
                }
            }
        }
        return candidates.all
    }

    /// The same field of an update before and after.
    private static func addUpdates(of scenario: Scenario, to candidates: inout ScenarioVariants) {
        let (path, data) = (scenario.request.document, scenario.request.data)
        guard let stored = scenario.world[path] else { return }
        candidates.add { $0.request.data = stored }
        for name in Set(stored.names).union(data.names).sorted() {
            candidates.add {
                $0.world[path]?[name] = nil
                $0.request.data[name] = nil
            }
            if data[name] != stored[name] { candidates.add { $0.request.data[name] = stored[name] } }
            guard let value = stored[name], data[name] == value else { continue }
            for plain in PlainerValues.of(value) {
                candidates.add {
                    $0.world[path]?[name] = plain
                    $0.request.data[name] = plain
                }
            }
        }
    }

    /// With plainer ids in the path and for the user, everywhere at once.
    private static func ids(_ scenario: Scenario) -> [Scenario] {
        var candidates: [Scenario] = []
        for index in scenario.request.document.segments.indices {
            let old = scenario.request.document.segments[index].string
            let before = index > 0 ? scenario.request.document.segments[index - 1].string : "d"
            let plain =
                index.isMultiple(of: 2)
                ? "things" : (before.first.map { String($0).lowercased() } ?? "d") + "1"
            if old != plain { candidates.append(Renaming(old, plain).applied(to: scenario)) }
            var copy = scenario
            if copy.set(.segment(index), to: .string(plain)) { candidates.append(copy) }
        }
        if let uid = scenario.request.user?.uid {
            for user in RulesVocabulary.users where user != uid {
                candidates.append(Renaming(uid, user).applied(to: scenario))
                var copy = scenario
                copy.request.user?.uid = user
                candidates.append(copy)
            }
        }
        return candidates
    }
}

/// Copies of a scenario, each changed in one way.
struct ScenarioVariants {
    private let original: Scenario
    private(set) var all: [Scenario] = []

    init(_ original: Scenario) {
        self.original = original
    }

    mutating func add(_ change: (inout Scenario) -> Void) {
        var copy = original
        change(&copy)
        all.append(copy)
    }
}
