import Testing

@Suite("Transforms")
struct TransformTests {
    @Test func `numbers are added, compared and kept in their type`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"i": {"integerValue": "5"}, "d": {"doubleValue": 1.5}, "s": {"stringValue": "x"},
              "most": {"integerValue": "9223372036854775806"}, "nan": {"doubleValue": "NaN"}, "z":
              {"doubleValue": 0}}}
            200 {"name": "$/c/a", "fields": {"i": {"integerValue": "5"}, "d": {"doubleValue": 1.5}, "s":
              {"stringValue": "x"}, "most": {"integerValue": "9223372036854775806"}, "nan": {"doubleValue":
              "NaN"}, "z": {"doubleValue": 0.0}}, "createTime": "<T1>", "updateTime": "<T1>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [
              {"fieldPath": "i", "increment": {"integerValue": "2"}}, {"fieldPath": "d", "increment":
              {"integerValue": "2"}},
              {"fieldPath": "s", "increment": {"doubleValue": 2.5}}, {"fieldPath": "most", "increment":
              {"integerValue": "9"}},
              {"fieldPath": "nan", "increment": {"integerValue": "1"}}, {"fieldPath": "none", "increment":
              {"integerValue": "1"}}]}}]}
            200 {"writeResults": [{"updateTime": "<T2>", "transformResults": [{"integerValue": "7"},
              {"doubleValue": 3.5}, {"doubleValue": 2.5}, {"integerValue": "9223372036854775807"},
              {"doubleValue": "NaN"}, {"integerValue": "1"}]}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [
              {"fieldPath": "i", "maximum": {"doubleValue": 7.0}}, {"fieldPath": "d", "maximum":
              {"integerValue": "4"}},
              {"fieldPath": "s", "maximum": {"doubleValue": "NaN"}}, {"fieldPath": "z", "minimum":
              {"integerValue": "0"}},
              {"fieldPath": "none", "minimum": {"integerValue": "-1"}}, {"fieldPath": "new", "maximum":
              {"integerValue": "3"}}]}}]}
            200 {"writeResults": [{"updateTime": "<T3>", "transformResults": [{"integerValue": "7"},
              {"integerValue": "4"}, {"doubleValue": "NaN"}, {"doubleValue": 0.0}, {"integerValue": "-1"},
              {"integerValue": "3"}]}], "commitTime": "<T3>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [
              {"fieldPath": "i", "minimum": {"integerValue": "9"}}, {"fieldPath": "new", "increment":
              {"integerValue": "0"}}]}}]}
            200 {"writeResults": [{"updateTime": "<T3>", "transformResults": [{"integerValue": "7"},
              {"integerValue": "3"}]}], "commitTime": "<T4>"}

            GET /c/a
            200 {"name": "$/c/a", "fields": {"nan": {"doubleValue": "NaN"}, "z": {"doubleValue": 0.0},
              "most": {"integerValue": "9223372036854775807"}, "i": {"integerValue": "7"}, "new":
              {"integerValue": "3"}, "s": {"doubleValue": "NaN"}, "d": {"integerValue": "4"}, "none":
              {"integerValue": "-1"}}, "createTime": "<T1>", "updateTime": "<T3>"}
            """)
    }

    @Test func `lists take what they lack and lose what is equal`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"l": {"arrayValue": {"values": [{"integerValue": "1"}, {"integerValue": "1"},
              {"stringValue": "x"}]}},
              "s": {"stringValue": "x"}}}
            200 {"name": "$/c/a", "fields": {"l": {"arrayValue": {"values": [{"integerValue": "1"},
              {"integerValue": "1"}, {"stringValue": "x"}]}}, "s": {"stringValue": "x"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [
              {"fieldPath": "l", "appendMissingElements": {"values": [{"doubleValue": 1.0}, {"stringValue":
              "y"}, {"stringValue": "y"},
              {"doubleValue": "NaN"}, {"doubleValue": "NaN"}, {"nullValue": null}]}},
              {"fieldPath": "s", "appendMissingElements": {"values": [{"integerValue": "1"}]}},
              {"fieldPath": "new", "removeAllFromArray": {"values": [{"integerValue": "1"}]}}]}}]}
            200 {"writeResults": [{"updateTime": "<T2>", "transformResults": [{"nullValue": null},
              {"nullValue": null}, {"nullValue": null}]}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [
              {"fieldPath": "l", "removeAllFromArray": {"values": [{"doubleValue": 1.0}, {"doubleValue":
              "NaN"}]}}]}}]}
            200 {"writeResults": [{"updateTime": "<T3>", "transformResults": [{"nullValue": null}]}],
              "commitTime": "<T3>"}

            GET /c/a
            200 {"name": "$/c/a", "fields": {"new": {"arrayValue": {}}, "s": {"arrayValue": {"values":
              [{"integerValue": "1"}]}}, "l": {"arrayValue": {"values": [{"stringValue": "x"},
              {"stringValue": "y"}, {"nullValue": null}]}}}, "createTime": "<T1>", "updateTime": "<T3>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [
              {"fieldPath": "l", "appendMissingElements": {"values": [{"stringValue": "x"}]}}]}}]}
            200 {"writeResults": [{"updateTime": "<T3>", "transformResults": [{"nullValue": null}]}],
              "commitTime": "<T4>"}
            """)
    }

    @Test func `the server's time is the same throughout a commit`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}, "updateTransforms": [{"fieldPath": "t",
              "setToServerValue": "REQUEST_TIME"}]},
              {"transform": {"document": "$/c/b", "fieldTransforms": [{"fieldPath": "m.t",
              "setToServerValue": "REQUEST_TIME"}]}}]}
            200 {"writeResults": [{"updateTime": "<T1>", "transformResults": [{"timestampValue": "<S1>"}]},
              {"updateTime": "<T1>", "transformResults": [{"timestampValue": "<S1>"}]}], "commitTime":
              "<T1>"}

            GET /c/a
            200 {"name": "$/c/a", "fields": {"t": {"timestampValue": "<S1>"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            GET /c/b
            200 {"name": "$/c/b", "fields": {"m": {"mapValue": {"fields": {"t": {"timestampValue":
              "<S1>"}}}}}, "createTime": "<T1>", "updateTime": "<T1>"}
            """)
    }

    @Test func `transforms run after the update, on what it leaves`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"n": {"integerValue": "5"}, "x": {"stringValue": "x"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "5"}, "x": {"stringValue": "x"}},
              "createTime": "<T1>", "updateTime": "<T1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}},
              "updateTransforms": [{"fieldPath": "n", "increment": {"integerValue": "2"}}, {"fieldPath":
              "n", "increment": {"integerValue": "3"}},
              {"fieldPath": "x.y", "increment": {"integerValue": "1"}}]}]}
            200 {"writeResults": [{"updateTime": "<T2>", "transformResults": [{"integerValue": "3"},
              {"integerValue": "6"}, {"integerValue": "1"}]}], "commitTime": "<T2>"}

            GET /c/a
            200 {"name": "$/c/a", "fields": {"x": {"mapValue": {"fields": {"y": {"integerValue": "1"}}}},
              "n": {"integerValue": "6"}}, "createTime": "<T1>", "updateTime": "<T2>"}
            """)
    }

    @Test func `a transform creates a document unless it must exist`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "m.`x y`",
              "increment": {"integerValue": "1"}}]}}]}
            200 {"writeResults": [{"updateTime": "<T1>", "transformResults": [{"integerValue": "1"}]}],
              "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/none", "fieldTransforms": [{"fieldPath": "n",
              "increment": {"integerValue": "1"}}]},
              "currentDocument": {"exists": true}}]}
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "none"\n  }\n>\n

            GET /c/a
            200 {"name": "$/c/a", "fields": {"m": {"mapValue": {"fields": {"x y": {"integerValue": "1"}}}}},
              "createTime": "<T1>", "updateTime": "<T1>"}
            """#)
    }

    @Test func `invalid transforms`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "n",
              "increment": {"stringValue": "1"}}]}}]}
            400 INVALID_ARGUMENT Input must be int64 or double.

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "n",
              "setToServerValue": "SERVER_VALUE_UNSPECIFIED"}]}}]}
            400 INVALID_ARGUMENT ServerValue type must be specified for set_to_server_value transformation.

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"increment":
              {"integerValue": "1"}}]}}]}
            400 INVALID_ARGUMENT Invalid empty property path string.

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "__x__",
              "increment": {"integerValue": "1"}}]}}]}
            400 INVALID_ARGUMENT Invalid reserved name in field path __x__

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "m",
              "increment": {"integerValue": "1"}},
              {"fieldPath": "m.k", "increment": {"integerValue": "1"}}]}}]}
            400 INVALID_ARGUMENT Cannot transform property m and its nested property at the same time.

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "n",
              "increment": {"integerValue": "1"},
              "maximum": {"integerValue": "1"}}]}}]}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }

    @Test func `transforms beyond the limits of values`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "__name__",
              "increment": {"integerValue": "1"}}]}}]}
            400 INVALID_ARGUMENT the name __key__ is reserved
            google transform-limits: 200 {"writeResults": [{"updateTime": "<T1>", "transformResults":
              [{"integerValue": "1"}]}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [
              {"fieldPath": "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a", "increment": {"integerValue":
              "1"}}]}}]}
            400 INVALID_ARGUMENT paths must have at most 20 elements
            google transform-limits: 200 {"writeResults": [{"updateTime": "<T2>", "transformResults":
              [{"integerValue": "1"}]}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/b", "fieldTransforms": [
              {"fieldPath": "l", "appendMissingElements": {"values": [{"arrayValue": {}}]}}]}}]}
            200 {"writeResults": [{"updateTime": "<T1>", "transformResults": [{"nullValue": null}]}],
              "commitTime": "<T1>"}
            google transform-limits: 200 {"writeResults": [{"updateTime": "<T3>", "transformResults":
              [{"nullValue": null}]}], "commitTime": "<T3>"}
            """)
    }
}
