import Testing

@Suite("Preconditions")
struct PreconditionTests {
    @Test func `a document that must exist`() async throws {
        try await expect(
            #"""
            PATCH /c/a?currentDocument.exists=true
            {}
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "a"\n  }\n>\n

            DELETE /c/a?currentDocument.exists=true
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "a"\n  }\n>\n

            PATCH /c/a
            {}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a?currentDocument.exists=true
            {"fields": {"n": {"integerValue": "1"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T2>"}

            DELETE /c/a?currentDocument.exists=true
            200 {}

            DELETE /c/a?currentDocument.exists=true
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "a"\n  }\n>\n
            """#)
    }

    @Test func `a document that must not exist`() async throws {
        try await expect(
            """
            PATCH /c/a?currentDocument.exists=false
            {}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a?currentDocument.exists=false
            {}
            409 ALREADY_EXISTS entity already exists: EntityRef{partitionRef=dev~$P, path=/c/a}

            PATCH /c/a?currentDocument.exists=foo
            {}
            409 ALREADY_EXISTS entity already exists: EntityRef{partitionRef=dev~$P, path=/c/a}

            DELETE /c/a?currentDocument.exists=false
            409 ALREADY_EXISTS entity already exists: EntityRef{partitionRef=dev~$P, path=/c/a}

            DELETE /c/none?currentDocument.exists=false
            200 {}
            """)
    }

    @Test func `a document that must have a version`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"n": {"integerValue": "1"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}},
              "currentDocument": {"updateTime": "<T1>"}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"updateTime": "<T1>"}}]}
            400 FAILED_PRECONDITION the stored version (<us>) does not match the required base version
              (<us>)

            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"updateTime": "<T2>"}}]}
            200 {"writeResults": [{}], "commitTime": "<T3>"}
            """)
    }

    @Test func `a version of a document that is not there`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"delete": "$/c/none", "currentDocument": {"updateTime": "2020-01-01T00:00:00Z"}}]}
            400 FAILED_PRECONDITION the stored version (0) does not match the required base version (<us>)

            POST :commit
            {"writes": [{"update": {"name": "$/c/none"}, "currentDocument": {"updateTime":
              "1970-01-01T00:00:00Z"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"delete": "$/c/none"}]}
            200 {"writeResults": [{}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/none"}, "currentDocument": {"updateTime": "<T1>"}}]}
            400 FAILED_PRECONDITION the stored version (<us>) does not match the required base version
              (<us>)

            POST :commit
            {"writes": [{"update": {"name": "$/c/none"}, "currentDocument": {"updateTime": "<T2>"}}]}
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "none"\n  }\n>\n

            POST :commit
            {"writes": [{"delete": "$/c/none", "currentDocument": {"updateTime": "<T2>"}}]}
            200 {"writeResults": [{}], "commitTime": "<T3>"}

            POST :commit
            {"writes": [{"verify": "$/c/none", "currentDocument": {"exists": false}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T4>"}
            """#)
    }

    @Test func `a version in the URL`() async throws {
        try await expect(
            """
            PATCH /c/a
            {}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a?currentDocument.updateTime=<T1>
            {"fields": {"n": {"integerValue": "1"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T2>"}
            google url-update-time: 400 FAILED_PRECONDITION the stored version (<us>) does not match the
              required base version (0)

            PATCH /c/a?currentDocument.updateTime=2020-01-01T00:00:00Z
            {"fields": {"n": {"integerValue": "2"}}}
            400 FAILED_PRECONDITION the stored version (<us>) does not match the required base version
              (<us>)
            google url-update-time: 400 FAILED_PRECONDITION the stored version (<us>) does not match the
              required base version (0)
            """)
    }

    @Test func `verifying changes nothing`() async throws {
        try await expect(
            #"""
            PATCH /c/a
            {}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            POST :commit
            {"writes": [{"verify": "$/c/a", "currentDocument": {"exists": true}}, {"update": {"name":
              "$/c/b"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"verify": "$/c/a", "currentDocument": {"updateTime": "<T1>"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T3>"}

            POST :commit
            {"writes": [{"verify": "$/c/a", "currentDocument": {"exists": false}}]}
            409 ALREADY_EXISTS entity already exists: EntityRef{partitionRef=dev~$P, path=/c/a}

            POST :commit
            {"writes": [{"verify": "$/c/none", "currentDocument": {"exists": true}}]}
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "none"\n  }\n>\n

            POST :commit
            {"writes": [{"verify": "$/c/a"}]}
            400 INVALID_ARGUMENT a verify must contain a precondition

            POST :commit
            {"writes": [{"verify": "$/c/a", "currentDocument": {}}]}
            400 INVALID_ARGUMENT a verify must contain a precondition

            GET /c/a
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}
            """#)
    }

    @Test func `times that no document can have`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"updateTime":
              "2020-01-01T00:00:00.1234567Z"}}]}
            400 INVALID_ARGUMENT timestamp cannot have more than microseconds precision

            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"updateTime": "1969-01-01T00:00:00Z"}}]}
            400 INVALID_ARGUMENT Only timestamps past epoch are supported.

            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"updateTime": "yesterday"}}]}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"exists": true, "updateTime":
              "2020-01-01T00:00:00Z"}}]}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }

    @Test func `what is missing is named in the words of the server`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"delete": "$/c/é/\"q\"/__id7__", "currentDocument": {"exists": true}}]}
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "\351"\n  }\n  Element {\n    type: "\"q\""\n    id: 7\n  }\n>\n

            POST :commit
            {"writes": [{"update": {"name": "$/c/😀\n\t\\\u0007"}, "currentDocument": {"exists": true}}]}
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "\ud83d\ude00\n\t\\\007"\n  }\n>\n

            POST :commit
            {"writes": [{"update": {"name": "$/c/é/d/__id-7__"}}, {"update": {"name": "$/c/b"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/é/d/__id-7__"}, "currentDocument": {"exists": false}}]}
            409 ALREADY_EXISTS entity already exists: EntityRef{partitionRef=dev~$P, path=/c/é/d/-7L}
            """#)
    }
}
