import Testing

@Suite("Clearing and rules")
struct EmulatorRouteTests {
    @Test func `a database is cleared as a whole or below a path`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/a/d/x"}}, {"update":
              {"name": "$/c/b"}}, {"update": {"name": "$/e/f"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            DELETE /emulator/v1/$/c/a
            200 {}

            GET /c
            200 {"documents": [{"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"}]}

            GET /c/a/d
            200 {}

            DELETE /emulator/v1/$/c
            Authorization: none
            200 {}

            DELETE /emulator/v1/$/c/none
            200 {}

            GET /
            200 {"documents": [{"name": "$/e/f", "createTime": "<T1>", "updateTime": "<T1>"}]}

            DELETE /emulator/v1/$
            200 {}

            GET /
            200 {}

            DELETE /emulator/v1/projects/$P/databases/other/documents
            200 {}

            DELETE /emulator/v1/$/c/
            400 INVALID_ARGUMENT Document parent name "$/c/" has invalid trailing "/".

            DELETE /emulator/v1/$/
            200 {}

            DELETE /emulator/v1/$/__x__
            200 {}
            """)
    }

    @Test func `what is cleared is forgotten`() async throws {
        try await expect(
            """
            PATCH /c/a
            {}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            DELETE /emulator/v1/$
            200 {}

            POST :batchGet
            {"documents": ["$/c/a"], "readTime": "<T1>"}
            400 FAILED_PRECONDITION The requested 'read_time' is too old.
            google clear-forgets: 200 [{"found": {"name": "$/c/a", "createTime": "<T1>", "updateTime":
              "<T1>"}, "readTime": "<T1>"}]
            """)
    }

    @Test func `only when it was cleared is remembered`() async throws {
        try await expect(
            """
            PATCH /c/a
            {}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            DELETE /emulator/v1/$
            200 {}

            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"updateTime": "2020-01-01T00:00:00Z"}}]}
            400 FAILED_PRECONDITION the stored version (<us>) does not match the required base version (<us>)
            """)
    }

    @Test func `a project without rules has open ones`() async throws {
        try await expect(
            #"""
            GET /emulator/v1/projects/$P:securityRules
            200 {"rules": {"files": [{"content": "rules_version = '2';\nservice cloud.firestore {\n  match
              /databases/{database}/documents {\n    match /{document=**} {\n      allow read, write: if
              true;\n    }\n  }\n}", "name": "OPEN_RULES"}]}}
            """#)
    }

    @Test func `rules are kept as they were set`() async throws {
        try await expect(
            #"""
            PUT /emulator/v1/projects/$P:securityRules
            {"rules": {"files": [{"name": "my.rules", "content": "rules_version = '2';\nservice
              cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read, write: if true;
              } } }"}]}}
            200 {}

            GET /emulator/v1/projects/$P:securityRules
            200 {"rules": {"files": [{"content": "rules_version = '2';\nservice cloud.firestore { match
              /databases/{d}/documents { match /{p=**} { allow read, write: if true; } } }", "name":
              "my.rules"}]}}

            PUT /emulator/v1/projects/$P:securityRules
            {"rules": {"files": [{"content": "rules_version = '2';\nservice cloud.firestore { match
              /databases/{d}/documents { match /{p=**} { allow read; } } }"}]}, "ignore_errors": true}
            200 {}

            GET /emulator/v1/projects/$P:securityRules
            Authorization: none
            200 {"rules": {"files": [{"content": "rules_version = '2';\nservice cloud.firestore { match
              /databases/{d}/documents { match /{p=**} { allow read; } } }"}]}}

            PATCH /c/a
            {}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a
            Authorization: none
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            POST :commit
            Authorization: none
            {"writes": [{"delete": "$/c/a"}]}
            403 PERMISSION_DENIED No matching allow statements
            """#)
    }

    @Test func `rules are asked before what is wrong with orders, after what they cannot look at`()
        async throws
    {
        func anyOfSix(_ field: String) -> String {
            let values = (0..<6).map { "{\"integerValue\": \"\($0)\"}" }.joined(separator: ", ")
            return """
                {"fieldFilter": {"field": {"fieldPath": "\(field)"}, "op": "IN", "value": {"arrayValue": {"values": [
                  \(values)]}}}}
                """
        }
        try await expect(
            #"""
            PUT /emulator/v1/projects/$P:securityRules
            {"rules": {"files": [{"content": "rules_version = '2';\nservice cloud.firestore { match
              /databases/{d}/documents { match /{p=**} { allow read: if false; } } }"}]}}
            200 {}

            POST :runQuery
            Authorization: none
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath":
              "a"}}, {"field": {"fieldPath": "a"}}]}}
            403 PERMISSION_DENIED \nfalse for 'list' @ L2

            POST :runQuery
            Authorization: none
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "AND",
              "filters": [\#(anyOfSix("a")), \#(anyOfSix("b"))]}}, "orderBy": [{"field": {"fieldPath":
              "a"}}, {"field": {"fieldPath": "a"}}]}}
            400 INVALID_ARGUMENT Too many disjunctions after normalization. Result had 36 disjunctions which
              is more than the maximum of 30

            POST :runAggregationQuery
            Authorization: none
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}, {"field": {"fieldPath": "a"}}]}, "aggregations":
              [{"count": {}}]}}
            403 PERMISSION_DENIED \nfalse for 'list' @ L2
            """#)
    }

    @Test func `invalid rules`() async throws {
        try await expect(
            #"""
            PUT /emulator/v1/projects/$P:securityRules
            {"rules": {"files": [{"content": ""}]}}
            400 INVALID_ARGUMENT Error compiling rules:\nL0:0 Rules content empty. Compilation aborted.

            PUT /emulator/v1/projects/$P:securityRules
            {"rules": {"files": [{"name": "x"}]}}
            400 INVALID_ARGUMENT Error compiling rules:\nL0:0 Rules content empty. Compilation aborted.

            PUT /emulator/v1/projects/$P:securityRules
            {"rules": {"files": [{"content": "", "colour": "red"}]}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            PUT /emulator/v1/projects/$P:securityRules
            {"rules": {"files": []}}
            400 INVALID_ARGUMENT rules.files holds no file: send {"rules":{"files":[...]}}.
            google empty-rules: 500 UNKNOWN

            PUT /emulator/v1/projects/$P:securityRules
            {}
            400 INVALID_ARGUMENT rules.files holds no file: send {"rules":{"files":[...]}}.
            google empty-rules: 500 UNKNOWN

            PUT /emulator/v1/projects/$P:securityRules
            {"rules": {"files": [{"content": "allow nothing"}]}}
            400 INVALID_ARGUMENT Error compiling rules:\nL1:1 Expected 'service' or 'function', found 'allow'.
            google syntax-errors: 400 INVALID_ARGUMENT Error compiling rules:\nL1:1 mismatched input
              'allow' expecting {'function', 'import', 'service', 'rules_version'}
            """#)
    }
}
