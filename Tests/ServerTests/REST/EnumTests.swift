import Testing

@Suite("Enums as numbers")
struct EnumTests {
    @Test func `a number stands for a name, whatever else the URL says`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}, {"update":
              {"name": "$/c/b", "fields": {"n": {"integerValue": "2"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery?%24alt=json%3Benum-encoding%3Dint&nothing=1&nothing=2
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": 1,
              "filters": [{"fieldFilter": {"field": {"fieldPath": "n"}, "op": 3, "value": {"integerValue":
              "0"}}}, {"unaryFilter": {"field": {"fieldPath": "n"}, "op": 5}}]}}, "orderBy": [{"field":
              {"fieldPath": "n"}, "direction": 2}]}}
            200 [{"document": {"name": "$/c/b", "fields": {"n": {"integerValue": "2"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/a", "fields":
              {"n": {"integerValue": "1"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "n"}, "op": "5", "value": {"integerValue": "1"}}}, "orderBy": [{"field":
              {"fieldPath": "n"}, "direction": 1.0}]}}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :commit
            {"writes": [{"transform": {"document": "$/c/t", "fieldTransforms": [{"fieldPath": "t",
              "setToServerValue": 1}]}}]}
            200 {"writeResults": [{"updateTime": "<T2>", "transformResults": [{"timestampValue": "<S1>"}]}],
              "commitTime": "<T2>"}

            PATCH /c/n?%24alt=json;enum-encoding=int
            {"fields": {"a": {"nullValue": 0}, "b": {"nullValue": "NULL_VALUE"}, "c": {"nullValue": 7}}}
            200 {"name": "$/c/n", "fields": {"a": {"nullValue": null}, "b": {"nullValue": null}, "c":
              {"nullValue": null}}, "createTime": "<T3>", "updateTime": "<T3>"}

            GET /v1/projects/$P/databases/%28default%29/documents/c/a?%24alt=json;enum-encoding=int
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}
            """#)
    }

    @Test func `numbers that no name has`() async throws {
        try await expect(
            #"""
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "n"},
              "direction": 99}]}}
            400 INVALID_ARGUMENT Unrecognized ordering.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "n"},
              "direction": 0}]}}
            200 [{"readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "n"},
              "direction": 1.5}]}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "n"}, "op": 99, "value": {"integerValue": "1"}}}}}
            400 INVALID_ARGUMENT Unknown FieldFilter operator.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"unaryFilter": {"field":
              {"fieldPath": "n"}, "op": 1}}}}
            400 INVALID_ARGUMENT Unknown UnaryFilter operator.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": -1}}}}
            400 INVALID_ARGUMENT Unsupported CompositeFilter operator.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op":
              2147483648}}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :commit
            {"writes": [{"transform": {"document": "$/c/t", "fieldTransforms": [{"fieldPath": "t",
              "setToServerValue": 5}]}}]}
            400 INVALID_ARGUMENT ServerValue type must be specified for set_to_server_value transformation.
            """#)
    }
}
