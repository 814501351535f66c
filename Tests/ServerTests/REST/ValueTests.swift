import Testing

@Suite("Values that are refused")
struct ValueTests {
    @Test func `what is no value`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"f": {}}}
            400 INVALID_ARGUMENT Cannot convert firestore.v1.Value with type unset.

            PATCH /c/a
            {"fields": {"f": {"stringValue": null}}}
            400 INVALID_ARGUMENT Cannot convert firestore.v1.Value with type unset.

            PATCH /c/a
            {"fields": {"f": {"stringValue": "x", "integerValue": "1"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            PATCH /c/a
            {"fields": {"f": {"integerValue": "9223372036854775808"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            PATCH /c/a
            {"fields": {"f": {"integerValue": "1.5"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            PATCH /c/a
            {"fields": {"f": {"doubleValue": "nan"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            PATCH /c/a
            {"fields": {"f": {"timestampValue": "2020-02-30T00:00:00Z"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            google strict-json: 200 {"name": "$/c/a", "fields": {"f": {"timestampValue":
              "2020-03-01T00:00:00Z"}}, "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a
            {"fields": {"f": {"bytesValue": "?"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            PATCH /c/a
            {"fields": {"f": {"colourValue": "red"}}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            PATCH /c/a
            {"fields": {"f": {"functionValue": {"name": "f"}}}}
            400 INVALID_ARGUMENT Value type is not supported: FUNCTION_VALUE

            PATCH /c/a
            {"fields": {"f": null}}
            400 INVALID_ARGUMENT Payload isn't valid for request.

            PATCH /c/a
            {"fields": []}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }

    @Test func `values out of their range`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"f": {"geoPointValue": {"latitude": 91}}}}
            400 INVALID_ARGUMENT Geo point latitude '91.0' outside permitted range -90.0 to 90.0.

            PATCH /c/a
            {"fields": {"f": {"geoPointValue": {"longitude": -180.5}}}}
            400 INVALID_ARGUMENT Geo point longitude '-180.5' outside permitted range -180.0 to 180.0.

            PATCH /c/a
            {"fields": {"f": {"arrayValue": {"values": [{"arrayValue": {}}]}}}}
            400 INVALID_ARGUMENT Cannot convert an array value in an array value.

            PATCH /c/a
            {"fields": {"f": {"arrayValue": {"values": [{"arrayValue": {}}]}}, "__x__": {"nullValue": null}}}
            400 INVALID_ARGUMENT field name __x__ is reserved

            PATCH /c/a
            {"fields": {"f": {"arrayValue": {"values": [{"arrayValue": {}}]}}, "g": {}}}
            400 INVALID_ARGUMENT Cannot convert firestore.v1.Value with type unset.

            PATCH /c/a
            {"fields": {"f": {"arrayValue": {"values": [{"arrayValue": {}}]}}, "": {"nullValue": null}}}
            400 INVALID_ARGUMENT Cannot convert an array value in an array value.

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"f": {"arrayValue": {"values": [{"arrayValue": {}}]}}}}},
              {"update": {"name": "$/c/b", "fields": {"__x__": {"nullValue": null}}}}]}
            400 INVALID_ARGUMENT Cannot convert an array value in an array value.

            PATCH /c/a
            {"fields": {"f": {"referenceValue": "$/c"}}}
            400 INVALID_ARGUMENT Resource name "$/c" lacks "/" at index P+41.

            PATCH /c/a
            {"fields": {"f": {"referenceValue": "$"}}}
            400 INVALID_ARGUMENT Resource name "$" is invalid: Omit "/documents" when referencing a database
              (except as the parent of a document).

            PATCH /c/a
            {"fields": {"f": {"referenceValue": "c/b"}}}
            400 INVALID_ARGUMENT Resource name "c/b" lacks "projects" at index 0.

            PATCH /c/a
            {"fields": {"f": {"referenceValue": "$/c/__x__"}}}
            400 INVALID_ARGUMENT Resource id "__x__" is invalid because it is reserved.

            PATCH /c/a
            {"fields": {"f": {"referenceValue": "projects/$P/databases/(default)"}}}
            400 INVALID_ARGUMENT Non-document resource reference value not supported.
            """)
    }

    @Test func `names that Firestore keeps for itself`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"__x__": {"nullValue": null}}}
            400 INVALID_ARGUMENT field name __x__ is reserved

            PATCH /c/a
            {"fields": {"m": {"mapValue": {"fields": {"__x__": {"nullValue": null}}}}}}
            400 INVALID_ARGUMENT field name '__x__' is reserved.

            PATCH /c/a
            {"fields": {"": {"nullValue": null}}}
            400 INVALID_ARGUMENT The property.name is the empty string.

            PATCH /c/a
            {"fields": {"m": {"mapValue": {"fields": {"": {"nullValue": null}}}}}}
            400 INVALID_ARGUMENT Property m contains an invalid nested entity.

            PATCH /c/a
            {"fields": {"m": {"mapValue": {"fields": {"__type__": {"stringValue": "date"}}}}}}
            400 INVALID_ARGUMENT Property m contains an invalid nested entity.

            PATCH /c/a?updateMask.fieldPaths=ok
            {"fields": {"": {"nullValue": null}, "ok": {"nullValue": null}}}
            200 {"name": "$/c/a", "fields": {"ok": {"nullValue": null}}, "createTime": "<T1>", "updateTime":
              "<T1>"}
            """)
    }

    @Test func `invalid vectors`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"v": {"mapValue": {"fields": {"__type__": {"nullValue": null}}}}}}
            400 INVALID_ARGUMENT Field __type__ is not a string.

            PATCH /c/a
            {"fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}}}}}}
            400 INVALID_ARGUMENT Vector map is missing key 'value'.

            PATCH /c/a
            {"fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"nullValue": null}}}}}}
            400 INVALID_ARGUMENT Vector Value type must be an array.

            PATCH /c/a
            {"fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value":
              {"arrayValue": {}}}}}}}
            400 INVALID_ARGUMENT Cannot have a zero length vector.

            PATCH /c/a
            {"fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"},
              "value": {"arrayValue": {"values": [{"integerValue": "1"}]}}}}}}}
            400 INVALID_ARGUMENT Vector must only contain values of type 'double'

            PATCH /c/a
            {"fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "x":
              {"nullValue": null},
              "value": {"arrayValue": {"values": [{"doubleValue": 1}]}}}}}}}
            400 INVALID_ARGUMENT Vector Value map has extraneous entries.

            PATCH /c/a
            {"fields": {"v": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"},
              "value": {"arrayValue": {"values": [{"doubleValue": "NaN"}]}}}}}}}
            400 INVALID_ARGUMENT Vector cannot contain NaN values.

            PATCH /c/a
            {"fields": {"a": {"arrayValue": {"values": [{"mapValue": {"fields": {"__type__": {"stringValue":
              "__vector__"},
              "value": {"arrayValue": {"values": [{"doubleValue": 1}]}}}}}]}}}}
            400 INVALID_ARGUMENT Cannot convert a vector value in an array value.
            """)
    }
}
