import Testing

@Suite("Batch gets")
struct BatchGetTests {
    @Test func `documents come in the order asked, each once`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}, "m":
              {"nullValue": null}}}}, {"update": {"name": "$/c/b"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :batchGet
            {"documents": ["$/c/b", "$/c/none", "$/c/a", "$/c/b"]}
            200 [{"found": {"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"missing": "$/c/none", "readTime": "<now>"}, {"found": {"name": "$/c/a", "fields":
              {"n": {"integerValue": "1"}, "m": {"nullValue": null}}, "createTime": "<T1>", "updateTime":
              "<T1>"}, "readTime": "<now>"}]

            POST :batchGet
            {"documents": ["$/c/a"], "mask": {"fieldPaths": ["n"]}}
            200 [{"found": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}]

            POST :batchGet
            {"documents": ["$/c/a"], "mask": {}}
            200 [{"found": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}]

            POST :batchGet
            {}
            200 []

            POST :batchGet
            {"documents": ["$/c/a", "$/c"]}
            400 INVALID_ARGUMENT Document name "$/c" lacks "/" at index P+41.

            POST :batchGet
            {"documents": ["$/c/a"], "mask": {"fieldPaths": ["a b"]}}
            400 INVALID_ARGUMENT Invalid property path "a b". Unquoted property paths must match regex
              ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\]|(?:\\.))+`)

            POST :batchGet
            {"documents": "$/c/a"}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """#)
    }

    @Test func `a read at a time sees what was there`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}}}, {"update":
              {"name": "$/c/b"}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}, {"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"delete": "$/c/none"}]}
            200 {"writeResults": [{}], "commitTime": "<T3>"}

            POST :commit
            {"writes": [{"delete": "$/c/a"}]}
            200 {"writeResults": [{}], "commitTime": "<T4>"}

            POST :batchGet
            {"documents": ["$/c/a", "$/c/b"], "readTime": "<T1>"}
            200 [{"found": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<T1>"}, {"missing": "$/c/b", "readTime": "<T1>"}]

            POST :batchGet
            {"documents": ["$/c/a"], "readTime": "<T2>"}
            200 [{"found": {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}, "createTime": "<T1>",
              "updateTime": "<T2>"}, "readTime": "<T2>"}]

            POST :batchGet
            {"documents": ["$/c/a"], "readTime": "<T3>"}
            200 [{"found": {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}, "createTime": "<T1>",
              "updateTime": "<T2>"}, "readTime": "<T3>"}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}]}, "readTime": "<T1>"}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<T1>", "done": true}]

            GET /c/a?readTime=<T1>
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}
            google get-consistency: 400 INVALID_ARGUMENT Only timestamps past epoch are supported.

            GET /c?readTime=<T2>
            200 {"documents": [{"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}, "createTime":
              "<T1>", "updateTime": "<T2>"}, {"name": "$/c/b", "createTime": "<T2>", "updateTime": "<T2>"}]}
            google get-consistency: 400 INVALID_ARGUMENT Only timestamps past epoch are supported.
            """)
    }

    @Test func `times that cannot be read`() async throws {
        try await expect(
            """
            POST :batchGet
            {"documents": [], "readTime": "2100-01-01T00:00:00Z"}
            400 INVALID_ARGUMENT The requested 'read_time' cannot be in the future.

            POST :batchGet
            {"documents": [], "readTime": "2001-01-01T00:00:00Z"}
            400 FAILED_PRECONDITION The requested 'read_time' is too old.

            POST :batchGet
            {"documents": [], "readTime": "1970-01-01T00:00:00Z"}
            400 INVALID_ARGUMENT Only timestamps past epoch are supported.

            POST :batchGet
            {"documents": [], "readTime": "2020-01-01T00:00:00.1234567Z"}
            400 INVALID_ARGUMENT timestamp cannot have more than microseconds precision

            POST :batchGet
            {"documents": [], "readTime": "now"}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :batchGet
            {"documents": [], "readTime": "2020-01-01T00:00:00Z", "newTransaction": {}}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }
}
