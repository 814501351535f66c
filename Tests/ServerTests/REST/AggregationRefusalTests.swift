import Testing

@Suite("Aggregations that are refused")
struct AggregationRefusalTests {
    @Test func `aggregations that are refused`() async throws {
        try await expect(
            #"""
            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": []}}
            400 INVALID_ARGUMENT Aggregations can not be empty.

            POST :runAggregationQuery
            {}
            400 INVALID_ARGUMENT Only structured aggregation queries are supported.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {}}
            400 INVALID_ARGUMENT Aggregations can not be empty.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{}]}}
            400 INVALID_ARGUMENT Operator field in Aggregation is not set.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"alias": "x"}]}}
            400 INVALID_ARGUMENT Operator field in Aggregation is not set.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}, "sum": {"field": {"fieldPath": "a"}}}]}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"max": {"field": {"fieldPath": "a"}}}]}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"alias": "c", "count": {}}, {"alias": "c", "sum": {"field": {"fieldPath":
              "a"}}}]}}
            400 INVALID_ARGUMENT Aggregation aliases contain duplicate alias: c.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"alias": "field_1", "count": {}}, {"count": {}}]}}
            400 INVALID_ARGUMENT Aggregation aliases contain duplicate alias: field_1.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"alias": "__x__", "count": {}}]}}
            400 INVALID_ARGUMENT The property.name "__x__" is reserved.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"sum": {"field": {"fieldPath": "__name__"}}}]}}
            400 INVALID_ARGUMENT Aggregations are not supported for the property: __key__

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"sum": {"field": {"fieldPath": "__type__"}}}]}}
            400 INVALID_ARGUMENT Aggregations are not supported for the property: __type__

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"sum": {"field": {"fieldPath": "__x__"}}}]}}
            400 INVALID_ARGUMENT Invalid reserved name in field path __x__

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"sum": {}}]}}
            400 INVALID_ARGUMENT Invalid empty property path string.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"sum": {"field": {"fieldPath": "a..b"}}}]}}
            400 INVALID_ARGUMENT Invalid property path "a..b". Unquoted property paths must match regex
              ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\]|(?:\\.))+`)

            POST /g:runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}]}}
            400 INVALID_ARGUMENT Document parent name "$/g" lacks "/" at index P+41.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"count": {}}, {"count": {}}, {"count": {}}, {"count": {}}, {"count": {}},
              {"count": {}}]}}
            400 INVALID_ARGUMENT The maximum number of aggregations allowed in an aggregation query is 5.
              Received: 6
            google aggregation-limit: 500 UNKNOWN
            """#)
    }

    @Test func `of several mistakes, one is reported`() async throws {
        try await expect(
            #"""
            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "where":
              {}}, "aggregations": [{}, {"count": {"upTo": -1}}]}}
            400 INVALID_ARGUMENT Operator field in Aggregation is not set.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "where":
              {}}, "aggregations": [{"alias": "x", "count": {}}, {"alias": "x", "count": {}}]}}
            400 INVALID_ARGUMENT Unknown Filter type.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "where":
              {}}, "aggregations": []}}
            400 INVALID_ARGUMENT Unknown Filter type.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "limit":
              -1}, "aggregations": []}}
            400 INVALID_ARGUMENT Aggregations can not be empty.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"alias": "x", "count": {}}, {"alias": "x", "count": {}}, {"alias": "__y__",
              "count": {}}]}}
            400 INVALID_ARGUMENT The property.name "__y__" is reserved.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"sum": {"field": {"fieldPath": "__name__"}}}, {"alias": "x", "count": {}},
              {"alias": "x", "count": {}}]}}
            400 INVALID_ARGUMENT Aggregations are not supported for the property: __key__

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}]},
              "aggregations": [{"alias": "x", "count": {}}, {"alias": "x", "sum": {"field": {"fieldPath":
              "__name__"}}}]}}
            400 INVALID_ARGUMENT Aggregation aliases contain duplicate alias: x.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "limit":
              -1}, "aggregations": [{"sum": {"field": {"fieldPath": "__name__"}}}]}}
            400 INVALID_ARGUMENT Aggregations are not supported for the property: __key__

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "where":
              {"compositeFilter": {"op": "AND", "filters": [{"fieldFilter": {"field": {"fieldPath": "a"},
              "op": "NOT_EQUAL", "value": {"integerValue": "1"}}}, {"fieldFilter": {"field": {"fieldPath":
              "b"}, "op": "NOT_EQUAL", "value": {"integerValue": "1"}}}]}}}, "aggregations": [{"count":
              {}}]}, "transaction": "AAAA"}
            400 INVALID_ARGUMENT Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter
              allowed per query.
            """#)
    }

    @Test func `no selection stands beside sums`() async throws {
        try await expect(
            #"""
            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "select":
              {"fields": [{"fieldPath": "a"}]}}, "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "0"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "select":
              {"fields": [{"fieldPath": "a"}]}}, "aggregations": [{"sum": {"field": {"fieldPath": "a"}}}]}}
            400 INVALID_ARGUMENT Cannot apply property masks when aggregation fields are present.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "select":
              {"fields": [{"fieldPath": "a"}]}}, "aggregations": [{"sum": {"field": {"fieldPath": "a"}}},
              {"sum": {"field": {"fieldPath": "b"}}}]}}
            400 INVALID_ARGUMENT The aggregation property b is not present in the base query's property
              mask.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "select":
              {"fields": [{"fieldPath": "a"}]}}, "aggregations": [{"sum": {"field": {"fieldPath":
              "b.__name__"}}}]}}
            400 INVALID_ARGUMENT The aggregation property b.__key__ is not present in the base query's property
              mask.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "select":
              {"fields": [{"fieldPath": "m"}]}}, "aggregations": [{"sum": {"field": {"fieldPath":
              "m.k"}}}]}}
            400 INVALID_ARGUMENT Cannot apply property masks when aggregation fields are present.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "select":
              {}}, "aggregations": [{"sum": {"field": {"fieldPath": "a"}}}]}}
            400 INVALID_ARGUMENT Aggregation over non-key properties is not supported for base query that
              only returns keys.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "select":
              {"fields": [{"fieldPath": "__name__"}]}}, "aggregations": [{"sum": {"field": {"fieldPath":
              "__name__"}}}]}}
            400 INVALID_ARGUMENT Cannot apply property masks when aggregation fields are present.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "select":
              {"fields": [{"fieldPath": "a"}]}}, "aggregations": [{"alias": "x", "sum": {"field":
              {"fieldPath": "a"}}}, {"alias": "x", "sum": {"field": {"fieldPath": "b"}}}]}}
            400 INVALID_ARGUMENT The aggregation property b is not present in the base query's property
              mask.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "select":
              {"fields": [{"fieldPath": "a"}]}}, "aggregations": [{"alias": "x", "count": {}}, {"alias":
              "x", "sum": {"field": {"fieldPath": "a"}}}]}}
            400 INVALID_ARGUMENT Aggregation aliases contain duplicate alias: x.
            """#)
    }

    @Test func `no field stands behind the name`() async throws {
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
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "aggregations": [{"sum": {"field": {"fieldPath":
              "w"}}}, {"sum": {"field": {"fieldPath": "m"}}}]}}
            400 INVALID_ARGUMENT This query requires an index that has fields [m, w] after __name__ and
              Firestore does not currently support such an index. Please try the query again with additional
              ordering on those fields.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}]}, "aggregations": [{"count": {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "orderBy":
              [{"field": {"fieldPath": "w"}}, {"field": {"fieldPath": "__name__"}}]}, "aggregations":
              [{"sum": {"field": {"fieldPath": "w"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "11111"}}}, "readTime":
              "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "where":
              {"fieldFilter": {"field": {"fieldPath": "__name__"}, "op": "EQUAL", "value":
              {"referenceValue": "$/g/b"}}}}, "aggregations": [{"sum": {"field": {"fieldPath": "w"}}}]}}
            400 INVALID_ARGUMENT This query requires an index that has fields [w] after __name__ and
              Firestore does not currently support such an index. Please try the query again with additional
              ordering on those fields.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "where":
              {"fieldFilter": {"field": {"fieldPath": "__name__"}, "op": "EQUAL", "value":
              {"referenceValue": "$/g/b"}}}, "orderBy": [{"field": {"fieldPath": "w"}}]}, "aggregations":
              [{"sum": {"field": {"fieldPath": "w"}}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "10"}}}, "readTime": "<now>",
              "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "where":
              {"fieldFilter": {"field": {"fieldPath": "m"}, "op": "EQUAL", "value": {"integerValue": "1"}}},
              "orderBy": [{"field": {"fieldPath": "__name__"}}]}, "aggregations": [{"sum": {"field":
              {"fieldPath": "m"}}}]}}
            400 INVALID_ARGUMENT This query requires an index that has fields [m] after __name__ and
              Firestore does not currently support such an index. Please try the query again with additional
              ordering on those fields.

            POST /g/a:runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g",
              "allDescendants": true}]}, "aggregations": [{"sum": {"field": {"fieldPath": "w"}}}]}}
            400 INVALID_ARGUMENT This query requires an index that has fields [w] after __name__ and
              Firestore does not currently support such an index. Please try the query again with additional
              ordering on those fields.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}], "limit": -1}, "aggregations": [{"sum": {"field":
              {"fieldPath": "w"}}}]}}
            400 INVALID_ARGUMENT limit is negative

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "orderBy":
              [{"field": {"fieldPath": "__name__"}}, {"field": {"fieldPath": "__name__"}}]}, "aggregations":
              [{"sum": {"field": {"fieldPath": "w"}}}]}}
            400 INVALID_ARGUMENT This query requires an index that has fields [w] after __name__ and
              Firestore does not currently support such an index. Please try the query again with additional
              ordering on those fields.

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "g"}], "orderBy":
              [{"field": {"fieldPath": "__name__"}, "direction": "DESCENDING"}]}, "aggregations": [{"count":
              {}}]}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "5"}}}, "readTime": "<now>",
              "done": true}]
            google descending-names: 400 FAILED_PRECONDITION Firestore does not support descending key scans
            """#)
    }
}
