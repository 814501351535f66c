import Testing

@Suite("Cursors")
struct CursorTests {
    @Test func `a cursor begins or ends before or after its place`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}, {"update":
              {"name": "$/c/b", "fields": {"n": {"integerValue": "2"}}}},
              {"update": {"name": "$/c/c", "fields": {"n": {"integerValue": "2"}}}}, {"update": {"name":
              "$/c/d", "fields": {"n": {"integerValue": "3"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "n"}}], "startAt": {"values": [{"integerValue":
              "2"}], "before": true}}}
            200 [{"document": {"name": "$/c/b", "fields": {"n": {"integerValue": "2"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/c", "fields":
              {"n": {"integerValue": "2"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/d", "fields": {"n": {"integerValue": "3"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "n"}}], "startAt": {"values": [{"integerValue":
              "2"}]}}}
            200 [{"document": {"name": "$/c/d", "fields": {"n": {"integerValue": "3"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "n"}}], "endAt": {"values": [{"integerValue":
              "2"}], "before": true}}}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "n"}, "direction": "DESCENDING"}], "endAt":
              {"values": [{"integerValue": "2"}]}}}
            200 [{"document": {"name": "$/c/d", "fields": {"n": {"integerValue": "3"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/c", "fields":
              {"n": {"integerValue": "2"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/b", "fields": {"n": {"integerValue": "2"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "n"}}, {"field": {"fieldPath": "__name__"}}],
              "startAt": {"values": [{"integerValue": "2"}, {"referenceValue": "$/c/b"}]}, "endAt":
              {"values": [{"integerValue": "3"}], "before": true}}}
            200 [{"document": {"name": "$/c/c", "fields": {"n": {"integerValue": "2"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "__name__"}}],
              "startAt": {"values": [{"referenceValue": "$/b/zzz"}], "before": true}, "endAt": {"values":
              [{"referenceValue": "$/c/b/sub/x"}]}}}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/b", "fields":
              {"n": {"integerValue": "2"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>", "done": true}]
            """)
    }

    @Test func `a cursor of another kind of value goes by the order of all values`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}, {"update":
              {"name": "$/c/b", "fields": {"n": {"stringValue": "x"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "n"}}], "startAt": {"values": [{"timestampValue":
              "2020-01-01T00:00:00Z"}]}}}
            200 [{"document": {"name": "$/c/b", "fields": {"n": {"stringValue": "x"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "n"}}], "startAt": {"values": [{"nullValue":
              null}]}, "endAt": {"values": [{"doubleValue": 1}]}}}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "n"}}], "startAt": {"values": []}}}
            200 [{"readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "orderBy": [{"field": {"fieldPath": "n"}}], "startAt": {"before": true}}}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/b", "fields":
              {"n": {"stringValue": "x"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>",
              "done": true}]
            """)
    }

    @Test func `invalid cursors`() async throws {
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "startAt": {"values": [{"integerValue":
              "1"}]}}}
            400 INVALID_ARGUMENT Cursor has too many values.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath":
              "n"}}], "endAt": {"values": [{"integerValue": "1"}, {"referenceValue": "$/c/a"}]}}}
            400 INVALID_ARGUMENT Cursor has too many values.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath":
              "__name__"}}], "endAt": {"values": [{"stringValue": "a"}]}}}
            400 INVALID_ARGUMENT Cursor __key__ value is not a document reference.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath":
              "__name__"}}], "endAt": {"values": [{"referenceValue":
              "projects/$P/databases/other/documents/c/a"}]}}}
            400 INVALID_ARGUMENT The cursor key is in a different database than the query
            """)
    }
}
