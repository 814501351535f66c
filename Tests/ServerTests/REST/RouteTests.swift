import Testing

@Suite("Routes")
struct RouteTests {
    @Test func `the root answers that the server is there`() async throws {
        try await expect(
            """
            GET root
            200 Ok
            """)
    }

    @Test func `paths that lead nowhere`() async throws {
        try await expect(
            """
            GET /v1
            404 Not Found

            GET /v1/projects/$P
            404 Not Found

            GET /v1/projects/$P/databases/(default)/documents
            404 Not Found

            GET /v1/projects/$P/collections/(default)/documents/c/a
            404 Not Found

            GET /v1beta2/$/c/a
            404 Not Found

            POST /c/a:nothing:commit/
            {}
            400 INVALID_ARGUMENT collectionId is the empty string.

            PUT /c/a
            {}
            404 Not Found

            POST :nothing
            {}
            404 Not Found

            POST :Commit
            {}
            404 Not Found

            GET :commit
            404 Not Found

            POST /v1/projects/$P/databases/(default):commit
            {}
            404 Not Found

            DELETE /emulator/v1/projects/$P/databases/(default)
            404 Not Found

            PATCH /emulator/v1/projects/$P:securityRules
            {}
            404 Not Found
            """)
    }

    @Test func `paths that lead to the same place`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"n": {"integerValue": "1"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            GET /v1beta1/$/c/a
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            GET /v1/projects/$P/databases/%28default%29/documents/c/%61
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            GET /c%2Fa
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            GET /c/a?prettyPrint=false&alt=json&unknown=1
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            POST %3Acommit
            {}
            200 {}
            """)
    }

    @Test func `invalid names`() async throws {
        try await expect(
            """
            GET /c/a//
            400 INVALID_ARGUMENT Document name "$/c/a//" lacks a collection id at index P+44.

            GET /c//a/b
            400 INVALID_ARGUMENT Document name "$/c//a/b" lacks a resource id at index P+42.

            GET /c/a/b/
            400 INVALID_ARGUMENT Document name "$/c/a/b/" has invalid trailing "/".

            PATCH /c
            {}
            400 INVALID_ARGUMENT Document name "$/c" lacks "/" at index P+41.

            PATCH /
            {}
            400 INVALID_ARGUMENT Document name "$/" is invalid: Omit trailing "/".

            PATCH /c/
            {}
            400 INVALID_ARGUMENT Document name "$/c/" has invalid trailing "/".

            DELETE /c
            400 INVALID_ARGUMENT Document name "$/c" lacks "/" at index P+41.

            POST /c/a
            {}
            400 INVALID_ARGUMENT Document parent name "$/c" lacks "/" at index P+41.

            POST /
            {}
            400 INVALID_ARGUMENT collectionId is the empty string.

            POST /?documentId=__x__
            {}
            400 INVALID_ARGUMENT Resource id "__x__" is invalid because it is reserved.

            POST /c?documentId=__x__
            Authorization: Bearer x
            {}
            400 INVALID_ARGUMENT Resource id "__x__" is invalid because it is reserved.

            POST /c/
            {}
            400 INVALID_ARGUMENT Document parent name "$/c" lacks "/" at index P+41.

            POST //c
            {}
            400 INVALID_ARGUMENT Document parent name "$/" is invalid: Omit trailing "/".

            POST /c:commit
            {}
            200 {"name": "$/c:commit/<id>", "createTime": "<T1>", "updateTime": "<T1>"}

            POST /c/a:batchGet
            {}
            400 INVALID_ARGUMENT Document parent name "$/c" lacks "/" at index P+41.

            POST /:runQuery
            {}
            400 INVALID_ARGUMENT Document parent name "$/" is invalid: Omit trailing "/".

            GET /v1/projects//databases/(default)/documents/c/a
            400 INVALID_ARGUMENT Document name "projects//databases/(default)/documents/c/a" lacks a project
              id at index 9.

            POST /v1/projects//databases/(default)/documents:commit
            {}
            400 INVALID_ARGUMENT Database name "projects//databases/(default)" lacks a project id at index
              9.

            GET /v1/projects/$P/databases/../documents/c/a
            400 INVALID_ARGUMENT Document name "projects/$P/databases/../documents/c/a" contains a database
              id ".." at index P+20.

            POST /v1/projects/$P/databases/./documents:beginTransaction
            {}
            400 INVALID_ARGUMENT Database name "projects/$P/databases/." contains a database id "." at index
              P+20.
            """)
    }

    @Test func `a malformed body is refused before an invalid name`() async throws {
        try await expect(
            """
            PATCH /c
            {"bogus": 1}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST /c/a
            []
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST /c:runQuery
            {"structuredQuery": 1}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }

    @Test func `bodies that are no message`() async throws {
        try await expect(
            """
            POST :commit
            {
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :commit
            null
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :commit
            "text"
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :commit
            {"writes": {}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :commit
            {"writes": [null]}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :commit
            {"bogus": null}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :batchGet
            {"documents": [1, {}]}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :beginTransaction
            {"options": 1}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :rollback
            {"transaction": "!"}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            PATCH /c/a
            {"fields": {"f": {"integerValue": {}}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }

    @Test func `a body may be missing, or spell names as protocol buffers do`() async throws {
        try await expect(
            """
            POST :commit
            200 {}

            PATCH /c/a
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            POST :runQuery
            {"structured_query": {"from": [{"collection_id": "none", "all_descendants": true}], "order_by":
              [{"field": {"field_path": "a"}, "direction": 2}]}}
            200 [{"readTime": "<now>", "done": true}]

            POST :commit
            {"writes": [{"update": {"name": "$/c/b", "fields": {"n": {"integer_value": 1}}}, "update_mask":
              {"field_paths": ["n"]}, "current_document": {"exists": "false"}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T2>"}
            """)
    }

    @Test func `JSON that is not accepted`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": []} // no more
            400 INVALID_ARGUMENT Payload isn't valid for request.
            google strict-json: 200 {}

            POST :commit
            {'writes': []}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            google strict-json: 200 {}
            """)
    }

    @Test func `the content type must be JSON, text or nothing`() async throws {
        try await expect(
            """
            POST :commit
            Content-Type: text/plain
            {}
            200 {}

            POST :commit
            Content-Type: application/json; charset=UTF-8
            {}
            200 {}

            POST :commit
            Content-Type: application/x-www-form-urlencoded
            {}
            404 Not Found

            POST /c?documentId=a
            Content-Type: application/octet-stream
            {}
            404 Not Found

            PATCH /c/a
            Content-Type: application/x-www-form-urlencoded
            {}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}
            """)
    }

    @Test func `a database in the body says nothing new`() async throws {
        try await expect(
            """
            POST :commit
            {"database": "projects/$P/databases/other"}
            200 {}
            google body-database: no answer
            """)
    }

    @Test func `an item of the URL is given once`() async throws {
        try await expect(
            """
            GET /c/a?mask.fieldPaths=n&mask.fieldPaths=n
            404 NOT_FOUND Document ($/c/a) not found.

            PATCH /c/a?currentDocument.exists=true&currentDocument.exists=false
            {}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST /c?documentId=a&documentId=b
            {}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            GET /c/a?mask=n
            404 NOT_FOUND Document ($/c/a) not found.
            """)
    }

    @Test(arguments: [
        (":listCollectionIds", "pageSize"), (":listCollectionIds", "pageToken"),
        (":commit", "transaction"), (":batchGet", "transaction"), (":runQuery", "transaction"),
        (":runAggregationQuery", "transaction"),
    ])
    func `neither is one that the body could hold`(method: String, item: String) async throws {
        try await expect(
            """
            POST \(method)?\(item)=1&\(item)=2
            {}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }

    @Test func `percent-encodings that are broken`() async throws {
        try await expect(
            """
            GET /c/%zz
            400 INVALID_ARGUMENT The URL has a broken percent-encoding: "/v1/$/c/%zz".
            google broken-urls: no answer

            GET /c/a?mask.fieldPaths=%
            400 INVALID_ARGUMENT The URL has a broken percent-encoding: "%".
            google broken-urls: no answer

            GET /c/%2525
            404 NOT_FOUND Document ($/c/%25) not found.
            google broken-urls: 404 NOT_FOUND Document ($/c/%) not found.

            POST /c?documentId=a%26b
            {}
            200 {"name": "$/c/a&b", "createTime": "<T1>", "updateTime": "<T1>"}
            google broken-urls: 200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/%20b
            404 NOT_FOUND Document ($/c/ b) not found.
            google broken-urls: 404 NOT_FOUND Document ($/c/b) not found.
            """)
    }

    @Test func `projects and databases of any name`() async throws {
        try await expect(
            """
            GET /v1/projects/Upper_Case/databases/(default)/documents/c/a
            404 NOT_FOUND Document (projects/Upper_Case/databases/(default)/documents/c/a) not found.
            google project-ids: 500 UNKNOWN

            GET /v1/projects/google.com:p/databases/(default)/documents/c/a
            404 NOT_FOUND Document (projects/google.com:p/databases/(default)/documents/c/a) not found.

            GET /v1/projects/$P/databases/other/documents/c/a
            404 NOT_FOUND Document (projects/$P/databases/other/documents/c/a) not found.
            """)
    }
}
