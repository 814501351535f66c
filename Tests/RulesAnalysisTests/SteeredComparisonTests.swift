import FirestoreRules
import RulesAnalysis
import Testing

@Suite("Differences that other conditions hide")
struct SteeredComparisonTests {
    /// What is true of whoever may do everything hides what the others may do.
    @Test func `a change is found behind alternatives that all must be false`() throws {
        func rules(_ clinic: String) -> Ruleset {
            AnalysisExample.rules(
                """
                function user() { return get(/databases/$(database)/documents/users/$(request.auth.uid)).data; }
                function isChief() {
                  return request.auth.token.email == 'chief@example.com'
                    || request.auth.token.email == 'deputy@example.com' || user().role == 'chief';
                }
                function isActive(clinic) {
                  return isChief()
                    || get(/databases/$(database)/documents/clinics/$(clinic)).data.status in ['active', 'trial'];
                }
                match /logs/{log} {
                  allow delete: if (isChief() || user().role == 'admin')
                    && (isChief() || user().get('clinic', '') == \(clinic).data.clinic)
                    && isActive(resource.data.clinic);
                }
                """)
        }
        let comparison = try AnalysisExample.compare(rules("resource"), rules("request.resource"), after: 0)
        #expect(comparison.findings.map(\.kind) == [.deniedNow], "\(comparison.requests) requests")
    }

    @Test func `a change is found where another statement allows most of it`() throws {
        func rules(_ most: Int) -> Ruleset {
            AnalysisExample.rules(
                """
                match /couples/{couple} {
                  allow update: if request.auth.uid in resource.data.members
                    && request.resource.data.members.size() <= \(most);
                  allow update: if resource.data.members.size() == 1
                    && request.resource.data.members.size() == 2
                    && resource.data.members[0] in request.resource.data.members;
                }
                """)
        }
        let comparison = try AnalysisExample.compare(rules(2), rules(1), after: 0)
        let finding = try #require(comparison.findings.first, "\(comparison.requests) requests")
        #expect(finding.kind == .deniedNow)
        #expect(finding.rule.line == 5)
    }

    @Test func `each operand of a long chain is found to be missing`() throws {
        let names = (1...12).map { "a\($0)" }
        let all = names.map { "request.resource.data.\($0) is string" }
        for index in names.indices {
            var fewer = all
            fewer.remove(at: index)
            let rules = [all, fewer].map {
                AnalysisExample.note("create", if: $0.joined(separator: " && "))
            }
            let comparison = try AnalysisExample.compare(rules[0], rules[1], requests: 3000, after: 0)
            #expect(comparison.findings.map(\.kind) == [.allowedNow], "without \(names[index])")
        }
    }
}
