import Testing

@Suite("Searches by vectors")
struct FindNearestTests {
    @Test func `the nearest come first, equally near ones in their order`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/v/a", "fields": {"v": {"mapValue": {"fields": {"__type__":
              {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0},
              {"doubleValue": 0.0}]}}}}}, "n": {"integerValue": "1"}}}}, {"update": {"name": "$/v/b",
              "fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"arrayValue": {"values": [{"doubleValue": 0.0}, {"doubleValue": 1.0}]}}}}}, "n":
              {"integerValue": "2"}}}}, {"update": {"name": "$/v/c", "fields": {"v": {"mapValue": {"fields":
              {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 3.0}, {"doubleValue": 4.0}]}}}}}, "n": {"integerValue": "1"}}}}, {"update":
              {"name": "$/v/e", "fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue":
              "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 0.0}, {"doubleValue":
              0.0}]}}}}}}}}, {"update": {"name": "$/v/f", "fields": {"v": {"mapValue": {"fields":
              {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 2.0}, {"doubleValue": 3.0}]}}}}}}}}, {"update":
              {"name": "$/v/g", "fields": {"v": {"stringValue": "x"}}}}, {"update": {"name": "$/v/h",
              "fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"arrayValue": {"values": [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/h", "fields": {"d":
              {"doubleValue": 0.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/v/e", "fields": {"d": {"doubleValue": 1.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/b", "fields": {"d":
              {"doubleValue": 1.4142135623730951}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/v/c", "fields": {"d": {"doubleValue": 4.47213595499958}},
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "COSINE", "limit": 10,
              "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/h", "fields": {"d":
              {"doubleValue": 0.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/v/c", "fields": {"d": {"doubleValue": 0.4}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/b", "fields": {"d":
              {"doubleValue": 1.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/v/e", "fields": {"d": {"doubleValue": "NaN"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": 3, "limit": 10,
              "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/c", "fields": {"d": {"doubleValue": 3.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/a", "fields": {"d":
              {"doubleValue": 1.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/v/h", "fields": {"d": {"doubleValue": 1.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/b", "fields": {"d":
              {"doubleValue": 0.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/v/e", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit": 2,
              "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/h", "fields": {"d":
              {"doubleValue": 0.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>",
              "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 2.0}, {"doubleValue": 3.0}]}}}}}, "distanceMeasure":
              "EUCLIDEAN", "limit": 10, "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/f", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]
            """#)
    }

    @Test func `a threshold keeps what is too far out`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/v/a", "fields": {"v": {"mapValue": {"fields": {"__type__":
              {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0},
              {"doubleValue": 0.0}]}}}}}, "n": {"integerValue": "1"}}}}, {"update": {"name": "$/v/b",
              "fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"arrayValue": {"values": [{"doubleValue": 0.0}, {"doubleValue": 1.0}]}}}}}, "n":
              {"integerValue": "2"}}}}, {"update": {"name": "$/v/c", "fields": {"v": {"mapValue": {"fields":
              {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 3.0}, {"doubleValue": 4.0}]}}}}}, "n": {"integerValue": "1"}}}}, {"update":
              {"name": "$/v/e", "fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue":
              "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 0.0}, {"doubleValue":
              0.0}]}}}}}}}}, {"update": {"name": "$/v/f", "fields": {"v": {"mapValue": {"fields":
              {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 2.0}, {"doubleValue": 3.0}]}}}}}}}}, {"update":
              {"name": "$/v/g", "fields": {"v": {"stringValue": "x"}}}}, {"update": {"name": "$/v/h",
              "fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"arrayValue": {"values": [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d", "distanceThreshold": 1}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/h", "fields": {"d":
              {"doubleValue": 0.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/v/e", "fields": {"d": {"doubleValue": 1.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "COSINE", "limit": 10,
              "distanceResultField": "d", "distanceThreshold": 0.5}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/h", "fields": {"d":
              {"doubleValue": 0.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/v/c", "fields": {"d": {"doubleValue": 0.4}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "DOT_PRODUCT", "limit":
              10, "distanceResultField": "d", "distanceThreshold": "1"}}}
            200 [{"document": {"name": "$/v/c", "fields": {"d": {"doubleValue": 3.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/a", "fields": {"d":
              {"doubleValue": 1.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/v/h", "fields": {"d": {"doubleValue": 1.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d", "distanceThreshold": -1}}}
            200 [{"readTime": "<now>", "done": true}]
            """#)
    }

    @Test func `what is no number is far, but for a dot product`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/v/a", "fields": {"v": {"mapValue": {"fields": {"__type__":
              {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0},
              {"doubleValue": 0.0}]}}}}}}}}, {"update": {"name": "$/v/b", "fields": {"v": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 0.0}, {"doubleValue": 1.0}]}}}}}}}}, {"update": {"name": "$/v/k", "fields":
              {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"arrayValue": {"values": [{"doubleValue": "Infinity"}, {"doubleValue": 0.0}]}}}}}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}],
              "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 0.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "COSINE", "limit": 10,
              "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": "NaN"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/b", "fields":
              {"d": {"doubleValue": "NaN"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/v/k", "fields": {"d": {"doubleValue": "NaN"}},
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": "Infinity"}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN",
              "limit": 10, "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": "Infinity"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/b", "fields":
              {"d": {"doubleValue": "Infinity"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/v/k", "fields": {"d": {"doubleValue": "NaN"}},
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": "Infinity"}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "DOT_PRODUCT",
              "limit": 10, "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/b", "fields": {"d": {"doubleValue": "NaN"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/a", "fields":
              {"d": {"doubleValue": "Infinity"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/v/k", "fields": {"d": {"doubleValue": "Infinity"}},
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 0.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "COSINE", "limit": 10,
              "distanceResultField": "d", "distanceThreshold": 9}}}
            200 [{"readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": "Infinity"}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "DOT_PRODUCT",
              "limit": 10, "distanceResultField": "d", "distanceThreshold": 9}}}
            200 [{"document": {"name": "$/v/b", "fields": {"d": {"doubleValue": "NaN"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/a", "fields":
              {"d": {"doubleValue": "Infinity"}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/v/k", "fields": {"d": {"doubleValue": "Infinity"}},
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]
            """#)
    }

    @Test func `the distance is a field like any other`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/v/a", "fields": {"v": {"mapValue": {"fields": {"__type__":
              {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0},
              {"doubleValue": 0.0}]}}}}}, "n": {"integerValue": "1"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "n"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"n": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "n"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"n": {"integerValue": "1"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "`x.y`"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "x.y"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"x.y": {"doubleValue": 0.0}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {}, "findNearest":
              {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue": {"fields": {"__type__":
              {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0},
              {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit": 10,
              "distanceResultField": ""}}}
            200 [{"document": {"name": "$/v/a", "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "__x__"}}}
            400 INVALID_ARGUMENT The distanceResultField.property.name "__x__" is reserved.
            """#)
    }

    @Test func `among the results of a query, which may be counted`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/v/a", "fields": {"v": {"mapValue": {"fields": {"__type__":
              {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0},
              {"doubleValue": 0.0}]}}}}}, "n": {"integerValue": "1"}}}}, {"update": {"name": "$/v/b",
              "fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"arrayValue": {"values": [{"doubleValue": 0.0}, {"doubleValue": 1.0}]}}}}}, "n":
              {"integerValue": "2"}}}}, {"update": {"name": "$/v/c", "fields": {"v": {"mapValue": {"fields":
              {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 3.0}, {"doubleValue": 4.0}]}}}}}, "n": {"integerValue": "1"}}}}, {"update":
              {"name": "$/v/e", "fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue":
              "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 0.0}, {"doubleValue":
              0.0}]}}}}}}}}, {"update": {"name": "$/v/f", "fields": {"v": {"mapValue": {"fields":
              {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 2.0}, {"doubleValue": 3.0}]}}}}}}}}, {"update":
              {"name": "$/v/g", "fields": {"v": {"stringValue": "x"}}}}, {"update": {"name": "$/v/h",
              "fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"arrayValue": {"values": [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"},
              {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {"updateTime":
              "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}, "where": {"fieldFilter": {"field": {"fieldPath": "n"}, "op":
              "EQUAL", "value": {"integerValue": "1"}}}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/c", "fields": {"d":
              {"doubleValue": 4.47213595499958}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}, "orderBy": [{"field": {"fieldPath": "n"}, "direction":
              "DESCENDING"}]}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/b", "fields": {"d":
              {"doubleValue": 1.4142135623730951}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/v/c", "fields": {"d": {"doubleValue": 4.47213595499958}},
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v", "allDescendants": true}], "select":
              {"fields": [{"fieldPath": "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"},
              "queryVector": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"arrayValue": {"values": [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}},
              "distanceMeasure": "EUCLIDEAN", "limit": 10, "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/h", "fields": {"d":
              {"doubleValue": 0.0}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"},
              {"document": {"name": "$/v/e", "fields": {"d": {"doubleValue": 1.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"document": {"name": "$/v/b", "fields": {"d":
              {"doubleValue": 1.4142135623730951}}, "createTime": "<T1>", "updateTime": "<T1>"}, "readTime":
              "<now>"}, {"document": {"name": "$/v/c", "fields": {"d": {"doubleValue": 4.47213595499958}},
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]

            POST :runAggregationQuery
            {"structuredAggregationQuery": {"aggregations": [{"count": {}}, {"sum": {"field": {"fieldPath":
              "n"}}}], "structuredQuery": {"from": [{"collectionId": "v"}], "findNearest": {"vectorField":
              {"fieldPath": "v"}, "queryVector": {"mapValue": {"fields": {"__type__": {"stringValue":
              "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0}, {"doubleValue":
              0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit": 2}}}}
            200 [{"result": {"aggregateFields": {"field_1": {"integerValue": "2"}, "field_2":
              {"integerValue": "3"}}}, "readTime": "<now>", "done": true}]
            """#)
    }

    @Test func `a vector inside of a map`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/v/a", "fields": {"m": {"mapValue": {"fields": {"v":
              {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue":
              {"values": [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}}}}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "m.v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}}}
            200 [{"document": {"name": "$/v/a", "fields": {"d": {"doubleValue": 0.0}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]
            google nested-vectors: 200 [{"readTime": "<now>", "done": true}]
            """#)
    }
}
