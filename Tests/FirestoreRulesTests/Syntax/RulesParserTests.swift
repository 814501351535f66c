import FirestoreRules
import Testing

@Suite struct RulesParserTests {
    @Test func `a ruleset becomes a tree of services, matches, functions and allows`() throws {
        let parsed = RulesParser.parse(
            SourceFile(
                content: """
                    rules_version = '2';
                    service cloud.firestore {
                      match /databases/{database}/documents {
                        function isOwner(id) { let uid = request.auth.uid; return uid == id; }
                        match /users/{id}/{rest=**} {
                          allow get, list;
                          allow write: if isOwner(id) && !(id in [1, 2]);
                        }
                      }
                    }
                    """))
        let ruleset = try #require(parsed.syntax)
        #expect(parsed.diagnostics.isEmpty)
        #expect(ruleset.version == .two)
        let service = try #require(ruleset.services.first)
        #expect(service.name.name == "cloud.firestore")
        let documents = try #require(service.matches.first)
        #expect(documents.functions.map(\.name.name) == ["isOwner"])
        #expect(documents.functions.first?.bindings.map(\.name.name) == ["uid"])
        let users = try #require(documents.matches.first)
        #expect(users.template.segments.count == 3)
        #expect(users.allows.map { $0.methods.map(\.name) } == [["get", "list"], ["write"]])
        #expect(users.allows.map { $0.condition == nil } == [true, false])
    }
}
