import Testing

@Suite("Documents")
struct DocumentTests {
    @Test func `a document is created, read, replaced and deleted`() async throws {
        try await expect(
            """
            POST /c?documentId=a
            {"fields": {"n": {"integerValue": "1"}, "s": {"stringValue": "x"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}, "s": {"stringValue": "x"}},
              "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}, "s": {"stringValue": "x"}},
              "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a
            {"fields": {"n": {"integerValue": "2"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}, "createTime": "<T1>",
              "updateTime": "<T2>"}

            GET /c/a
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}, "createTime": "<T1>",
              "updateTime": "<T2>"}

            DELETE /c/a
            200 {}

            GET /c/a
            404 NOT_FOUND Document ($/c/a) not found.

            DELETE /c/a
            200 {}

            POST /c?documentId=a
            {}
            200 {"name": "$/c/a", "createTime": "<T3>", "updateTime": "<T3>"}
            """)
    }

    @Test func `values come back as they were written`() async throws {
        try await expect(
            #"""
            PATCH /c/v
            {"fields": {"null": {"nullValue": null}, "yes": {"booleanValue": true}, "int": {"integerValue":
              "-9223372036854775808"},
              "number": {"integerValue": 5.0}, "double": {"doubleValue": 1.5}, "whole": {"doubleValue": 3},
              "nan": {"doubleValue": "NaN"}, "infinite": {"doubleValue": "-Infinity"}, "tiny":
              {"doubleValue": 0.0001},
              "large": {"doubleValue": 12345678.9}, "time": {"timestampValue":
              "2020-02-29T23:59:60.1234567+01:00"},
              "text": {"stringValue": "ä\u0000\"\\/€😀"}, "bytes": {"bytesValue": "-_8"},
              "name": {"referenceValue": "$/c/d"}, "point": {"geoPointValue": {"latitude": 1.5, "longitude":
              -2}},
              "nowhere": {"geoPointValue": {}}, "list": {"arrayValue": {"values": [{"integerValue": "1"},
              {"mapValue": {}}]}},
              "empty": {"arrayValue": {}}, "map": {"mapValue": {"fields": {"a.b": {"booleanValue":
              false}}}},
              "vector": {"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"},
              "value": {"arrayValue": {"values": [{"doubleValue": 1.0}]}}}}}}}
            200 {"name": "$/c/v", "fields": {"null": {"nullValue": null}, "yes": {"booleanValue": true},
              "int": {"integerValue": "-9223372036854775808"}, "number": {"integerValue": "5"}, "double":
              {"doubleValue": 1.5}, "whole": {"doubleValue": 3.0}, "nan": {"doubleValue": "NaN"},
              "infinite": {"doubleValue": "-Infinity"}, "tiny": {"doubleValue": 1.0E-4}, "large":
              {"doubleValue": 1.23456789E7}, "time": {"timestampValue": "2020-02-29T23:00:00.123456Z"},
              "text": {"stringValue": "ä\u0000\"\\/€😀"}, "bytes": {"bytesValue": "+/8="}, "name":
              {"referenceValue": "$/c/d"}, "point": {"geoPointValue": {"latitude": 1.5, "longitude": -2.0}},
              "nowhere": {"geoPointValue": {}}, "list": {"arrayValue": {"values": [{"integerValue": "1"},
              {"mapValue": {}}]}}, "empty": {"arrayValue": {}}, "map": {"mapValue": {"fields": {"a.b":
              {"booleanValue": false}}}}, "vector": {"mapValue": {"fields": {"__type__": {"stringValue":
              "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0}]}}}}}}, "createTime":
              "<T1>", "updateTime": "<T1>"}

            GET /c/v
            200 {"name": "$/c/v", "fields": {"null": {"nullValue": null}, "yes": {"booleanValue": true},
              "int": {"integerValue": "-9223372036854775808"}, "number": {"integerValue": "5"}, "double":
              {"doubleValue": 1.5}, "whole": {"doubleValue": 3.0}, "nan": {"doubleValue": "NaN"},
              "infinite": {"doubleValue": "-Infinity"}, "tiny": {"doubleValue": 1.0E-4}, "large":
              {"doubleValue": 1.23456789E7}, "time": {"timestampValue": "2020-02-29T23:00:00.123456Z"},
              "text": {"stringValue": "ä\u0000\"\\/€😀"}, "bytes": {"bytesValue": "+/8="}, "name":
              {"referenceValue": "$/c/d"}, "point": {"geoPointValue": {"latitude": 1.5, "longitude": -2.0}},
              "nowhere": {"geoPointValue": {}}, "list": {"arrayValue": {"values": [{"integerValue": "1"},
              {"mapValue": {}}]}}, "empty": {"arrayValue": {}}, "map": {"mapValue": {"fields": {"a.b":
              {"booleanValue": false}}}}, "vector": {"mapValue": {"fields": {"__type__": {"stringValue":
              "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1.0}]}}}}}}, "createTime":
              "<T1>", "updateTime": "<T1>"}
            """#)
    }

    @Test func `a mask on a read names what to return`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"n": {"integerValue": "1"}, "x y": {"nullValue": null},
              "m": {"mapValue": {"fields": {"k": {"integerValue": "1"}, "j": {"integerValue": "2"}}}}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}, "x y": {"nullValue": null}, "m":
              {"mapValue": {"fields": {"k": {"integerValue": "1"}, "j": {"integerValue": "2"}}}}},
              "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a?mask.fieldPaths=n&mask.fieldPaths=m.k
            200 {"name": "$/c/a", "fields": {"m": {"mapValue": {"fields": {"k": {"integerValue": "1"}}}},
              "n": {"integerValue": "1"}}, "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a?mask.fieldPaths=m.k&mask.fieldPaths=m
            200 {"name": "$/c/a", "fields": {"m": {"mapValue": {"fields": {"k": {"integerValue": "1"}, "j":
              {"integerValue": "2"}}}}}, "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a?mask.field_paths=%60x%20y%60
            200 {"name": "$/c/a", "fields": {"x y": {"nullValue": null}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            GET /c/a?mask.fieldPaths=none&mask.fieldPaths=n.k
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/a?mask.fieldPaths=__name__
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a?mask.fieldPaths=z
            {"fields": {"z": {"integerValue": "1"}, "y": {"integerValue": "1"}}}
            200 {"name": "$/c/a", "fields": {"z": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T2>"}
            """)
    }

    @Test func `a mask on an update names what to change`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"n": {"integerValue": "1"}, "s": {"stringValue": "x"},
              "m": {"mapValue": {"fields": {"k": {"integerValue": "1"}, "j": {"integerValue": "2"}}}}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}, "s": {"stringValue": "x"}, "m":
              {"mapValue": {"fields": {"k": {"integerValue": "1"}, "j": {"integerValue": "2"}}}}},
              "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a?updateMask.fieldPaths=n&updateMask.fieldPaths=m.k&updateMask.fieldPaths=none
            {"fields": {"n": {"integerValue": "2"}, "s": {"stringValue": "not this"}}}
            200 {"name": "$/c/a", "fields": {"s": {"stringValue": "x"}, "m": {"mapValue": {"fields": {"j":
              {"integerValue": "2"}}}}, "n": {"integerValue": "2"}}, "createTime": "<T1>", "updateTime":
              "<T2>"}

            PATCH /c/a?updateMask.fieldPaths=s.deep
            {"fields": {"s": {"mapValue": {"fields": {"deep": {"booleanValue": true}}}}}}
            200 {"name": "$/c/a", "fields": {"m": {"mapValue": {"fields": {"j": {"integerValue": "2"}}}},
              "n": {"integerValue": "2"}, "s": {"mapValue": {"fields": {"deep": {"booleanValue": true}}}}},
              "createTime": "<T1>", "updateTime": "<T3>"}

            PATCH /c/a?updateMask.fieldPaths=m.j
            {}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}, "s": {"mapValue": {"fields":
              {"deep": {"booleanValue": true}}}}, "m": {"mapValue": {}}}, "createTime": "<T1>",
              "updateTime": "<T4>"}

            PATCH /c/new?updateMask.fieldPaths=n
            {"fields": {"n": {"integerValue": "1"}, "s": {"stringValue": "x"}}}
            200 {"name": "$/c/new", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T5>",
              "updateTime": "<T5>"}
            """)
    }

    @Test func `a document that stays the same keeps its update time`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"n": {"integerValue": "3"}, "s": {"stringValue": "x"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "3"}, "s": {"stringValue": "x"}},
              "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a
            {"fields": {"s": {"stringValue": "x"}, "n": {"integerValue": "3"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "3"}, "s": {"stringValue": "x"}},
              "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a?updateMask.fieldPaths=n
            {"fields": {"n": {"integerValue": "3"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "3"}, "s": {"stringValue": "x"}},
              "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a?updateMask.fieldPaths=n
            {"fields": {"n": {"doubleValue": 3.0}}}
            200 {"name": "$/c/a", "fields": {"s": {"stringValue": "x"}, "n": {"doubleValue": 3.0}},
              "createTime": "<T1>", "updateTime": "<T2>"}
            """)
    }

    @Test func `an id is made up when none is given`() async throws {
        try await expect(
            """
            POST /c
            {"fields": {"n": {"integerValue": "1"}}}
            200 {"name": "$/c/<id>", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            POST /c?documentId=
            {}
            200 {"name": "$/c/<id>", "createTime": "<T2>", "updateTime": "<T2>"}
            """)
    }

    @Test func `a document below a missing one is found, and lists only below its own`() async throws {
        try await expect(
            """
            PATCH /c/none/d/x
            {}
            200 {"name": "$/c/none/d/x", "createTime": "<T1>", "updateTime": "<T1>"}

            GET /c/none
            404 NOT_FOUND Document ($/c/none) not found.

            GET /c
            200 {}

            GET /c/none/d
            200 {"documents": [{"name": "$/c/none/d/x", "createTime": "<T1>", "updateTime": "<T1>"}]}
            """)
    }

    @Test func `ids of every kind`() async throws {
        try await expect(
            """
            PATCH /c/%C3%A9%20%2B%25%23%3F
            {}
            200 {"name": "$/c/é +%#?", "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a+b
            {}
            200 {"name": "$/c/a+b", "createTime": "<T2>", "updateTime": "<T2>"}

            PATCH /c/____
            {}
            200 {"name": "$/c/____", "createTime": "<T3>", "updateTime": "<T3>"}

            PATCH /c/__id7__
            {}
            200 {"name": "$/c/__id7__", "createTime": "<T4>", "updateTime": "<T4>"}

            PATCH /c/.a
            {}
            200 {"name": "$/c/.a", "createTime": "<T5>", "updateTime": "<T5>"}

            PATCH /c/a:b
            {}
            200 {"name": "$/c/a:b", "createTime": "<T6>", "updateTime": "<T6>"}

            GET /c
            200 {"documents": [{"name": "$/c/__id7__", "createTime": "<T4>", "updateTime": "<T4>"}, {"name":
              "$/c/.a", "createTime": "<T5>", "updateTime": "<T5>"}, {"name": "$/c/____", "createTime":
              "<T3>", "updateTime": "<T3>"}, {"name": "$/c/a+b", "createTime": "<T2>", "updateTime":
              "<T2>"}, {"name": "$/c/a:b", "createTime": "<T6>", "updateTime": "<T6>"}, {"name": "$/c/é
              +%#?", "createTime": "<T1>", "updateTime": "<T1>"}]}
            """)
    }

    @Test func `ids that Firestore keeps for itself`() async throws {
        try await expect(
            """
            GET /c/__x__
            400 INVALID_ARGUMENT Resource id "__x__" is invalid because it is reserved.

            PATCH /c/__id07__
            {}
            400 INVALID_ARGUMENT Resource id "__id07__" is invalid because it is reserved.

            PATCH /c/__id99999999999999999999__
            {}
            400 INVALID_ARGUMENT Resource id "__id<us>__" is invalid because it is not a 64 bit integer.

            PATCH /__c__/a
            {}
            400 INVALID_ARGUMENT Collection id "__c__" is invalid because it is reserved.

            PATCH /__id7__/a
            {}
            400 INVALID_ARGUMENT Collection id "__id7__" is invalid because it is reserved.

            GET /c/.
            400 INVALID_ARGUMENT Document name "$/c/." contains a resource id "." at index P+42.

            DELETE /c/..
            400 INVALID_ARGUMENT Document name "$/c/.." contains a resource id ".." at index P+42.

            POST /c?documentId=__x__
            {}
            400 INVALID_ARGUMENT Resource id "__x__" is invalid because it is reserved.

            POST /c?documentId=a/b
            {}
            400 INVALID_ARGUMENT Resource id "a/b" is invalid because it contains "/".

            POST /c?documentId=.
            {}
            400 INVALID_ARGUMENT Resource id "." is invalid because it is reserved.

            POST /__c__
            {}
            400 INVALID_ARGUMENT Collection id "__c__" is invalid because it is reserved.
            """)
    }

    @Test func `what a new document may not bring`() async throws {
        try await expect(
            """
            POST /c?documentId=a
            {"name": "$/c/a"}
            400 INVALID_ARGUMENT document.name must not be set

            POST /c?documentId=a
            {"name": "", "createTime": "2020-01-01T00:00:00Z"}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            POST /c?documentId=a
            {"fields": {"n": {"integerValue": "1"}}}
            409 ALREADY_EXISTS entity already exists: EntityRef{partitionRef=dev~$P, path=/c/a}
            """)
    }

    @Test func `a patch of another document than the URL names`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"name": "$/c/a"}
            200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T1>"}

            PATCH /c/a
            {"name": "$/c/b"}
            400 INVALID_ARGUMENT The name in the body, "$/c/b", is not the one in the URL, "$/c/a".
            google patch-name: no answer
            """)
    }
}
