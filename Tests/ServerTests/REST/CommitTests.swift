import Testing

@Suite("Commits")
struct CommitTests {
    @Test func `all writes land, or none`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}}, {"update":
              {"name": "$/c/b"}},
              {"delete": "$/c/none"}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}, {}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}}},
              {"update": {"name": "$/c/none"}, "currentDocument": {"exists": true}}, {"delete": "$/c/b"}]}
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "none"\n  }\n>\n

            POST :batchGet
            {"documents": ["$/c/a", "$/c/b"]}
            200 [{"found": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}, {"found": {"name": "$/c/b", "createTime": "<T1>",
              "updateTime": "<T1>"}, "readTime": "<now>"}]
            """#)
    }

    @Test func `nothing to write`() async throws {
        try await expect(
            """
            POST :commit
            {}
            200 {}

            POST :commit
            {"writes": []}
            200 {}

            POST :commit
            {"writes": [], "transaction": ""}
            200 {}
            """)
    }

    @Test func `an update replaces the document, and with a mask only what the mask names`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}, "s":
              {"stringValue": "x"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "2"}, "z":
              {"nullValue": null}}},
              "updateMask": {"fieldPaths": ["n", "s"]}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "3"}}}, "updateMask":
              {}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}], "commitTime": "<T3>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/empty", "fields": {"n": {"integerValue": "3"}}},
              "updateMask": {"fieldPaths": []}}]}
            200 {"writeResults": [{"updateTime": "<T4>"}], "commitTime": "<T4>"}

            GET /c
            200 {"documents": [{"name": "$/c/a", "fields": {"n": {"integerValue": "2"}}, "createTime":
              "<T1>", "updateTime": "<T2>"}, {"name": "$/c/empty", "createTime": "<T4>", "updateTime":
              "<T4>"}]}
            """)
    }

    @Test func `several writes to one document follow one another and share one time`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}, "x":
              {"nullValue": null}}}},
              {"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "n", "increment":
              {"integerValue": "2"}}]}},
              {"update": {"name": "$/c/a", "fields": {"s": {"stringValue": "x"}}}, "updateMask":
              {"fieldPaths": ["s", "x"]}},
              {"update": {"name": "$/c/b"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>", "transformResults":
              [{"integerValue": "3"}]}, {"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime":
              "<T1>"}

            GET /c/a
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "3"}, "s": {"stringValue": "x"}},
              "createTime": "<T1>", "updateTime": "<T1>"}
            """)
    }

    @Test func `what is not stored in the end may have been anything`() async throws {
        let long = String(repeating: "x", count: 1501)
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/\(long)"}}, {"delete": "$/c/\(long)"}]}
            200 {"writeResults": [{}, {}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"delete": "$/c/\(long)"}, {"update": {"name": "$/c/\(long)"}}]}
            400 INVALID_ARGUMENT The key path element name is longer than 1500 bytes.

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"\(long)": {"integerValue": "1"}}}},
              {"update": {"name": "$/c/a"}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}, {"updateTime": "<T2>"}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"": {"integerValue": "1"}}}},
              {"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}, "updateMask":
                {"fieldPaths": ["n"]}}]}
            400 INVALID_ARGUMENT The property.name is the empty string.

            POST :commit
            {"writes": [{"update": {"name": "$/c/\(long)"}, "currentDocument": {"exists": true}},
              {"delete": "$/c/\(long)"}]}
            404 NOT_FOUND no entity to update: app: "dev~$P"\\npath <\\n  Element {\\n    type: "c"\\n    name:
              "\(long)"\\n  }\\n>\\n
            """)
    }

    @Test func `a document that is deleted and written again begins anew`() async throws {
        try await expect(
            """
            PATCH /c/a
            {"fields": {"n": {"integerValue": "1"}}}
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T1>",
              "updateTime": "<T1>"}

            POST :commit
            {"writes": [{"delete": "$/c/a"}, {"update": {"name": "$/c/a", "fields": {"n": {"integerValue":
              "1"}}}}]}
            200 {"writeResults": [{"updateTime": "<T2>"}, {"updateTime": "<T2>"}], "commitTime": "<T2>"}

            GET /c/a
            200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}, "createTime": "<T2>",
              "updateTime": "<T2>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"delete": "$/c/a"}]}
            200 {"writeResults": [{}, {}], "commitTime": "<T3>"}

            GET /c/a
            404 NOT_FOUND Document ($/c/a) not found.
            """)
    }

    @Test func `writes to one document that do not go together`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/a"}, "currentDocument":
              {"exists": false}}]}
            400 INVALID_ARGUMENT Cannot upsert then insert an entity in the same request.

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}, "currentDocument": {"exists": false}},
              {"update": {"name": "$/c/a"}, "currentDocument": {"exists": false}}]}
            400 INVALID_ARGUMENT Cannot insert then insert an entity in the same request.

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}, "currentDocument": {"exists": true}}, {"delete":
              "$/c/a", "currentDocument": {"exists": false}}]}
            400 INVALID_ARGUMENT Cannot update then delete an entity in the same request.

            POST :commit
            {"writes": [{"delete": "$/c/a"}, {"update": {"name": "$/c/a"}, "currentDocument": {"exists":
              true}}]}
            400 INVALID_ARGUMENT Cannot delete then update an entity in the same request.

            POST :commit
            {"writes": [{"delete": "$/c/a"}, {"delete": "$/c/a", "currentDocument": {"exists": true}}]}
            400 INVALID_ARGUMENT Cannot delete then delete an entity in the same request.

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"update": {"name": "$/c/a"}, "currentDocument":
              {"updateTime": "2020-01-01T00:00:00Z"}}]}
            400 INVALID_ARGUMENT Cannot collapse mutations with different version preconditions (null and
              VersionPrecondition{exactBaseVersion=<us>, maxBaseVersion=null})

            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"updateTime": "2020-01-01T00:00:00Z"}},
              {"delete": "$/c/a", "currentDocument": {"updateTime": "2021-01-01T00:00:00Z"}}]}
            400 INVALID_ARGUMENT Cannot collapse mutations with different version preconditions
              (VersionPrecondition{exactBaseVersion=<us>, maxBaseVersion=null} and
              VersionPrecondition{exactBaseVersion=<us>, maxBaseVersion=null})

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}}, {"verify": "$/c/a", "currentDocument": {"exists":
              true}}]}
            400 INVALID_ARGUMENT the same document cannot be written and then verified in a single request

            POST :commit
            {"writes": [{"verify": "$/c/a", "currentDocument": {"exists": true}}, {"delete": "$/c/a"}]}
            400 INVALID_ARGUMENT the same document cannot be verified and then written in a single request

            POST :commit
            {"writes": [{"verify": "$/c/a", "currentDocument": {"exists": true}}, {"verify": "$/c/a",
              "currentDocument": {"exists": true}}]}
            400 INVALID_ARGUMENT the same document cannot be verified more than once in a single request
            """)
    }

    @Test func `writes to one document that do go together`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}, "currentDocument": {"exists": false}},
              {"update": {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}}}, "currentDocument":
              {"exists": true}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"update": {"name": "$/c/a"}, "currentDocument": {"updateTime": "<T1>"}},
              {"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "n", "increment":
              {"integerValue": "1"}}]},
              "currentDocument": {"updateTime": "<T1>"}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}, {"updateTime": "<T1>", "transformResults":
              [{"integerValue": "1"}]}], "commitTime": "<T2>"}

            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"exists": true}}, {"delete": "$/c/a",
              "currentDocument": {"exists": false}},
              {"update": {"name": "$/c/a"}, "currentDocument": {"exists": false}}, {"delete": "$/c/a",
              "currentDocument": {"exists": true}}]}
            200 {"writeResults": [{}, {}, {}, {}], "commitTime": "<T3>"}

            POST :commit
            {"writes": [{"delete": "$/c/a", "currentDocument": {"exists": false}}, {"update": {"name":
              "$/c/a"}}]}
            200 {"writeResults": [{"updateTime": "<T4>"}, {"updateTime": "<T4>"}], "commitTime": "<T4>"}
            """)
    }

    @Test func `the first mistake in the form counts, then the first document that refuses`() async throws {
        try await expect(
            #"""
            POST :commit
            {"writes": [{"update": {"name": "$/c/none"}, "currentDocument": {"exists": true}}, {}]}
            400 INVALID_ARGUMENT empty write operation

            POST :commit
            {"writes": [{"update": {"name": "$/c/none"}, "currentDocument": {"exists": true}},
              {"update": {"name": "$/c/a", "fields": {"": {"nullValue": null}}}}]}
            400 INVALID_ARGUMENT The property.name is the empty string.

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"": {"nullValue": null}}}}, {"delete":
              "$/c/b"},
              {"delete": "$/c/b", "currentDocument": {"exists": true}}]}
            400 INVALID_ARGUMENT Cannot delete then delete an entity in the same request.

            POST :commit
            {"writes": [{"update": {"name": "$/c/none"}, "currentDocument": {"exists": true}},
              {"delete": "$/c/old", "currentDocument": {"updateTime": "2020-01-01T00:00:00Z"}}]}
            404 NOT_FOUND no entity to update: app: "dev~$P"\npath <\n  Element {\n    type: "c"\n    name:
              "none"\n  }\n>\n
            """#)
    }

    @Test(arguments: ["$/c/..", "x", "", "projects/x/databases/y/documents/c/a"])
    func `what is verified is found by its name, good or not`(name: String) async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"verify": "\(name)"}, {"update": {"name": "\(name)"}}]}
            400 INVALID_ARGUMENT the same document cannot be verified and then written in a single request

            POST :commit
            {"writes": [{}, {"delete": "\(name)"}, {"verify": "\(name)"}]}
            400 INVALID_ARGUMENT the same document cannot be written and then verified in a single request

            POST :commit
            {"writes": [{"verify": "\(name)"}, {"verify": "\(name)"}]}
            400 INVALID_ARGUMENT the same document cannot be verified more than once in a single request
            """)
    }

    @Test func `invalid writes`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"updateMask": {}}]}
            400 INVALID_ARGUMENT empty write operation

            POST :commit
            {"writes": [{"delete": "$/c/a", "updateMask": {"fieldPaths": ["n"]}}]}
            400 INVALID_ARGUMENT a delete must not specify a document mask.

            POST :commit
            {"writes": [{"delete": "$/c/a", "updateTransforms": [{"fieldPath": "n", "increment":
              {"integerValue": "1"}}]}]}
            400 INVALID_ARGUMENT a delete must not specify a update transform.

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": []}}]}
            400 INVALID_ARGUMENT The list of FieldTransform must not be empty.

            POST :commit
            {"writes": [{"transform": {"document": "$/c/a", "fieldTransforms": [{"fieldPath": "n"}]}}]}
            400 INVALID_ARGUMENT Operation type must be specified for field transformation.

            POST :commit
            {"writes": [{"update": {"name": "$/c"}}]}
            400 INVALID_ARGUMENT Document name "$/c" lacks "/" at index P+41.

            POST :commit
            {"writes": [{"delete": "a/b"}]}
            400 INVALID_ARGUMENT Document name "a/b" lacks "projects" at index 0.

            POST :commit
            {"writes": [{"delete": "$"}]}
            400 INVALID_ARGUMENT Document name "$" is invalid: Omit "/documents" when referencing a database
              (except as the parent of a document).

            POST :commit
            {"writes": [{"delete": "$/c/a", "update": {"name": "$/c/a"}}]}
            400 INVALID_ARGUMENT Payload isn't valid for request.
            """)
    }

    @Test func `documents of another database`() async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "projects/$P/databases/other/documents/c/a"}}]}
            400 INVALID_ARGUMENT The document name "projects/$P/databases/other/documents/c/a" is in another
              database than the request, "projects/$P/databases/(default)".
            google foreign-documents: 200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :batchGet
            {"documents": ["projects/$P/databases/other/documents/c/a"]}
            400 INVALID_ARGUMENT The document name "projects/$P/databases/other/documents/c/a" is in another
              database than the request, "projects/$P/databases/(default)".
            google foreign-documents: 200 [{"found": {"name": "projects/$P/databases/other/documents/c/a",
              "createTime": "<T1>", "updateTime": "<T1>"}, "readTime": "<now>"}]
            """)
    }
}
