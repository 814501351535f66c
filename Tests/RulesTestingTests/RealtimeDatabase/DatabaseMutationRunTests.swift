import RealtimeDatabaseRules
import RulesCore
import RulesTesting
import Testing

@Suite("Mutants of rules of the Realtime Database")
struct DatabaseMutationRunTests {
    private static let rules = """
        {
          "rules": {
            "notes": { "$owner": {
              ".read": "auth.uid === $owner",
              ".write": "auth.uid === $owner && newData.isString()"
            } }
          }
        }
        """

    private func run(_ cases: String) async throws -> [MutantResult] {
        let run = try await DatabaseExample.run(cases, rules: DatabaseMutationRunTests.rules)
        #expect(run.results.allSatisfy { $0.failure == nil })
        return try await run.mutants(lanes: 2)
    }

    @Test func `a good suite notices every mutant, and the case is named`() async throws {
        let results = try await run(
            """
            cases:
              - {name: the owner reads, as: alice, get: notes/alice, expect: allowed}
              - {name: others do not, as: bob, get: notes/alice, expect: denied}
              - {name: the owner writes, as: alice, set: notes/alice, value: text, expect: allowed}
              - {name: others do not write, as: bob, set: notes/alice, value: text, expect: denied}
              - {name: a note is a text, as: alice, set: notes/alice, value: 5, expect: denied}
              - {name: and has no parts, as: alice, set: notes/alice, value: {a: b}, expect: denied}
              - {name: a note is changed, given: {notes/alice: 5}, as: alice, set: notes/alice, value: text, expect: allowed}
            """)
        #expect(results.count > 15)
        #expect(results.filter { if case .killed = $0.fate { false } else { true } }.isEmpty)
        let negated = try #require(results.first { $0.mutant.family == "changed-comparison" })
        #expect(negated.fate == .killed(by: "the owner reads"))
    }

    @Test func `what no case asks is not reached, what no case notices survives`() async throws {
        let results = try await run(
            "cases: [{as: alice, set: notes/alice, value: text, expect: allowed}]")
        // Whoever removes the last rule takes the comma behind the one before.
        let reads = results.filter { $0.mutant.line == 4 && $0.mutant.family != "removed-rule" }
        #expect(!reads.isEmpty)
        #expect(reads.allSatisfy { $0.fate == .notReached })
        let dropped = results.filter { $0.mutant.family == "dropped-operand" }
        #expect(dropped.map(\.fate) == [.survived, .survived])
        let report = MutationReport(results, file: "r.json", known: KnownEquivalents())
        #expect(report.lines.contains { $0.hasSuffix("(no case evaluates this)") })
    }

    @Test func `another reason for a denial is noticed where a text is expected`() async throws {
        let results = try await run(
            """
            cases:
              - {as: bob, set: notes/alice, value: 5, expect: {denied: auth.uid === $owner}}
            """)
        let dropped = results.filter { $0.mutant.family == "dropped-operand" }
        #expect(dropped.contains { if case .killed = $0.fate { true } else { false } })
    }

    /// The mutants that compile.
    private func mutants(_ rules: String) throws -> [Mutant] {
        DatabaseMutantGenerator.candidates(of: try DatabaseRuleset(rules)).filter {
            (try? DatabaseRuleset($0.source.content)) != nil
        }
    }

    @Test func `mutants have ids that stay, and diffs`() throws {
        let mutants = try self.mutants(DatabaseMutationRunTests.rules)
        let moved = try self.mutants("// A comment.\n" + DatabaseMutationRunTests.rules)
        #expect(moved.map(\.id) == mutants.map(\.id))
        #expect(moved.map(\.line) == mutants.map { $0.line + 1 })
        #expect(Set(mutants.map(\.id)).count == mutants.count)
        #expect(Set(mutants.map(\.source.content)).count == mutants.count)
        let mutant = try #require(mutants.last { $0.family == "dropped-operand" })
        #expect(
            mutant.diff == """
                --- database.rules.json
                +++ database.rules.json
                @@ -2,7 +2,7 @@
                   "rules": {
                     "notes": { "$owner": {
                       ".read": "auth.uid === $owner",
                -      ".write": "auth.uid === $owner && newData.isString()"
                +      ".write": "auth.uid === $owner"
                     } }
                   }
                 }
                """)
    }
}
