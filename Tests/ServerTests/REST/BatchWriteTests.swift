import Testing

@Suite("Batch writes")
struct BatchWriteTests {
    @Test func `each write has a commit and a status of its own`() async throws {
        try await expect(
            #"""
            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}, {"update":
              {"name": "$/c/b"}}, {"delete": "$/c/none"}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T2>"}, {}], "status": [{}, {},
              {}]}

            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/a"}, "currentDocument": {"exists": false}}, {"update":
              {"name": "$/c/none"}, "currentDocument": {"exists": true}}, {"update": {"name": "$/c/none2",
              "fields": {"n": {"integerValue": "2"}}}, "currentDocument": {"updateTime":
              "2020-01-01T00:00:00Z"}}, {"update": {"name": "$/c/d", "fields": {"n": {"integerValue":
              "3"}}}}]}
            200 {"writeResults": [{}, {}, {}, {"updateTime": "<T3>"}], "status": [{"code": 6, "message":
              "entity already exists: EntityRef{partitionRef=dev~$P, path=/c/a}"}, {"code": 5, "message":
              "no entity to update: app: \"dev~$P\"\npath <\n  Element {\n    type: \"c\"\n    name:
              \"none\"\n  }\n>\n"}, {"code": 9, "message": "the stored version (0) does not match the
              required base version (1577836800000000)"}, {}]}

            POST :batchWrite
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "n",
              "increment": {"integerValue": "2"}}, {"fieldPath": "t", "setToServerValue":
              "REQUEST_TIME"}]}}, {"verify": "$/c/b", "currentDocument": {"exists": true}}, {"verify":
              "$/c/none", "currentDocument": {"exists": true}}, {"delete": "$/c/gone", "currentDocument":
              {"exists": true}}]}
            200 {"writeResults": [{"updateTime": "<T4>", "transformResults": [{"integerValue": "3"},
              {"timestampValue": "<S1>"}]}, {"updateTime": "<T2>"}, {}, {}], "status": [{}, {}, {"code": 5,
              "message": "no entity to update: app: \"dev~$P\"\npath <\n  Element {\n    type:
              \"c\"\n    name: \"none\"\n  }\n>\n"}, {"code": 5, "message": "no entity to update: app:
              \"dev~$P\"\npath <\n  Element {\n    type: \"c\"\n    name: \"gone\"\n  }\n>\n"}]}

            POST :batchGet
            {"documents": ["$/c/a", "$/c/b", "$/c/d"]}
            200 [{"found": {"name": "$/c/a", "fields": {"n": {"integerValue": "3"}, "t": {"timestampValue":
              "<S1>"}}, "createTime": "<T1>", "updateTime": "<T4>"}, "readTime": "<now>"}, {"found":
              {"name": "$/c/b", "createTime": "<T2>", "updateTime": "<T2>"}, "readTime": "<now>"}, {"found":
              {"name": "$/c/d", "fields": {"n": {"integerValue": "3"}}, "createTime": "<T3>", "updateTime":
              "<T3>"}, "readTime": "<now>"}]

            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/b"}}, {"update": {"name": "$/c/e"}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}, {"updateTime": "<T5>"}], "status": [{}, {}]}
            """#)
    }

    @Test func `nothing to write, and labels`() async throws {
        try await expect(
            #"""
            POST :batchWrite
            {"writes": []}
            200 {}

            POST :batchWrite
            {}
            200 {}

            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/a"}}], "labels": {"a": "b", "n": 1}}
            200 {"writeResults": [{"updateTime": "<T1>"}], "status": [{}]}

            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/a"}}], "labels": {"a": {}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/a"}}], "labels": []}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :batchWrite
            {"writes": {}}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """#)
    }

    @Test func `a value that no document holds fails all`() async throws {
        try await expect(
            #"""
            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/a", "fields": {"": {"nullValue": null}}}}, {"update":
              {"name": "$/c/b"}}]}
            400 INVALID_ARGUMENT The property.name is the empty string.

            GET /c/b
            404 NOT_FOUND Document ($/c/b) not found.
            """#)
    }

    @Test func `a document can be written once only, as its name says`() async throws {
        try await expect(
            #"""
            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/b"}}, {"delete": "$/c/a"}]}
            400 INVALID_ARGUMENT the same document cannot be written more than once in a single request

            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/a"}}, {}, {"transform": {"document": "$/c/a",
              "fieldTransforms": []}}]}
            400 INVALID_ARGUMENT the same document cannot be written more than once in a single request

            POST :batchWrite
            {"writes": [{"update": {"name": "$/c"}}, {"update": {"name": "$/c"}}]}
            400 INVALID_ARGUMENT the same document cannot be written more than once in a single request

            POST :batchWrite
            {"writes": [{}, {}]}
            400 INVALID_ARGUMENT empty write operation

            POST :batchWrite
            {"writes": [{"update": {"name": "$/c/x"}}, {"update": {"name": "$/c"}}]}
            400 INVALID_ARGUMENT Document name "$/c" lacks "/" at index P+41.

            POST :batchWrite
            {"writes": [{"verify": "$/c/a"}]}
            400 INVALID_ARGUMENT a verify must contain a precondition

            GET /c
            200 {}
            """#)
    }

    @Test func `only administrators may, which is reported last`() async throws {
        try await expect(
            #"""
            POST :batchWrite
            Authorization: none
            {"writes": [{"update": {"name": "$/c/a"}}]}
            403 PERMISSION_DENIED Batch writes require admin authentication.

            POST :batchWrite
            Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1In0.
            {"writes": [{"update": {"name": "$/c/a"}}]}
            403 PERMISSION_DENIED Batch writes require admin authentication.

            POST :batchWrite
            Authorization: none
            {"writes": []}
            403 PERMISSION_DENIED Batch writes require admin authentication.

            POST :batchWrite
            Authorization: none
            {"writes": [{}]}
            400 INVALID_ARGUMENT empty write operation

            POST :batchWrite
            Authorization: none
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/a"}}]}
            400 INVALID_ARGUMENT the same document cannot be written more than once in a single request

            POST :batchWrite
            Authorization: none
            {"writes": [{"update": {"name": "$/c/e", "fields": {"": {"nullValue": null}}}}]}
            400 INVALID_ARGUMENT The property.name is the empty string.

            POST :batchWrite
            Authorization: Bearer x
            {"writes": [{}]}
            400 INVALID_ARGUMENT invalid jwt

            POST :batchWrite
            Authorization: Bearer x
            {"write": []}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """#)
    }

    @Test func `a document of another database fails alone`() async throws {
        try await expect(
            #"""
            POST :batchWrite
            {"writes": [{"update": {"name": "projects/$P/databases/other/documents/c/a"}}, {"update":
              {"name": "$/c/b"}}]}
            200 {"writeResults": [{}, {"updateTime": "<T1>"}], "status": [{"code": 3, "message": "The
              document name \"projects/$P/databases/other/documents/c/a\" is in another database than the
              request, \"projects/$P/databases/(default)\"."}, {}]}
            google foreign-documents: 200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T2>"}],
              "status": [{}, {}]}
            """#)
    }
}
