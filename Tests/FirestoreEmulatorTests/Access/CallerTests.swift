import EmulatorAccess
import FirestoreModel
import FirestoreRules
import JSONText
import Testing

@testable import FirestoreEmulator

@Suite("Callers and the rules that bind them")
struct CallerTests {
    private static let database = DatabaseID(project: "p")

    private func isAllowed(_ identity: Identity, _ registry: RulesRegistry, project: String = "p") -> Bool {
        let path = DocumentPath(CollectionPath(parent: nil, id: ResourceID("c")), ResourceID("d"))
        do throws(RPCStatus) {
            try registry.caller(identity, project: project).check(
                in: Self.database, on: DatabaseState(), at: .zero, isInTransaction: false
            ) { [.get(path)] }
            return true
        } catch {
            return false
        }
    }

    private func rules(_ condition: String) -> ProjectRules {
        let content = """
            rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {
            match /c/{id} { allow get: if \(condition); } } }
            """
        return ProjectRules([ProjectRules.File(name: nil, content: content)])
    }

    @Test func `rules of one project hold back those who ask for it without being administrators`() throws {
        let registry = RulesRegistry()
        #expect(isAllowed(.anonymous, registry))
        registry.set(rules("false"), project: "p")
        #expect(isAllowed(.admin, registry))
        #expect(!isAllowed(.anonymous, registry))
        #expect(isAllowed(.anonymous, registry, project: "other"))
    }

    @Test func `the claims of a token are what rules see`() throws {
        let registry = RulesRegistry()
        let claims = try JSONParser.parse(
            Array(
                #"{"sub": "bob", "n": 1.0, "x": 1.5, "big": 1e300, "a": [true, null], "m": {"k": "v"}}"#.utf8)
        )
        registry.set(
            rules(
                """
                request.auth.uid == 'bob' && request.auth.token.n is int && request.auth.token.x is float
                && request.auth.token.big is float && request.auth.token.a == [true, null]
                && request.auth.token.m.k == 'v' && request.auth.token.sub == 'bob'
                """), project: "p")
        #expect(isAllowed(.user(claims: claims), registry))
        #expect(!isAllowed(.user(claims: .object([])), registry))
    }

    @Test func `rules that cannot be used refuse everything but administrators`() throws {
        let registry = RulesRegistry()
        registry.set(rules("(("), project: "p")
        #expect(!isAllowed(.anonymous, registry))
        #expect(isAllowed(.admin, registry))
    }
}
