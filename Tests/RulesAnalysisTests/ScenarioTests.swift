import FirestoreModel
import FirestoreRules
import Testing

@testable import RulesAnalysis

@Suite("Scenarios")
struct ScenarioTests {
    private let path: DocumentPath

    init() throws {
        path = try #require(DocumentPath(segments: ["notes", "n1"]))
    }

    private func scenario(_ method: RulesMethod, _ stored: MapValue? = nil, data: MapValue = [:]) -> Scenario
    {
        var scenario = Scenario(
            World(),
            AnalysedRequest(method, path, by: .init(uid: "alice"), at: RulesVocabulary.now, data: data))
        scenario.world[path] = stored
        return scenario
    }

    private func allows(_ method: String, _ condition: String, _ scenario: Scenario) throws -> Bool {
        scenario.isAllowed(by: try #require(AnalysisExample.note(method, if: condition).plan()))
    }

    @Test func `the engine sees the documents before and after the request`() throws {
        let update = scenario(.update, ["a": 1], data: ["a": 2])
        #expect(try allows("update", "resource.data.a == 1 && request.resource.data.a == 2", update))
        #expect(
            try allows("update", "getAfter(/databases/$(database)/documents/notes/n1).data.a == 2", update))
        #expect(try !allows("create", "true", update))
        #expect(
            try allows(
                "create", "resource == null && request.resource.data.a == 2",
                scenario(.create, data: ["a": 2])))
        #expect(
            try allows(
                "delete", "resource.data.a == 1 && !existsAfter(/databases/$(database)/documents/notes/n1)",
                scenario(.delete, ["a": 1])))
        #expect(try allows("get", "resource == null", scenario(.get)))
        #expect(try allows("list", "request.query.limit == null", scenario(.list)))
    }

    @Test func `documents are made to fit the method`() {
        var create = scenario(.create, ["a": 1])
        create.settle()
        #expect(create.world[path] == nil)
        var update = scenario(.update)
        update.settle()
        #expect(update.world[path] == [:])
    }

    @Test func `places take values, and only values that Firestore stores`() {
        var scenario = scenario(.update, [:])
        let nested = Place.stored(path, [.field("a"), .field("b"), .element(1)])
        let isSet = scenario.set(nested, to: "x")
        #expect(isSet)
        #expect(scenario.world[path] == ["a": .map(["b": [.null, "x"]])])
        #expect(scenario[nested] == "x")
        let refused: [(Place, Value)] = [
            (.data([.field("l")]), [[1]]), (.data([]), .map(["__a__": 1])), (.segment(1), "a/b"),
            (.segment(1), "__a__"), (.uid, 1), (.claim([.field("t")]), .timestamp(RulesVocabulary.now)),
        ]
        for (place, value) in refused {
            let isTaken = scenario.set(place, to: value)
            #expect(!isTaken, "\(place)")
        }
    }

    @Test func `a document moves with its path`() throws {
        var scenario = scenario(.get, ["a": 1])
        let isSet = scenario.set(.segment(1), to: "n2")
        #expect(isSet)
        #expect(scenario.world.documents.map(\.path.description) == ["notes/n2"])
        #expect(scenario.request.document.description == "notes/n2")
    }

    @Test func `shrinking keeps what matters, and nothing else`() throws {
        var large = scenario(
            .update, ["a": 17, "b": ["x", "y"], "c": .map(["d": "long text"])], data: ["a": 18, "z": 1])
        large.request.user?.claims = ["admin": true]
        large.world[try #require(DocumentPath(segments: ["users", "u"]))] = ["k": 1]
        let plan = try #require(AnalysisExample.note("update", if: "request.resource.data.a > 12").plan())
        let smallest = Shrinker.smallest(large) { $0.isAllowed(by: plan) }
        #expect(smallest.request.data == ["a": 13])
        #expect(smallest.world.documents.map(\.path) == [path])
        #expect(smallest.request.user == nil)
    }

    @Test(arguments: [
        "a", "yes", "a: b", "", "1", "x y", "ümlaut", "null", "- a", "{", "a\nb", "#", "$serverTimestamp",
    ])
    func `a text in YAML is quoted where it needs it`(_ text: String) {
        let isPlain = ["a", "$serverTimestamp"].contains(text)
        #expect(FlowText.scalar(text).hasPrefix("\"") == !isPlain)
    }
}
