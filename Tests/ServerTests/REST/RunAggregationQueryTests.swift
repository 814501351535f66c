import Testing

@Suite("Aggregations")
struct RunAggregationQueryTests {
    @Test func `counts, sums and averages, by their names`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/g/a", "fields": {"n": {"integerValue": "3"}, "m":
              {"integerValue": "1"}, "w": {"integerValue": "1"}}}}, {"update": {"name": "$/g/b", "fields":
              {"n": {"integerValue": "1"}, "m": {"integerValue": "2"}, "w": {"integerValue": "10"}}}},
              {"update": {"name": "$/g/c", "fields": {"n": {"doubleValue": 2.5}, "m": {"integerValue": "0"},
              "w": {"integerValue": "100"}}}}, {"update": {"name": "$/g/d", "fields": {"n": {"stringValue":
              "x"}, "w": {"integerValue": "1000"}}}}, {"update": {"name": "$/g/e", "fields": {"n":
              {"nullValue": null}, "m": {"integerValue": "7"}, "w": {"integerValue": "10000"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"alias": "n", "count": {}}, {"count": {}}, {"alias": "s", "sum": {"field":
              {"fieldPath": "n"}}}, {"avg": {"field": {"fieldPath": "n"}}}]}}
            200 [{"result": {"aggregateFields": {"n": {"integerValue": "5"}, "field_1": {"integerValue":
              "5"}, "s": {"doubleValue": 6.5}, "field_2": {"doubleValue": 2.1666666666666665}}}, "readTime":
              "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"alias": "a b.é\"", "count": {}}, {"alias": "", "count": {}}, {"alias":
              "`q`", "sum": {"field": {"fieldPath": "zz"}}}, {"avg": {"field": {"fieldPath": "zz"}}}]}}
            200 [{"result": {"aggregateFields": {"a b.é\"": {"integerValue": "0"}, "field_1":
              {"integerValue": "0"}, "`q`": {"integerValue": "0"}, "field_2": {"nullValue": null}}},
              "readTime": "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "none"}]},
              "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "0"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "none"}]},
              "aggregations": [{"count": {}}, {"sum": {"field": {"fieldPath": "n"}}}, {"avg": {"field":
              {"fieldPath": "n"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "0"}, "field_2":
              {"integerValue": "0"}, "field_3": {"nullValue": null}}}, "readTime": "<now>", "done": true}]

            POST /g/a:runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "0"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {}, "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g",
              "allDescendants": true}]}, "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            Authorization: none
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}, "explainOptions": {"analyze": true}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]
            """#)
    }

    @Test func `a count goes up to its limit`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/g/a", "fields": {"n": {"integerValue": "3"}, "m":
              {"integerValue": "1"}, "w": {"integerValue": "1"}}}}, {"update": {"name": "$/g/b", "fields":
              {"n": {"integerValue": "1"}, "m": {"integerValue": "2"}, "w": {"integerValue": "10"}}}},
              {"update": {"name": "$/g/c", "fields": {"n": {"doubleValue": 2.5}, "m": {"integerValue": "0"},
              "w": {"integerValue": "100"}}}}, {"update": {"name": "$/g/d", "fields": {"n": {"stringValue":
              "x"}, "w": {"integerValue": "1000"}}}}, {"update": {"name": "$/g/e", "fields": {"n":
              {"nullValue": null}, "m": {"integerValue": "7"}, "w": {"integerValue": "10000"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {"upTo": 0}}, {"count": {"upTo": "2"}}, {"count": {"upTo":
              "9223372036854775807"}}, {"sum": {"field": {"fieldPath": "w"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "0"}, "field_2":
              {"integerValue": "2"}, "field_3": {"integerValue": "5"}, "field_4": {"integerValue":
              "11111"}}}, "readTime": "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {"upTo": -1}}]}}
            400 INVALID_ARGUMENT The `up_to` value in a COUNT aggregation must be greater than or equal to
              zero.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {"upTo": 1.5}}]}}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """#)
    }

    @Test func `all are made of the documents that have all of the fields`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/g/a", "fields": {"n": {"integerValue": "3"}, "m":
              {"integerValue": "1"}, "w": {"integerValue": "1"}}}}, {"update": {"name": "$/g/b", "fields":
              {"n": {"integerValue": "1"}, "m": {"integerValue": "2"}, "w": {"integerValue": "10"}}}},
              {"update": {"name": "$/g/c", "fields": {"n": {"doubleValue": 2.5}, "m": {"integerValue": "0"},
              "w": {"integerValue": "100"}}}}, {"update": {"name": "$/g/d", "fields": {"n": {"stringValue":
              "x"}, "w": {"integerValue": "1000"}}}}, {"update": {"name": "$/g/e", "fields": {"n":
              {"nullValue": null}, "m": {"integerValue": "7"}, "w": {"integerValue": "10000"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}, {"sum": {"field": {"fieldPath": "n"}}}, {"avg": {"field":
              {"fieldPath": "m"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "4"}, "field_2":
              {"doubleValue": 6.5}, "field_3": {"doubleValue": 2.5}}}, "readTime": "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "orderBy":
              [{"field": {"fieldPath": "m"}}]}, "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "4"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "where":
              {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "GREATER_THAN", "value": {"integerValue":
              "1"}}}}, "aggregations": [{"count": {}}, {"sum": {"field": {"fieldPath": "w"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "2"}, "field_2":
              {"integerValue": "101"}}}, "readTime": "<now>", "done": true}]
            """#)
    }

    @Test func `fields to add up are orders too, behind the others`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/g/a", "fields": {"n": {"integerValue": "3"}, "m":
              {"integerValue": "1"}, "w": {"integerValue": "1"}}}}, {"update": {"name": "$/g/b", "fields":
              {"n": {"integerValue": "1"}, "m": {"integerValue": "2"}, "w": {"integerValue": "10"}}}},
              {"update": {"name": "$/g/c", "fields": {"n": {"doubleValue": 2.5}, "m": {"integerValue": "0"},
              "w": {"integerValue": "100"}}}}, {"update": {"name": "$/g/d", "fields": {"n": {"stringValue":
              "x"}, "w": {"integerValue": "1000"}}}}, {"update": {"name": "$/g/e", "fields": {"n":
              {"nullValue": null}, "m": {"integerValue": "7"}, "w": {"integerValue": "10000"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "limit":
              2}, "aggregations": [{"sum": {"field": {"fieldPath": "w"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "11"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "limit":
              2}, "aggregations": [{"sum": {"field": {"fieldPath": "w"}}}, {"sum": {"field": {"fieldPath":
              "m"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "101"}, "field_2":
              {"integerValue": "1"}}}, "readTime": "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "limit":
              2}, "aggregations": [{"sum": {"field": {"fieldPath": "m"}}}, {"sum": {"field": {"fieldPath":
              "w"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "1"}, "field_2":
              {"integerValue": "101"}}}, "readTime": "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "limit": 2,
              "offset": 1}, "aggregations": [{"sum": {"field": {"fieldPath": "w"}}}, {"sum": {"field":
              {"fieldPath": "m"}}}, {"sum": {"field": {"fieldPath": "n"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "11"}, "field_2":
              {"integerValue": "3"}, "field_3": {"integerValue": "4"}}}, "readTime": "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "limit": 2,
              "orderBy": [{"field": {"fieldPath": "m"}, "direction": "DESCENDING"}]}, "aggregations":
              [{"sum": {"field": {"fieldPath": "w"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "10010"}}}, "readTime":
              "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "limit": 1,
              "where": {"fieldFilter": {"field": {"fieldPath": "m"}, "op": "GREATER_THAN", "value":
              {"integerValue": "0"}}}}, "aggregations": [{"sum": {"field": {"fieldPath": "w"}}}, {"sum":
              {"field": {"fieldPath": "n"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "1"}, "field_2":
              {"integerValue": "3"}}}, "readTime": "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "orderBy":
              [{"field": {"fieldPath": "m"}}], "startAt": {"values": [{"integerValue": "1"}], "before":
              true}}, "aggregations": [{"sum": {"field": {"fieldPath": "w"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "10011"}}}, "readTime":
              "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "startAt":
              {"values": [{"integerValue": "1"}]}}, "aggregations": [{"sum": {"field": {"fieldPath":
              "w"}}}]}}
            400 INVALID_ARGUMENT Cursor has too many values.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "limit":
              0}, "aggregations": [{"count": {}}, {"sum": {"field": {"fieldPath": "w"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "0"}, "field_2":
              {"integerValue": "0"}}}, "readTime": "<now>", "done": true}]
            """#)
    }

    @Test func `integers are added exactly, and with doubles as doubles`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/g/a", "fields": {"max": {"integerValue":
              "9223372036854775807"}, "mix": {"integerValue": "1"}}}}, {"update": {"name": "$/g/b",
              "fields": {"max": {"integerValue": "1"}, "mix": {"doubleValue": 0.5}}}}, {"update": {"name":
              "$/g/c", "fields": {"max": {"integerValue": "-1"}, "mix": {"doubleValue": -0.0}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}],
              "commitTime": "<T1>"}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"sum": {"field": {"fieldPath": "max"}}}, {"avg": {"field": {"fieldPath":
              "max"}}}, {"sum": {"field": {"fieldPath": "mix"}}}, {"avg": {"field": {"fieldPath":
              "mix"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "9223372036854775807"},
              "field_2": {"doubleValue": 3.0744573456182584E18}, "field_3": {"doubleValue": 1.5}, "field_4":
              {"doubleValue": 0.5}}}, "readTime": "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "where":
              {"fieldFilter": {"field": {"fieldPath": "max"}, "op": "GREATER_THAN", "value":
              {"integerValue": "0"}}}}, "aggregations": [{"sum": {"field": {"fieldPath": "max"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"doubleValue": 9.223372036854776E18}}},
              "readTime": "<now>", "done": true}]

            POST :commit
            {"writes": [{"update": {"name": "$/g/d", "fields": {"max": {"integerValue": "1"}, "mix":
              {"doubleValue": "NaN"}}}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"sum": {"field": {"fieldPath": "max"}}}, {"sum": {"field": {"fieldPath":
              "mix"}}}, {"avg": {"field": {"fieldPath": "mix"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"doubleValue": 9.223372036854776E18},
              "field_2": {"doubleValue": "NaN"}, "field_3": {"doubleValue": "NaN"}}}, "readTime": "<now>",
              "done": true}]

            POST :commit
            {"writes": [{"update": {"name": "$/g/d", "fields": {"mix": {"doubleValue": "-Infinity"}}}}]}
            200 {"writeResults": [{"updateTime": "<T3>"}], "commitTime": "<T3>"}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"sum": {"field": {"fieldPath": "mix"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"doubleValue": "-Infinity"}}}, "readTime":
              "<now>", "done": true}]
            """#)
    }

    @Test func `a read in a transaction, or one that opens one`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/g/a", "fields": {"n": {"integerValue": "3"}, "m":
              {"integerValue": "1"}, "w": {"integerValue": "1"}}}}, {"update": {"name": "$/g/b", "fields":
              {"n": {"integerValue": "1"}, "m": {"integerValue": "2"}, "w": {"integerValue": "10"}}}},
              {"update": {"name": "$/g/c", "fields": {"n": {"doubleValue": 2.5}, "m": {"integerValue": "0"},
              "w": {"integerValue": "100"}}}}, {"update": {"name": "$/g/d", "fields": {"n": {"stringValue":
              "x"}, "w": {"integerValue": "1000"}}}}, {"update": {"name": "$/g/e", "fields": {"n":
              {"nullValue": null}, "m": {"integerValue": "7"}, "w": {"integerValue": "10000"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :beginTransaction
            {}
            200 {"transaction": "<X1>"}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}, "transaction": "<X1>"}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]

            POST :commit
            {"transaction": "<X1>"}
            200 {}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}, "transaction": "<X1>"}
            400 INVALID_ARGUMENT Transaction is invalid or closed.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}, "newTransaction": {"readOnly": {}}}
            200 [{"transaction": "<X2>"}, {"result": {"aggregateFields": {"field_1": {"integerValue":
              "5"}}}, "readTime": "<now>", "done": true}]

            POST :commit
            {"writes": [{"update": {"name": "$/g/z"}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}, "transaction": "<X2>"}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}, "readTime": "<T1>"}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<T1>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "6"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": []}, "transaction": "AAAA"}
            400 INVALID_ARGUMENT Invalid transaction.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}, "readTime": "2099-01-01T00:00:00Z"}
            400 INVALID_ARGUMENT The requested 'read_time' cannot be in the future.
            """#)
    }
}
