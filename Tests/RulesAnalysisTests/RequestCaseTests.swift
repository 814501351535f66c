import CoreValues
import FirestoreModel
import RulesAnalysis
import RulesTesting
import Testing

@Suite("Requests as cases of suites")
struct RequestCaseTests {
    private static let database = DatabaseID(project: "p")

    private func name(_ path: String) throws -> DocumentName {
        let ids = path.split(separator: "/").map { ResourceID(String($0)) }
        return DocumentName(Self.database, try #require(DocumentPath(segments: ids)))
    }

    /// The case as the reader of suites sees it, after checking that it can be read.
    private func text(
        _ operation: RequestCase.Operation, claims: MapValue? = ["sub": "bob"], documents: [Document] = [],
        isAllowed: Bool = false
    ) throws -> String {
        let made = RequestCase(
            claims: claims, documents: documents, operation: operation, isAllowed: isAllowed)
        let text = try #require(made.text)
        let suite = "suite: s\nrules: firestore.rules\ncases:\n\(text)"
        let read = try TestSuite(suite, file: "s.yaml", database: Self.database)
        #expect(read.count == 1, "\(suite)")
        return text
    }

    @Test func `a denied update has the documents that the rules looked at`() throws {
        let room = try name("rooms/a")
        let write = Write(
            .update(
                room, ["title": "New: \"one\"", "map": .map(["city": "Bern"])],
                mask: DocumentMask([
                    FieldPath(names: ["title"]), FieldPath(names: ["map", "city"]),
                    FieldPath(names: ["old"]),
                ])),
            transforms: [
                FieldTransform(FieldPath(names: ["at"]), .setToServerTime),
                FieldTransform(FieldPath(names: ["by"]), .appendMissingElements(["bob"])),
            ], precondition: .exists(true))
        let found = try text(
            .commit([write]), documents: [Document(name: room, fields: ["owner": "alice"])])
        #expect(
            found == """
                  - name: "bob may not update rooms/a"
                    given:
                      rooms/a: {owner: alice}
                    as: bob
                    update: rooms/a
                    data: {title: "New: \\"one\\"", map.city: Bern, old: {$delete: true}, at: {$serverTimestamp: true}, by: {$arrayUnion: [bob]}}
                    expect: denied

                """)
    }

    @Test func `each kind of write is one that suites know`() throws {
        let room = try name("rooms/a")
        func line(_ write: Write, exists: Bool = false) throws -> String {
            let documents = exists ? [Document(name: room, fields: [:])] : []
            return try text(.commit([write]), documents: documents)
                .split(separator: "\n").first {
                    $0.contains(": rooms/a") && !$0.contains("given") && !$0.contains("{}")
                }
                .map { $0.trimmingPrefix { $0 == " " } }.map(String.init) ?? ""
        }
        let mask = DocumentMask([FieldPath(names: ["n"])])
        #expect(
            try line(Write(.update(room, ["n": 1], mask: nil), precondition: .exists(false)))
                == "create: rooms/a")
        #expect(try line(Write(.update(room, ["n": 1], mask: nil))) == "set: rooms/a")
        #expect(try line(Write(.update(room, ["n": 1], mask: mask))) == "merge: rooms/a")
        #expect(try line(Write(.update(room, ["n": 1], mask: mask)), exists: true) == "update: rooms/a")
        #expect(try line(Write(.delete(room))) == "delete: rooms/a")
    }

    @Test func `several writes are a batch, and several reads a transaction`() throws {
        let (a, b) = (try name("rooms/a"), try name("rooms/b"))
        #expect(
            try text(.commit([Write(.delete(a)), Write(.update(b, [:], mask: nil))])).contains(
                "batch: [{delete: rooms/a}, {set: rooms/b, data: {}}]"))
        #expect(
            try text(.get([a.path, b.path])).contains("transaction: [{get: rooms/a}, {get: rooms/b}]"))
        #expect(try text(.get([a.path]), isAllowed: true).contains("get: rooms/a\n    expect: allowed"))
    }

    @Test func `a query keeps its conditions, its order and its limit`() throws {
        var query = StructuredQuery(
            from: [StructuredQuery.CollectionSelector("messages")],
            filter: .and([
                .field(FieldPath(names: ["to"]), .arrayContains, "bob"),
                .unary(FieldPath(names: ["read"]), .isNull),
            ]),
            orderBy: [StructuredQuery.Order(FieldPath(names: ["at"]), .descending)], limit: 5)
        #expect(
            try text(.query(query, parent: try name("rooms/a").path)).contains(
                "query: {collection: rooms/a/messages, where: [[to, array-contains, bob], [read, \"==\", null]], orderBy: [\"at desc\"], limit: 5}"
            ))
        query = StructuredQuery(from: [StructuredQuery.CollectionSelector("messages", allDescendants: true)])
        #expect(try text(.query(query, parent: nil)).contains("query: {group: messages}"))
        query = StructuredQuery(from: [StructuredQuery.CollectionSelector("rooms")])
        #expect(try text(.query(query, parent: nil)).contains("list: rooms"))
    }

    @Test func `claims that matter are part of the user`() throws {
        let room = try name("rooms/a").path
        let claims: MapValue = [
            "sub": "bob", "iss": "x", "iat": 5, "admin": true,
            "firebase": .map(["sign_in_provider": "custom", "identities": .map([:])]),
        ]
        #expect(try text(.get([room]), claims: claims).contains("as: {uid: bob, token: {admin: true}}"))
        #expect(try text(.get([room]), claims: nil).contains("as: nobody"))
        #expect(try text(.get([room]), claims: ["sub": "admin"]).contains("as: {uid: admin, token: {}}"))
    }

    @Test(arguments: ["</pre><b>", "a\nb: c", "# no", "- x", "{{", "\u{202e}abc", "'", "*x", "null"])
    func `hostile texts stay texts`(hostile: String) throws {
        let ids = ["rooms", hostile.replacing("\n", with: "_").replacing("/", with: "_")].map {
            ResourceID($0)
        }
        let room = DocumentName(Self.database, try #require(DocumentPath(segments: ids)))
        let found = try text(
            .commit([Write(.update(room, [FieldName(hostile): .string(hostile)], mask: nil))]),
            claims: ["sub": .string(hostile)],
            documents: [Document(name: room, fields: [FieldName(hostile): .string(hostile)])])
        // One case of seven parts, whatever the texts contain.
        #expect(found.split(separator: "\n").count == 7, "\(found)")
    }

    @Test func `what suites cannot say has no case`() throws {
        let room = try name("rooms/a")
        let cursor = StructuredQuery(
            from: [StructuredQuery.CollectionSelector("rooms")],
            startAt: StructuredQuery.Cursor(["a"], before: true))
        for operation: RequestCase.Operation in [
            .commit([Write(.verify(room))]), .query(cursor, parent: nil),
        ] {
            let made = RequestCase(claims: nil, documents: [], operation: operation, isAllowed: true)
            #expect(made.text == nil)
        }
    }
}
