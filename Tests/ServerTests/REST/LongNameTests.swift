import Testing

/// Where names are refused that are too long to be stored, and where they just name nothing.
@Suite("Names that are too long")
struct LongNameTests {
    private static let long = String(repeating: "x", count: 1501)
    private static let deepest = String(repeating: "/c/d", count: 100)
    private static let tooDeep = deepest + "/c/d"

    private static let names = [
        ("$/c/\(long)", "The key path element name is longer than 1500 bytes."),
        ("$/\(long)/d", "The key path element kind is longer than 1500 bytes."),
        ("$/\(long)/\(long)", "The key path element kind is longer than 1500 bytes."),
        ("$\(tooDeep)", "Key path is too long. Cannot exceed 100 elements."),
        ("$\(tooDeep)/c/\(long)", "Key path is too long. Cannot exceed 100 elements."),
    ]

    @Test(arguments: names)
    func `no document is written under such a name`(name: String, message: String) async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "\(name)"}}]}
            400 INVALID_ARGUMENT \(message)

            POST :commit
            {"writes": [{"update": {"name": "\(name)"}, "updateMask": {}}]}
            400 INVALID_ARGUMENT \(message)

            POST :commit
            {"writes": [{"transform": {"document": "\(name)", "fieldTransforms": [{"fieldPath": "n",
              "increment": {"integerValue": "1"}}]}}]}
            400 INVALID_ARGUMENT \(message)

            POST :commit
            {"writes": [{"update": {"name": "$/c/missing"}, "currentDocument": {"exists": true}}, {"update":
              {"name": "\(name)"}}]}
            400 INVALID_ARGUMENT \(message)

            POST :commit
            {"writes": [{"update": {"name": "\(name)", "fields": {"": {"integerValue": "1"}}}}]}
            400 INVALID_ARGUMENT \(message)
            """)
    }

    @Test(arguments: names)
    func `a document of such a name is not there`(name: String, _: String) async throws {
        try await expect(
            """
            POST :batchGet
            {"documents": ["\(name)"]}
            200 [{"missing": "\(name)", "readTime": "<now>"}]

            POST :commit
            {"writes": [{"delete": "\(name)"}]}
            200 {"writeResults": [{}], "commitTime": "<T1>"}
            """)
    }

    @Test(arguments: names)
    func `no reference to such a name is stored`(name: String, message: String) async throws {
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"f": {"referenceValue": "\(name)"}}}}]}
            400 INVALID_ARGUMENT \(message)

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"f": {"arrayValue": {"values": [{"referenceValue":
              "\(name)"}]}}}}}]}
            400 INVALID_ARGUMENT \(message)

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"f": {"mapValue": {"fields": {"g": {"referenceValue":
              "\(name)"}}}}}}}]}
            400 INVALID_ARGUMENT Property f contains an invalid nested entity.

            POST :commit
            {"writes": [{"update": {"name": "$/c/a", "fields": {"f": {"referenceValue": "\(name)"}}}, "updateMask":
              {"fieldPaths": ["g"]}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST :commit
            {"writes": [{"transform": {"document": "$/c/b", "fieldTransforms": [{"fieldPath": "f",
              "removeAllFromArray": {"values": [{"referenceValue": "\(name)"}]}}]}}]}
            400 INVALID_ARGUMENT Property f contains an invalid nested entity.
            google transform-limits: 200 {"writeResults": [{"updateTime": "<T2>", "transformResults":
              [{"nullValue": null}]}], "commitTime": "<T2>"}
            """)
    }

    @Test(arguments: names)
    func `nothing is looked for below or at such a name`(name: String, message: String) async throws {
        let path = name.dropFirst()
        try await expect(
            """
            POST \(path):runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}]}}
            400 INVALID_ARGUMENT \(message)

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field": {"fieldPath":
              "__name__"}, "op": "EQUAL", "value": {"referenceValue": "\(name)"}}}}}
            400 INVALID_ARGUMENT \(message)

            POST :runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}], "orderBy": [{"field": {"fieldPath": "__name__"}}],
              "startAt": {"values": [{"referenceValue": "\(name)"}]}}}
            200 [{"readTime": "<now>", "done": true}]
            """)
    }

    @Test func `a name of 100 collections and documents is fine`() async throws {
        let name = "$\(Self.deepest)"
        try await expect(
            """
            POST :commit
            {"writes": [{"update": {"name": "\(name)", "fields": {"f": {"referenceValue": "\(name)"}}}}]}
            200 {"writeResults": [{"updateTime": "<T1>"}], "commitTime": "<T1>"}

            POST \(Self.deepest.dropLast(4)):runQuery
            {"structuredQuery": {"from": [{"collectionId": "c"}]}}
            200 [{"document": {"name": "\(name)", "fields": {"f": {"referenceValue": "\(name)"}}, "createTime":
              "<T1>", "updateTime": "<T1>"}, "readTime": "<now>", "done": true}]
            """)
    }

    @Test func `single documents and collections of such ids`() async throws {
        let (long, notFound) = (Self.long, "Document ($/c/\(Self.long)) not found.")
        try await expect(
            """
            GET /c/\(long)
            404 NOT_FOUND \(notFound)

            PATCH /c/\(long)
            {}
            400 INVALID_ARGUMENT The key path element name is longer than 1500 bytes.

            POST /c?documentId=\(long)
            {}
            400 INVALID_ARGUMENT The key path element name is longer than 1500 bytes.

            POST /\(long)?documentId=a
            {}
            400 INVALID_ARGUMENT The key path element kind is longer than 1500 bytes.

            GET /\(long)
            400 INVALID_ARGUMENT The query kind is longer than 1500 bytes.

            DELETE /c/\(long)
            200 {}
            """)
    }
}
