import Testing

@Suite("Filters that are refused")
struct FilterTests {
    @Test func `invalid filters`() async throws {
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {}}}
            400 INVALID_ARGUMENT Unknown Filter type.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"filters":
              []}}}}
            400 INVALID_ARGUMENT Unsupported CompositeFilter operator.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op":
              "OR"}}}}
            400 INVALID_ARGUMENT Composite filter must have at least one sub-filter.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op":
              "AND"}}}}
            200 [{"readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "a"}, "value": {"integerValue": "1"}}}}}
            400 INVALID_ARGUMENT Unknown FieldFilter operator.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "a"}, "op": "EQUAL"}}}}
            400 INVALID_ARGUMENT Cannot convert firestore.v1.Value with type unset.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"op": "EQUAL",
              "value": {"nullValue": null}}}}}
            400 INVALID_ARGUMENT Invalid empty property path string.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "a"}, "op": "LIKE", "value": {"nullValue": null}}}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"unaryFilter": {"field":
              {"fieldPath": "a"}}}}}
            400 INVALID_ARGUMENT Unknown UnaryFilter operator.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"unaryFilter": {"op":
              "IS_NULL"}}}}
            400 INVALID_ARGUMENT Unsupported UnaryFilter operand type (non-FIELD).

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "__x__"}, "op": "EQUAL", "value": {"nullValue": null}}}}}
            400 INVALID_ARGUMENT Invalid reserved name in field path __x__
            """)
    }

    @Test func `operands must be lists`() async throws {
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "a"}, "op": "IN", "value": {"nullValue": null}}}}}
            400 INVALID_ARGUMENT 'IN' requires an ArrayValue.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "a"}, "op": "ARRAY_CONTAINS_ANY", "value": {"arrayValue": {}}}}}}
            400 INVALID_ARGUMENT 'ARRAY_CONTAINS_ANY' requires an non-empty ArrayValue.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "a"}, "op": "NOT_IN", "value": {"arrayValue": {"values": [
              {"integerValue": 1}, {"integerValue": 2}, {"integerValue": 3}, {"integerValue": 4},
              {"integerValue": 5}, {"integerValue": 6},
              {"integerValue": 7}, {"integerValue": 8}, {"integerValue": 9}, {"integerValue": 10},
              {"integerValue": 11}]}}}}}}
            400 INVALID_ARGUMENT 'NOT_IN' supports up to 10 comparison values.
            """)
    }

    @Test func `names are compared with names`() async throws {
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "__name__"}, "op": "EQUAL", "value": {"stringValue": "a"}}}}}
            400 INVALID_ARGUMENT __key__ filter value must be a Key

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "__name__"}, "op": "IN", "value": {"arrayValue": {"values": [{"stringValue":
              "a"}]}}}}}}
            400 INVALID_ARGUMENT __key__ filter value must be a Key

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "__name__"}, "op": "ARRAY_CONTAINS", "value": {"referenceValue": "$/c/a"}}}}}
            400 INVALID_ARGUMENT the name __key__ is reserved

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"unaryFilter": {"field":
              {"fieldPath": "__name__"}, "op": "IS_NULL"}}}}
            400 INVALID_ARGUMENT __key__ filter value must be a Key

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "__name__"}, "op": "EQUAL", "value": {"referenceValue":
              "projects/$P/databases/other/documents/c/a"}}}}}
            400 INVALID_ARGUMENT The request was for database 'projects/$P/databases/(default)' but was
              attempting to access database 'projects/$P/databases/other'

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "AND",
              "filters": [
              {"fieldFilter": {"field": {"fieldPath": "__name__"}, "op": "EQUAL", "value":
              {"referenceValue": "$/c/a"}}},
              {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}}]}}}}
            400 INVALID_ARGUMENT Equality on key is not allowed if there are other inequality fields and key
              does not appear in inequalities.
            """)
    }

    @Test func `operators that do not go together`() async throws {
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "AND",
              "filters": [
              {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "NOT_EQUAL", "value": {"integerValue":
              "1"}}},
              {"unaryFilter": {"field": {"fieldPath": "b"}, "op": "IS_NOT_NULL"}}]}}}}
            400 INVALID_ARGUMENT Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter
              allowed per query.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "OR",
              "filters": [
              {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "NOT_IN", "value": {"arrayValue":
              {"values": [{"integerValue": "1"}]}}}}]}}}}
            400 INVALID_ARGUMENT 'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY'
              or 'OR'.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "AND",
              "filters": [
              {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "ARRAY_CONTAINS", "value":
              {"integerValue": "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "b"}, "op": "ARRAY_CONTAINS_ANY", "value":
              {"arrayValue": {"values": [{"integerValue": "1"}]}}}}]}}}}
            400 INVALID_ARGUMENT A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "AND",
              "filters": [
              {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "IN", "value": {"arrayValue": {"values":
              [{"integerValue": 1}, {"integerValue": 2}, {"integerValue": 3}, {"integerValue": 4},
              {"integerValue": 5}, {"integerValue": 6}]}}}},
              {"fieldFilter": {"field": {"fieldPath": "b"}, "op": "IN", "value": {"arrayValue": {"values":
              [{"integerValue": 1}, {"integerValue": 2}, {"integerValue": 3}, {"integerValue": 4},
              {"integerValue": 5}, {"integerValue": 6}]}}}}]}}}}
            400 INVALID_ARGUMENT Too many disjunctions after normalization. Result had 36 disjunctions which
              is more than the maximum of 30
            """)
    }

    @Test func `too many fields with inequalities`() async throws {
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "AND",
              "filters": [
              {"fieldFilter": {"field": {"fieldPath": "f0"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f1"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f2"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f3"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f4"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f5"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f6"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f7"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f8"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f9"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}},
              {"fieldFilter": {"field": {"fieldPath": "f10"}, "op": "LESS_THAN", "value": {"integerValue":
              "1"}}}]}}}}
            400 INVALID_ARGUMENT The query contains 11 distinct inequality fields: [f0, f1, f10, f2, f3, f4,
              f5, f6, f7, f8, f9]. A query may not have more than 10 distinct inequality fields.
            google filter-texts: 400 INVALID_ARGUMENT The query contains 11 distinct inequality fields: [f6,
              f7, f4, f5, f10, f2, f3, f0, f1, f8, f9]. A query may not have more than 10 distinct
              inequality fields.
            """)
    }

    @Test func `the first mistake in the order of the server is told`() async throws {
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "__x__"}], "where": {}, "limit": -1}}
            400 INVALID_ARGUMENT Collection id "__x__" is invalid because it is reserved.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field":
              {"fieldPath": "a"}, "op": "IN", "value": {"nullValue": null}}}, "select": {"fields": [{}]}}}
            400 INVALID_ARGUMENT 'IN' requires an ArrayValue.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{}], "startAt": {"values":
              [{}, {}]}}}
            400 INVALID_ARGUMENT Invalid empty property path string.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "offset": -1, "startAt": {"values":
              [{}]}}}
            400 INVALID_ARGUMENT Cursor has too many values.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "offset": -1, "orderBy": [{"field":
              {"fieldPath": "a"}}, {"field": {"fieldPath": "a"}}]}}
            400 INVALID_ARGUMENT offset is negative
            """)
    }

    @Test(arguments: [
        (["A", "A"], true), (["(A)", "(A)"], true), (["(AA)"], true), (["A", "(A)"], false),
        (["((A))", "A"], false), (["(A(A))"], false),
    ])
    func `an array filter that is repeated side by side counts once`(texts: [String], isTaken: Bool)
        async throws
    {
        let filters = texts.map { text in
            text.map { character in
                switch character {
                case "(": #"{"compositeFilter": {"op": "AND", "filters": ["#
                case ")": "]}}"
                default:
                    #"{"fieldFilter": {"field": {"fieldPath": "tags"}, "op": "ARRAY_CONTAINS", "value":"#
                        + #" {"stringValue": "a"}}}"#
                }
            }
            .joined()
            .replacing("}{", with: "}, {")
        }
        let answer =
            isTaken
            ? #"200 [{"readTime": "<now>", "done": true}]"#
            : "400 INVALID_ARGUMENT A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction."
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "AND",
              "filters": [\(filters.joined(separator: ", "))]}}}}
            \(answer)
            """)
    }

    @Test(arguments: [
        ([0..<6, 0..<7], nil), ([0..<6, 3..<9], 33), ([0..<6, 100..<106], 36), ([0..<30, 1..<3], 59),
    ])
    func `conjunctions of the same tests count once`(lists: [Range<Int>], count: Int?) async throws {
        let filters = lists.map { list in
            let values = list.map { "{\"integerValue\": \"\($0)\"}" }.joined(separator: ", ")
            return """
                {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "IN", "value": {"arrayValue": {"values": [\(values)]}}}}
                """
        }
        let refusal = count.map {
            "400 INVALID_ARGUMENT Too many disjunctions after normalization. Result had \($0) disjunctions which is more "
                + "than the maximum of 30"
        }
        try await expect(
            """
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"compositeFilter": {"op": "AND",
              "filters": [\(filters.joined(separator: ", "))]}}}}
            \(refusal ?? #"200 [{"readTime": "<now>", "done": true}]"#)
            """)
    }
}
