import FirestoreRules
import RulesTesting
import Testing

@Suite("Mutants")
struct MutantGeneratorTests {
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} {
              allow read: if request.auth != null
                && resource.data.owner == request.auth.uid;
              allow create: if request.auth.uid == request.resource.data.owner;
            }
          }
        }
        """

    private func mutants(_ text: String) -> [Mutant] {
        MutantGenerator.candidates(of: Ruleset(SourceFile(content: text))).filter {
            Ruleset($0.source).isUsable
        }
    }

    @Test func `no two mutants are the same`() {
        let mutants = mutants(MutantGeneratorTests.rules)
        #expect(mutants.count > 25)
        #expect(Set(mutants.map(\.source.content)).count == mutants.count)
        #expect(Set(mutants.map(\.id)).count == mutants.count)
    }

    @Test func `ids stay the same when lines move`() {
        let moved = MutantGeneratorTests.rules.replacing("service", with: "// A comment.\n\nservice")
        #expect(mutants(moved).map(\.id) == mutants(MutantGeneratorTests.rules).map(\.id))
        #expect(mutants(moved).map(\.line) == mutants(MutantGeneratorTests.rules).map { $0.line + 2 })
    }

    @Test func `a diff is one that patch takes`() throws {
        let mutant = try #require(
            mutants(MutantGeneratorTests.rules).first { $0.family == "dropped-operand" })
        #expect(
            mutant.diff == """
                --- firestore.rules
                +++ firestore.rules
                @@ -2,8 +2,7 @@
                 service cloud.firestore {
                   match /databases/{database}/documents {
                     match /notes/{note} {
                -      allow read: if request.auth != null
                -        && resource.data.owner == request.auth.uid;
                +      allow read: if resource.data.owner == request.auth.uid;
                       allow create: if request.auth.uid == request.resource.data.owner;
                     }
                   }
                """)
    }

    @Test func `rules that cannot be read have no mutants`() {
        #expect(mutants("service").isEmpty)
        #expect(mutants("").isEmpty)
    }

    @Test func `comments and strings with brackets do not mislead`() {
        let text = """
            service cloud.firestore {
            match /a/{b} {
            allow read: if (request.auth.uid == ')' /* ( */ && f(f(b))) // ) (
              || !(b in [']', '(']);
            function f(x) { return (x)[0:1] == "}"; }
            }
            }
            """
        let mutants = mutants(text)
        #expect(mutants.count > 20)
        #expect(mutants.contains { $0.source.content.contains("allow read: if !(b in [']', '(']);") })
    }
}
