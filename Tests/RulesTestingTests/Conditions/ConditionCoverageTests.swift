import FirestoreRules
import RulesCore
import RulesTesting
import Testing

@Suite("Coverage of conditions")
struct ConditionCoverageTests {
    private static let rules = """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            match /notes/{note} {
              allow get: if isOwner(resource.data) && resource.data.level > 1 && (true || note == 'x');
              function isOwner(data) {
                return data.owner == request.auth.uid;
              }
              function unused() { return request.auth == null; }
            }
          }
        }
        """

    private func coverage() async throws -> any CoveredRules {
        let suite = try SuiteFile(
            """
            documents: {notes/n: {owner: alice, level: 2}, notes/m: {owner: bob, level: x}}
            cases:
              - {as: alice, get: notes/n, expect: allowed}
              - {as: bob, get: notes/n, expect: denied}
              - {as: bob, get: notes/m, expect: denied}
            """, file: "suite.yaml", database: SuiteExample.database)
        let run = try await SuiteExample.run(
            [.firestore(suite)], SourceFile(content: ConditionCoverageTests.rules))
        #expect(run.results.map(\.failure) == [nil, nil, nil])
        return run.coverage
    }

    @Test func `conditions are counted, constants and parts of chains left out`() async throws {
        let lines = CoverageText.lines(try await coverage())
        #expect(
            lines == [
                "firestore.rules:5:21  1× true  1× false  4× error  isOwner(resource.data) && resource.data.level > 1 && (true || note == 'x')",
                "firestore.rules:5:21  2× true  1× false  3× error  isOwner(resource.data)",
                "firestore.rules:5:47  1× true  0× false  4× error  resource.data.level > 1  ← never false",
                "firestore.rules:5:74  5× true  0× false  (true || note == 'x')  ← never false",
                "firestore.rules:5:83  0× true  0× false  note == 'x'  ← never evaluated",
                "firestore.rules:7:16  2× true  1× false  3× error  data.owner == request.auth.uid",
                "firestore.rules:9:34  0× true  0× false  request.auth == null  ← never evaluated",
                "firestore.rules:9  function unused was never called",
                "3 of 7 conditions seen both true and false: 42.8%",
            ])
    }

    @Test func `lcov has a branch point for each condition`() async throws {
        #expect(
            LCOVReport.lines(try await coverage()) == [
                "TN:", "SF:firestore.rules", "FN:6,isOwner", "FN:9,unused", "FNDA:6,isOwner", "FNDA:0,unused",
                "FNF:2", "FNH:1", "BRDA:5,0,0,1", "BRDA:5,0,1,1", "BRDA:5,1,0,2", "BRDA:5,1,1,1",
                "BRDA:5,2,0,1",
                "BRDA:5,2,1,0", "BRDA:5,3,0,5", "BRDA:5,3,1,0", "BRDA:5,4,0,-", "BRDA:5,4,1,-",
                "BRDA:7,0,0,2",
                "BRDA:7,0,1,1", "BRDA:9,0,0,-", "BRDA:9,0,1,-", "BRF:14", "BRH:8", "DA:5,6", "DA:7,6",
                "DA:9,0",
                "LF:3", "LH:2", "end_of_record",
            ])
    }

    @Test func `rules without conditions are covered`() {
        let rules = "service cloud.firestore { match /a/{b} { allow read; allow write: if false; } }"
        let coverage = ConditionCoverage(Ruleset(SourceFile(content: rules)))
        #expect(coverage.conditions.isEmpty)
        #expect(coverage.percent == 100)
    }
}
