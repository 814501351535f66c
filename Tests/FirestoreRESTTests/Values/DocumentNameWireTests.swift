import FirestoreModel
import FirestoreREST
import FirestoreRPC
import TestSupport
import Testing

/// The texts are those of Google's emulator.
struct DocumentNameWireTests {
    private func refusal(_ name: String, _ role: ResourceName.Role) -> String? {
        Wire.refusal { () throws(RPCStatus) in _ = try DocumentName(wire: name, as: role) }
    }

    @Test(arguments: [
        ("", #"lacks "projects" at index 0."#), ("a/b", #"lacks "projects" at index 0."#),
        ("Projects/p/databases/d/documents/c/m", #"lacks "projects" at index 0."#),
        ("projects", #"lacks "/" at index 8."#), ("projects/", #"has invalid trailing "/"."#),
        ("projects/p", #"lacks "/" at index 10."#), ("projects/p/", #"has invalid trailing "/"."#),
        ("projects//databases/d/documents/c/m", "lacks a project id at index 9."),
        ("projects/p/dbs/d/documents/c/m", #"lacks "databases" at index 11."#),
        ("projects/p/databases/", #"has invalid trailing "/"."#),
        ("projects/p/databases//documents/c/m", "lacks a database id at index 21."),
        ("projects/p/databases/d/", #"has invalid trailing "/"."#),
        ("projects/p/databases/d/documents/", #"is invalid: Omit trailing "/"."#),
        ("projects/p/databases/d/documents/c", #"lacks "/" at index 34."#),
        ("projects/p/databases/d/documents/c/", #"has invalid trailing "/"."#),
        ("projects/p/databases/d/documents/c/m/", #"has invalid trailing "/"."#),
        ("projects/p/databases/d/documents/c/m/d", #"lacks "/" at index 38."#),
        ("projects/p/databases/d/documents//m", "lacks a collection id at index 33."),
        ("projects/p/databases/d/documents/c//", "lacks a resource id at index 35."),
        ("projects/p/databases/d/documents/c//m/x", "lacks a resource id at index 35."),
        ("projects/p/databases/d/documents/c/.", #"contains a resource id "." at index 35."#),
        ("projects/p/databases/d/documents/./m", #"contains a collection id "." at index 33."#),
        ("projects/p/databases/d/documents/./__x__", #"contains a collection id "." at index 33."#),
        ("projects/p/databases/d/documents/😀/m/é/..", #"contains a resource id ".." at index 40."#),
        (
            "projects/p/databases/d/documents",
            #"is invalid: Omit "/documents" when referencing a database (except as the parent of a document)."#
        ),
    ])
    func `a name of the wrong form is refused, with the place`(name: String, problem: String) {
        #expect(refusal(name, .document) == "Document name \"\(name)\" \(problem)")
        #expect(refusal(name, .resource) == "Resource name \"\(name)\" \(problem)")
    }

    @Test(arguments: [
        ("c/__x__", #"Resource id "__x__" is invalid because it is reserved."#),
        ("c/__id07__", #"Resource id "__id07__" is invalid because it is reserved."#),
        (
            "c/__id9223372036854775808__",
            #"Resource id "__id9223372036854775808__" is invalid because it is not a 64 bit integer."#
        ),
        ("__x__/m", #"Collection id "__x__" is invalid because it is reserved."#),
        ("__id5__/m", #"Collection id "__id5__" is invalid because it is reserved."#),
        ("__x__", #"Collection id "__x__" is invalid because it is reserved."#),
        ("c/__x__/d", #"Resource id "__x__" is invalid because it is reserved."#),
    ])
    func `a name with an id that Firestore refuses is refused`(path: String, message: String) {
        #expect(refusal("\(Wire.root)/\(path)", .document) == message)
        #expect(refusal("\(Wire.root)/\(path)", .resource) == message)
    }

    @Test func `documents and references differ in three texts`() {
        let database = "projects/p/databases/d"
        #expect(refusal(database, .document) == #"Document name "\#(database)" lacks "/" at index 22."#)
        #expect(refusal(database, .resource) == "Non-document resource reference value not supported.")
        let other = "projects/p/databases/d/docs/c/m"
        #expect(refusal(other, .document) == #"Document name "\#(other)" lacks "documents" at index 23."#)
        #expect(refusal(other, .resource) == #"Resource "\#(other)" is not recognized."#)
        let longer = "projects/p/databases/d/documentsX/c/m"
        #expect(refusal(longer, .document) == #"Document name "\#(longer)" lacks "/" at index 32."#)
        #expect(refusal(longer, .resource) == #"Resource "\#(longer)" is not recognized."#)
    }

    /// Where such a name is then refused, and where not, the server's tests tell.
    @Test func `a name that is too long to be stored is read, and knows it`() throws {
        func refusal(_ path: String) throws -> String? {
            try DocumentName(wire: "\(Wire.root)\(path)").path.refusalOfLength?.message
        }
        let fits = String(repeating: "x", count: 1500)
        let long = fits + "x"
        #expect(try refusal("/\(fits)/\(fits)") == nil)
        #expect(try refusal("/c/\(long)") == "The key path element name is longer than 1500 bytes.")
        #expect(try refusal("/\(long)/\(long)") == "The key path element kind is longer than 1500 bytes.")
        #expect(try refusal("/c/" + String(repeating: "é", count: 751)) != nil)
        let deep = String(repeating: "/c/d", count: 100)
        #expect(try refusal(deep) == nil)
        #expect(try refusal("\(deep)/c/d") == "Key path is too long. Cannot exceed 100 elements.")
        #expect(try refusal("\(deep)/c/\(long)") == "Key path is too long. Cannot exceed 100 elements.")
    }

    /// To a server, a slash is a slash, also where it looks like one character with what follows.
    @Test func `a name is cut at every slash`() throws {
        let ids = try DocumentName(wire: "\(Wire.root)/c/\u{301}x").path.segments
        #expect(ids == [ResourceID("c"), ResourceID("\u{301}x")])
        let word = "projects\u{301}/p/databases/d/documents/c/m"
        #expect(refusal(word, .document) == "Document name \"\(word)\" lacks \"/\" at index 8.")
    }

    @Test func `the root, collections and documents are resources`() throws {
        #expect(try ResourceName(wire: Wire.root).segments.isEmpty)
        #expect(try ResourceName(wire: "\(Wire.root)/c").segments == [ResourceID("c")])
        #expect(try ResourceName(wire: "\(Wire.root)/c/__id7__").segments.count == 2)
        #expect(
            try ResourceName(wire: "projects/p/databases/d/documents/c").database
                == DatabaseID(project: "p", database: "d"))
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `a random name comes back from its text`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let name = generator.randomDocumentName()
            #expect(try DocumentName(wire: name.description) == name)
        }
    }
}
