import Testing

@Suite("Searches by vectors that are refused")
struct FindNearestRefusalTests {
    @Test func `what is refused`() async throws {
        try await expect(
            #"""
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit": 0,
              "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT FindNearest.limit must be a positive integer of no more than 1000

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              1001, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT FindNearest.limit must be a positive integer of no more than 1000

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN",
              "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT FindNearest.limit must be a positive integer of no more than 1000

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "limit": 10, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Unknown Distance Measure.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "FOO", "limit": 10,
              "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": 99, "limit": 10,
              "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Unknown Distance Measure.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"stringValue":
              "x"}, "distanceMeasure": "EUCLIDEAN", "limit": 10, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Query Value must be of type vector.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {},
              "distanceMeasure": "EUCLIDEAN", "limit": 10, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Cannot convert firestore.v1.Value with type unset.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              []}}}}}, "distanceMeasure": "EUCLIDEAN", "limit": 10, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Cannot have a zero length vector.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"integerValue": "1"}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit": 10,
              "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Vector must only contain values of type 'double'

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"queryVector": {"mapValue": {"fields": {"__type__": {"stringValue":
              "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0}, {"doubleValue":
              0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit": 10, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Invalid empty property path string.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "a.."}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Invalid property path "a..". Unquoted property paths must match regex
              ([a-zA-Z_][a-zA-Z_0-9]*), and quoted property paths must match regex (`(?:[^`\\]|(?:\\.))+`)

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d", "distanceThreshold": "NaN"}}}
            400 INVALID_ARGUMENT distanceThreshold must be a finite number.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d", "distanceThreshold": "x"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d", "nothing": 1}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}, "limit": 1}}
            400 INVALID_ARGUMENT A query limit cannot be used with FindNearest

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}, "limit": -1}}
            400 INVALID_ARGUMENT limit is negative

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}, "offset": 1}}
            400 INVALID_ARGUMENT A query offset cannot be used with FindNearest

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}, "orderBy": [{"field": {"fieldPath": "n"}}], "startAt":
              {"values": [{"integerValue": "1"}]}}}
            400 INVALID_ARGUMENT A cursor cannot be used with FindNearest

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}, "endAt": {}}}
            400 INVALID_ARGUMENT A cursor cannot be used with FindNearest
            """#)
    }

    @Test func `of several mistakes, one is reported`() async throws {
        try await expect(
            #"""
            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"integerValue":
              "1"}, "distanceMeasure": "EUCLIDEAN", "limit": 0, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Query Value must be of type vector.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "limit": 0, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT FindNearest.limit must be a positive integer of no more than 1000

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"queryVector": {"mapValue": {"fields": {"__type__": {"stringValue":
              "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0}, {"doubleValue":
              0.0}]}}}}}, "limit": 10, "distanceResultField": "d"}}}
            400 INVALID_ARGUMENT Unknown Distance Measure.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "__x__", "distanceThreshold": "NaN"}}}
            400 INVALID_ARGUMENT The distanceResultField.property.name "__x__" is reserved.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "__x__"}, "limit": 1}}
            400 INVALID_ARGUMENT A query limit cannot be used with FindNearest

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {},
              "distanceMeasure": "EUCLIDEAN", "limit": 10, "distanceResultField": "d"}, "where": {}}}
            400 INVALID_ARGUMENT Unknown Filter type.

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "v"}], "select": {"fields": [{"fieldPath":
              "d"}]}, "findNearest": {"vectorField": {"fieldPath": "v"}, "queryVector": {"mapValue":
              {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values":
              [{"doubleValue": 1.0}, {"doubleValue": 0.0}]}}}}}, "distanceMeasure": "EUCLIDEAN", "limit":
              10, "distanceResultField": "d"}, "orderBy": [{"field": {"fieldPath": "n"}}, {"field":
              {"fieldPath": "n"}}], "limit": 1}}
            400 INVALID_ARGUMENT A query limit cannot be used with FindNearest
            """#)
    }
}
