import FirestoreModel
import Testing

struct ResourcePathTests {
    private func ids(_ path: String) -> [ResourceID] {
        path.split(separator: "/").map { ResourceID(String($0)) }
    }

    @Test(arguments: [("", false, false), ("c", true, false), ("c/d", false, true), ("c/d/e", true, false)])
    func `the number of ids tells collections from documents`(path: String, collection: Bool, document: Bool)
    {
        #expect((CollectionPath(segments: ids(path)) != nil) == collection)
        #expect((DocumentPath(segments: ids(path)) != nil) == document)
    }

    @Test func `a path knows what it lies in`() throws {
        let document = try #require(DocumentPath(segments: ids("c/d/e/f")))
        #expect(document.id == ResourceID("f"))
        #expect(document.collection.description == "c/d/e")
        #expect(document.collection.id == ResourceID("e"))
        #expect(document.collection.parent?.description == "c/d")
        #expect(document.collection.parent?.collection.parent == nil)
        #expect(DocumentPath(document.collection, document.id) == document)
        #expect(CollectionPath(parent: nil, id: ResourceID("c")).description == "c")
    }

    @Test func `paths sort segment by segment`() {
        let paths = ["a/a", "a/a/b/c", "a/a!", "a/b", "a!/a", "b/__id9__", "b/__id10__", "b/a"]
            .compactMap { DocumentPath(segments: ids($0)) }
        #expect(paths.count == 8)
        #expect(paths.reversed().sorted() == paths)
    }

    @Test func `databases whose names differ only in their normal form are two`() {
        let databases: Set = [
            DatabaseID(project: "\u{E9}", database: "d"), DatabaseID(project: "e\u{301}", database: "d"),
            DatabaseID(project: "p", database: "\u{E9}"), DatabaseID(project: "p", database: "e\u{301}"),
        ]
        #expect(databases.count == 4)
    }

    @Test func `names sort by project, database and path`() throws {
        let path = try #require(DocumentPath(segments: ids("c/d")))
        let early = try #require(DocumentPath(segments: ids("a/a")))
        let names = [
            DocumentName(DatabaseID(project: "a", database: "x"), early),
            DocumentName(DatabaseID(project: "a", database: "x"), path),
            DocumentName(DatabaseID(project: "a", database: "y"), early),
            DocumentName(DatabaseID(project: "b"), early),
        ]
        #expect(names.reversed().sorted() == names)
        #expect(names[3].description == "projects/b/databases/(default)/documents/a/a")
    }
}
