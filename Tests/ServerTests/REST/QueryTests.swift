import Testing

@Suite("Queries")
struct QueryTests {
    @Test func `every result comes with the read time, the last one says so`() async throws {
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}]}}
            200 [{"readTime": "<now>", "done": true}]

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}, {"update":
              {"name": "$/c/b"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}]}}
            200 [{"document": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/b",
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]
            """)
    }

    @Test func `filters find what they name`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}, "l":
              {"arrayValue": {"values": [{"integerValue": "1"}]}}}}},
              {"update": {"name": "$/c/b", "fields": {"n": {"doubleValue": 1}}}}, {"update": {"name":
              "$/c/c", "fields": {"n": {"nullValue": null}}}},
              {"update": {"name": "$/c/d", "fields": {"n": {"doubleValue": "NaN"}}}}, {"update": {"name":
              "$/c/e", "fields": {"n": {"stringValue": "x"}}}},
              {"update": {"name": "$/c/f"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "__name__"}]},
              "where": {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "EQUAL", "value":
              {"integerValue": "1"}}}}}
            200 [{"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "n"}]},
              "where": {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "NOT_EQUAL", "value":
              {"integerValue": "1"}}}}}
            200 [{"document": {"name": "$/c/d", "fields": {"n": {"doubleValue": "NaN"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/e", "fields":
              {"n": {"stringValue": "x"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>",
              "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": []},
              "where": {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "LESS_THAN", "value":
              {"integerValue": "2"}}}}}
            200 [{"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {},
              "where": {"unaryFilter": {"field": {"fieldPath": "n"}, "op": "IS_NOT_NAN"}}}}
            200 [{"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>"}, {"document": {"name": "$/c/e", "createTime": "<T1>", "updateTime":
              "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "l"}]},
              "where": {"fieldFilter": {"field": {"fieldPath": "l"}, "op": "ARRAY_CONTAINS", "value":
              {"doubleValue": 1}}}}}
            200 [{"document": {"name": "$/c/a", "fields": {"l": {"arrayValue": {"values": [{"integerValue":
              "1"}]}}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "x"}]},
              "where": {"fieldFilter": {"field": {"fieldPath": "__name__"}, "op": "IN", "value":
              {"arrayValue": {"values":
              [{"referenceValue": "$/c/e"}, {"referenceValue": "$/c/a"}, {"referenceValue":
              "$/other/a"}]}}}}}}
            200 [{"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/e", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "x"}]},
              "where": {"compositeFilter": {"op": "OR", "filters": [{"unaryFilter": {"field": {"fieldPath":
              "n"}, "op": "IS_NULL"}},
              {"compositeFilter": {"op": "AND", "filters": [{"fieldFilter": {"field": {"fieldPath": "n"},
              "op": "EQUAL", "value": {"integerValue": "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "l"}, "op": "ARRAY_CONTAINS_ANY", "value":
              {"arrayValue": {"values": [{"integerValue": "1"}]}}}}]}}]}}}}
            200 [{"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/c", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "x"}]}, "limit": 2,
              "where": {"compositeFilter": {"op": "OR", "filters": [{"unaryFilter": {"field": {"fieldPath":
              "n"}, "op": "IS_NULL"}},
              {"compositeFilter": {"op": "AND"}}]}}}}
            200 [{"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>", "done": true}]
            """)
    }

    @Test func `null and NaN equal nothing, and no range holds them`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"nullValue": null}}}}, {"update":
              {"name": "$/c/b", "fields": {"n": {"doubleValue": "NaN"}}}},
              {"update": {"name": "$/c/c", "fields": {"n": {"integerValue": "1"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}],
              "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "n"}, "op": "EQUAL", "value": {"nullValue": null}}}}}
            200 [{"readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "n"}, "op": "EQUAL", "value": {"doubleValue": "NaN"}}}}}
            200 [{"readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "n"}, "op": "LESS_THAN", "value": {"doubleValue": "Infinity"}}},
              "select": {"fields": [{"fieldPath": "n"}]}}}
            200 [{"document": {"name": "$/c/c", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "n"}, "op": "NOT_IN", "value": {"arrayValue": {"values": [{"nullValue":
              null}]}}}}}}
            200 [{"readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "n"}, "op": "LESS_THAN_OR_EQUAL", "value": {"nullValue": null}}},
              "orderBy": [{"field": {"fieldPath": "__name__"}}]}}
            200 [{"readTime": "<now>", "done": true}]
            """)
    }

    @Test func `values of all kinds have one order`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/01", "fields": {"v": {"nullValue": null}}}}, {"update":
              {"name": "$/c/02", "fields": {"v": {"booleanValue": false}}}},
              {"update": {"name": "$/c/03", "fields": {"v": {"booleanValue": true}}}}, {"update": {"name":
              "$/c/04", "fields": {"v": {"doubleValue": "NaN"}}}},
              {"update": {"name": "$/c/05", "fields": {"v": {"doubleValue": "-Infinity"}}}}, {"update":
              {"name": "$/c/06", "fields": {"v": {"integerValue": "1"}}}},
              {"update": {"name": "$/c/07", "fields": {"v": {"doubleValue": 9007199254740992}}}}, {"update":
              {"name": "$/c/08", "fields": {"v": {"integerValue": "9007199254740993"}}}},
              {"update": {"name": "$/c/09", "fields": {"v": {"timestampValue": "2020-01-01T00:00:00Z"}}}},
              {"update": {"name": "$/c/10", "fields": {"v": {"stringValue": ""}}}},
              {"update": {"name": "$/c/11", "fields": {"v": {"stringValue": "￮"}}}}, {"update": {"name":
              "$/c/12", "fields": {"v": {"stringValue": "😀"}}}},
              {"update": {"name": "$/c/13", "fields": {"v": {"bytesValue": "AA=="}}}}, {"update": {"name":
              "$/c/14", "fields": {"v": {"referenceValue": "$/c/__id7__"}}}},
              {"update": {"name": "$/c/15", "fields": {"v": {"referenceValue": "$/c/a"}}}}, {"update":
              {"name": "$/c/16", "fields": {"v": {"geoPointValue": {"latitude": -1}}}}},
              {"update": {"name": "$/c/17", "fields": {"v": {"arrayValue": {}}}}}, {"update": {"name":
              "$/c/18", "fields": {"v": {"arrayValue": {"values": [{"nullValue": null}]}}}}},
              {"update": {"name": "$/c/19", "fields": {"v": {"mapValue": {"fields": {"__type__":
              {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue":
              1}]}}}}}}}},
              {"update": {"name": "$/c/20", "fields": {"v": {"mapValue": {}}}}}, {"update": {"name":
              "$/c/21", "fields": {"v": {"mapValue": {"fields": {"a": {"integerValue": "1"}}}}}}},
              {"update": {"name": "$/c/22"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "x"}]}, "orderBy": [{"field": {"fieldPath": "v"}}]}}
            200 [{"document": {"name": "$/c/01", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/02", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>"}, {"document": {"name": "$/c/03", "createTime": "<T1>", "updateTime":
              "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/04", "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/05", "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/06",
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name":
              "$/c/07", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document":
              {"name": "$/c/08", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/c/09", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/10", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>"}, {"document": {"name": "$/c/11", "createTime": "<T1>", "updateTime":
              "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/12", "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/13", "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/14",
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name":
              "$/c/15", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document":
              {"name": "$/c/16", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/c/17", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/18", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>"}, {"document": {"name": "$/c/19", "createTime": "<T1>", "updateTime":
              "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/20", "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/21", "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "x"}]}, "limit": 3,
              "orderBy": [{"field": {"fieldPath": "v"}, "direction": "DESCENDING"}]}}
            200 [{"document": {"name": "$/c/21", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/20", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>"}, {"document": {"name": "$/c/19", "createTime": "<T1>", "updateTime":
              "<T1>"}, "readTime": "<now>", "done": true}]
            """)
    }

    @Test func `offset and limit cut what is found`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/b"}}, {"update": {"name":
              "$/c/c"}}, {"update": {"name": "$/c/d"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "offset": 1}}
            200 [{"document": {"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>", "skippedResults": 1}, {"document": {"name": "$/c/c", "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "skippedResults": 1}, {"document": {"name":
              "$/c/d", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "offset": 1, "limit": 2}}
            200 [{"document": {"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>", "skippedResults": 1}, {"document": {"name": "$/c/c", "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "offset": 3}}
            200 [{"document": {"name": "$/c/d", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "offset": 9}}
            200 [{"readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "limit": 0}}
            200 [{"readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "limit": "1"}}
            200 [{"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "limit": {"value": 1}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }

    @Test func `the names alone can be read backwards`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/b"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath":
              "__name__"}, "direction": "DESCENDING"}]}}
            200 [{"document": {"name": "$/c/b", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>", "done": true}]
            google descending-names: 400 FAILED_PRECONDITION Firestore does not support descending key scans
            """)
    }

    @Test func `groups reach every collection with an id, and no selector every collection of a parent`()
        async throws
    {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/a/g/1", "fields": {"n":
              {"integerValue": "1"}}}}, {"update": {"name": "$/c/none/g/2"}}, {"update": {"name": "$/g/3"}},
              {"update": {"name": "$/c/a/other/4"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "g", "allDescendants": true}]}}
            200 [{"document": {"name": "$/c/a/g/1", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/none/g/2",
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name":
              "$/g/3", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST /c/a:runQuery
            {"structuredQuery": {"from": [{"collectionId": "g"}]}}
            200 [{"document": {"name": "$/c/a/g/1", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST /c/a:runQuery
            {"structuredQuery": {"from": [{"collectionId": "g", "allDescendants": true}]}}
            200 [{"document": {"name": "$/c/a/g/1", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST /c/a:runQuery
            {"structuredQuery": {"from": [{"collectionId": "g", "allDescendants": true}], "orderBy":
              [{"field": {"fieldPath": "n"}}]}}
            400 INVALID_ARGUMENT collection group queries are only allowed at the root parent

            POST /c/a:runQuery
            {"structuredQuery": {}}
            200 [{"document": {"name": "$/c/a/g/1", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/c/a/other/4",
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"allDescendants": true}]}}
            200 [{"document": {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/c/a/g/1", "fields": {"n": {"integerValue": "1"}},
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name":
              "$/c/a/other/4", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/c/none/g/2", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/g/3", "createTime": "<T1>", "updateTime": "<T1>"},
              "readTime": "<now>", "done": true}]

            POST /c/a:runQuery
            {"structuredQuery": {"from": [{"allDescendants": true}], "where": {"unaryFilter": {"field":
              {"fieldPath": "n"}, "op": "IS_NULL"}}}}
            400 INVALID_ARGUMENT collection group queries are only allowed at the root parent

            POST :runQuery
            {"structuredQuery": {"from": [], "where": {"fieldFilter": {"field": {"fieldPath": "m.`x y`"},
              "op": "ARRAY_CONTAINS", "value": {"nullValue": null}}}}}
            400 INVALID_ARGUMENT kind is required for filter: m.x y[*]

            POST :runQuery
            {"structuredQuery": {"orderBy": [{"field": {"fieldPath": "n"}}]}}
            400 INVALID_ARGUMENT kind is required for all orders except __key__ ascending
            """)
    }

    @Test(arguments: [
        (
            #""orderBy": [{"field": {"fieldPath": "a"}}, {"field": {"fieldPath": "a"}}]"#,
            "order by clause cannot contain duplicate fields a"
        ),
        (
            #""orderBy": [{"field": {"fieldPath": "__name__"}}, {"field": {"fieldPath": "a"}}]"#,
            "order by clause cannot contain more fields after the key"
        ),
        (
            """
            "where": {"compositeFilter": {"op": "AND", "filters": [\(anyOfSix("a")), \(anyOfSix("b"))]}}
            """,
            "Too many disjunctions after normalization. Result had 36 disjunctions which is more than the maximum of 30"
        ),
    ])
    func `that a time cannot be read comes before what is wrong with orders and alternatives`(
        part: String, message: String
    ) async throws {
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], \(part)}}
            400 INVALID_ARGUMENT \(message)

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], \(part)}, "readTime": "2999-01-01T00:00:00Z"}
            400 INVALID_ARGUMENT The requested 'read_time' cannot be in the future.
            """)
    }

    private static func anyOfSix(_ field: String) -> String {
        let values = (0..<6).map { "{\"integerValue\": \"\($0)\"}" }.joined(separator: ", ")
        return """
            {"fieldFilter": {"field": {"fieldPath": "\(field)"}, "op": "IN", "value": {"arrayValue": {"values": [\(values)]}}}}
            """
    }

    @Test func `invalid queries`() async throws {
        try await expect(
            #"""
            POST :runQuery
            {}
            400 INVALID_ARGUMENT only structured queries are supported

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "a"}, {"collectionId": "b"}]}}
            400 INVALID_ARGUMENT StructuredQuery.from cannot have more than one collection selector.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "__x__"}]}}
            400 INVALID_ARGUMENT Collection id "__x__" is invalid because it is reserved.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "limit": -1}}
            400 INVALID_ARGUMENT limit is negative

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "offset": -1, "limit": -1}}
            400 INVALID_ARGUMENT offset is negative

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "a"}},
              {"field": {"fieldPath": "a"}}]}}
            400 INVALID_ARGUMENT order by clause cannot contain duplicate fields a

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath":
              "__name__"}}, {"field": {"fieldPath": "a"}}]}}
            400 INVALID_ARGUMENT order by clause cannot contain more fields after the key

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath":
              "__name__"}}],
              "where": {"unaryFilter": {"field": {"fieldPath": "a"}, "op": "IS_NOT_NULL"}}}}
            400 INVALID_ARGUMENT order by clause cannot contain more fields after the key

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "select": {"fields": [{"fieldPath":
              "a..b"}]}}}
            400 INVALID_ARGUMENT Invalid property path "a..b". Unquoted property paths must match regex
              ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\]|(?:\\.))+`)

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath":
              "a.__name__"}}]}}
            400 INVALID_ARGUMENT the name __key__ is reserved

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"direction": "ASCENDING"}]}}
            400 INVALID_ARGUMENT Invalid empty property path string.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "a"},
              "direction": "UP"}]}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST /c:runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}]}}
            400 INVALID_ARGUMENT Document parent name "$/c" lacks "/" at index P+41.
            """#)
    }
}
