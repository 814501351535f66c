import FirestoreModel
package import FirestoreRules
package import RulesCore

/// A request and the documents that it finds.
package struct Scenario: Sendable {
    package var world: World
    package var request: AnalysedRequest

    package init(_ world: World, _ request: AnalysedRequest) {
        self.world = world
        self.request = request
    }

    /// Makes the documents fit the method: a created document does not exist before, an updated one does.
    mutating func settle() {
        switch request.method {
        case .create: world[request.document] = nil
        case .update: if world[request.document] == nil { world[request.document] = [:] }
        case .get, .list, .delete: return
        }
    }

    /// Whether rules allow the request.
    package func isAllowed(by plan: RulesPlan) -> Bool { PreparedScenario(self).isAllowed(by: plan) }
}

/// A scenario in the form of the engine, for several decisions.
package struct PreparedScenario {
    private let request: RulesRequest
    private let source: ScenarioSource

    package init(_ scenario: Scenario) { self.init(scenario, auth: scenario.request.user?.auth) }

    /// - Parameter auth: The request's user as rules see it.
    init(_ scenario: Scenario, auth: RulesAuth?) {
        request = scenario.request.rulesRequest(auth)
        source = ScenarioSource(scenario)
    }

    /// Whether rules allow the request.
    package func isAllowed(by plan: RulesPlan) -> Bool {
        var decision = RulesDecision(request, by: plan, source: source)
        return decision.isAllowed()
    }

    /// The decision with the values of all expressions, as the search looks at it.
    ///
    /// - Parameter plan: The rules, planned with tracing.
    func recorded(by plan: RulesPlan) -> RulesDecision {
        var decision = RulesDecision(request, by: plan, source: source, isTraced: true)
        _ = decision.runWithData()
        return decision
    }

    /// The decision with the values of all expressions, as the emulator makes it.
    ///
    /// - Parameter plan: The rules, planned with tracing.
    package func traced(by plan: RulesPlan) -> RulesDecision {
        var decision = RulesDecision(request, by: plan, source: source, isTraced: true)
        _ = decision.run()
        return decision
    }

    /// The decision as an explanation shows it.
    package func explanation(_ decision: RulesDecision, by plan: RulesPlan, _ file: SourceFile) -> Explanation
    {
        Explanation(KeptDecision(request, decision, source: source), by: plan, file)
    }
}

/// The documents of a scenario, before and after its request.
private final class ScenarioSource: RulesDataSource {
    let scenario: Scenario

    init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    func document(_ path: DocumentPath) -> MapValue? { scenario.world[path] }

    func documentAfter(_ path: DocumentPath) -> MapValue? {
        let request = scenario.request
        guard path == request.document else { return scenario.world[path] }
        switch request.method {
        case .create, .update: return request.data
        case .delete: return nil
        case .get, .list: return scenario.world[path]
        }
    }
}
