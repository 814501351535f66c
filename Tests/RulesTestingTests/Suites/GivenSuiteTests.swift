import RulesTesting
import Testing

@Suite("Suites of the Rules API")
struct GivenSuiteTests {
    private func run(_ testCase: String) async throws -> CaseFailure? {
        let text = #"{"testCases": [\#(testCase)]}"#
        return try await SuiteExample.run(text, file: "suite.json").first?.failure
    }

    private static let path = "/databases/(default)/documents/notes/n"

    @Test(arguments: [
        (#""auth": {"uid": "alice"}, "method": "get""#, #"{"data": {"owner": "alice"}}"#, true),
        (#""auth": {"uid": "bob"}, "method": "get""#, #"{"data": {"owner": "alice"}}"#, false),
        (#""method": "get""#, #"{"data": {"owner": "alice"}}"#, false),
        (#""auth": {"uid": "a", "token": {"admin": true}}, "method": "delete""#, "null", true),
        (
            #""auth": {"uid": "alice"}, "method": "create", "time": "2020-01-01T00:00:00Z", "resource": {"data": {"owner": "alice"}}"#,
            "null", false
        ),
    ])
    func `a request is decided as it is given`(_ request: String, _ resource: String, _ isAllowed: Bool)
        async throws
    {
        let body = #""request": {\#(request), "path": "\#(GivenSuiteTests.path)"}, "resource": \#(resource)"#
        let met = #"{"expectation": "\#(isAllowed ? "ALLOW" : "DENY")", \#(body)}"#
        #expect(try await run(met) == nil)
        let unmet = #"{"expectation": "\#(isAllowed ? "DENY" : "ALLOW")", \#(body)}"#
        #expect(try await run(unmet)?.expected == (isAllowed ? "denied" : "allowed"))
    }

    @Test func `mocks answer for functions, and calls without one are named`() async throws {
        let text = #"""
            {"testCases": [
              {"expectation": "ALLOW", "request": {"method": "get", "path": "/databases/d/documents/members/bob"},
               "functionMocks": [{"function": "exists", "args": [{"exactValue": "/databases/d/documents/banned/bob"}], "result": {"value": false}},
                                 {"function": "get", "args": [{"anyValue": {}}], "result": {"value": {"data": {"level": 3}}}}]},
              {"expectation": "DENY", "request": {"method": "get", "path": "/databases/d/documents/members/bob"},
               "functionMocks": [{"function": "exists", "args": [{"anyValue": {}}], "result": {"value": true}}]},
              {"expectation": "ALLOW", "request": {"method": "get", "path": "/databases/d/documents/members/bob"},
               "functionMocks": [{"function": "exists", "args": [{"anyValue": {}}], "result": {"undefined": {}}}]},
              {"expectation": "ALLOW", "pathEncoding": "URL_ENCODED", "request": {"method": "get", "path": "/databases/d/documents/members/b%C3%BCb"}}
            ]}
            """#
        let results = try await SuiteExample.run(text, file: "suite.json", rules: GivenSuiteTests.mocked)
        #expect(results[0].failure == nil)
        #expect(results[1].failure == nil)
        #expect(results[2].failure?.actual == "denied")
        #expect(
            results[3].failure?.message?.hasSuffix(
                "without a mock: exists(/databases/d/documents/banned/büb), get(/databases/d/documents/levels/büb)"
            ) == true)
    }

    private static let mocked = """
        service cloud.firestore {
          match /databases/{d}/documents/members/{m} {
            allow read: if !exists(/databases/$(d)/documents/banned/$(m)) && get(/databases/$(d)/documents/levels/$(m)).data.level > 2;
          }
        }
        """
}
