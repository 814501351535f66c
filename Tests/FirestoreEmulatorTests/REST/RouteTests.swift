import HTTPTypes
import Testing

@testable import FirestoreEmulator

@Suite("Routes in tables")
struct RouteTableTests {
    private static let database = "projects/p/databases/(default)"
    private static let root = database + "/documents"

    @Test(
        arguments: [
            ("GET", "/", .control(.health)), ("GET", "", .control(.health)),
            ("GET", "/v1/\(root)/c/a", .service(.getDocument(name: "\(root)/c/a"))),
            ("GET", "/v1beta1/\(root)/c/a", .service(.getDocument(name: "\(root)/c/a"))),
            ("GET", "/v1/\(root)/c/a:b", .service(.getDocument(name: "\(root)/c/a:b"))),
            ("GET", "/v1/\(root)/c", .service(.listDocuments(name: "\(root)/c"))),
            ("GET", "/v1/\(root)/", .service(.listDocuments(name: "\(root)/"))),
            ("GET", "/v1/\(root)/c/a/", .service(.listDocuments(name: "\(root)/c/a/"))),
            ("GET", "/v1/\(root)//c", .service(.getDocument(name: "\(root)//c"))),
            ("POST", "/v1/\(root)/c", .service(.createDocument(parent: root, collectionID: "c"))),
            (
                "POST", "/v1/\(root)/c/a/d",
                .service(.createDocument(parent: "\(root)/c/a", collectionID: "d"))
            ),
            (
                "POST", "/v1/\(root)/c:commit",
                .service(.createDocument(parent: root, collectionID: "c:commit"))
            ),
            ("POST", "/v1/\(root)/c/a", .service(.createDocument(parent: "\(root)/c", collectionID: "a"))),
            ("PATCH", "/v1/\(root)/c/a", .service(.patchDocument(name: "\(root)/c/a"))),
            ("PATCH", "/v1/\(root)/c", .service(.patchDocument(name: "\(root)/c"))),
            ("DELETE", "/v1/\(root)/c/a", .service(.deleteDocument(name: "\(root)/c/a"))),
            ("POST", "/v1/\(root):batchGet", .service(.batchGet(database: database))),
            ("POST", "/v1/\(root):commit", .service(.commit(database: database))),
            ("POST", "/v1/\(root):beginTransaction", .service(.beginTransaction(database: database))),
            ("POST", "/v1/\(root):rollback", .service(.rollback(database: database))),
            ("POST", "/v1/\(root):runQuery", .service(.runQuery(parent: root))),
            ("POST", "/v1/\(root)/c/a:runQuery", .service(.runQuery(parent: "\(root)/c/a"))),
            ("POST", "/v1/\(root)/c:runQuery", .service(.runQuery(parent: "\(root)/c"))),
            ("POST", "/v1/\(root):batchWrite", .service(.batchWrite(database: database))),
            ("POST", "/v1/\(root):runAggregationQuery", .service(.runAggregationQuery(parent: root))),
            ("POST", "/v1/\(root)/c/a:partitionQuery", .service(.partitionQuery(parent: "\(root)/c/a"))),
            ("POST", "/v1/\(root)/:listCollectionIds", .service(.listCollectionIDs(parent: "\(root)/"))),
            (
                "POST", "/v1/\(root)/c/a:b:runQuery",
                .service(.createDocument(parent: "\(root)/c", collectionID: "a:b:runQuery"))
            ),
            (
                "POST", "/v1/\(root)/c/a:batchWrite",
                .service(.createDocument(parent: "\(root)/c", collectionID: "a:batchWrite"))
            ),
            ("POST", "/emulator/v1/projects/p:export", .control(.exportDocuments(project: "p"))),
            ("POST", "/emulator/v1/projects/p:import", .control(.importDocuments(project: "p"))),
            ("POST", "/emulator/v1/projects/p:requiredIndex", .control(.getRequiredIndex(project: "p"))),
            ("GET", "/emulator/v1/memory", .control(.getMemory)),
            ("GET", "/emulator/v1/clock", .control(.getClock)),
            ("GET", "/emulator/v1/listening", .control(.getListening)),
            ("PUT", "/emulator/v1/listening", .control(.setListening)),
            ("PUT", "/emulator/v1/clock", .control(.setClock)),
            ("POST", "/reset", .control(.reset)),
            (
                "POST", "/v1/projects//databases//documents:commit",
                .service(.commit(database: "projects//databases/"))
            ),
            ("DELETE", "/emulator/v1/\(root)", .control(.clearDatabase(name: root))),
            ("DELETE", "/emulator/v1/\(root)/", .control(.clearCollection(name: "\(root)/"))),
            ("DELETE", "/emulator/v1/\(root)/c", .control(.clearCollection(name: "\(root)/c"))),
            ("DELETE", "/emulator/v1/\(root)/c/a", .control(.clearDocument(name: "\(root)/c/a"))),
            ("GET", "/emulator/v1/projects/p:securityRules", .control(.getRules(project: "p"))),
            ("PUT", "/emulator/v1/projects/a:b:securityRules", .control(.setRules(project: "a:b"))),
        ] as [(String, String, Route)])
    func `a path leads to its route`(method: String, path: String, expected: Route) throws {
        #expect(Route(try #require(HTTPRequest.Method(method)), path) == expected)
    }

    @Test(
        arguments: [
            ("HEAD", "/"), ("POST", "/"), ("GET", "//"), ("GET", "/v1"), ("GET", "/v1/"),
            ("GET", "/v2/\(root)/c/a"), ("GET", "/V1/\(root)/c/a"), ("GET", "/v1/\(root)"),
            ("GET", "/v1/\(database)"), ("GET", "/v1/x/p/databases/d/documents/c/a"),
            ("GET", "/v1/projects/p/x/d/documents/c/a"), ("GET", "/v1/\(database)/docs/c/a"),
            ("PUT", "/v1/\(root)/c/a"), ("HEAD", "/v1/\(root)/c/a"), ("OPTIONS", "/v1/\(root)/c/a"),
            ("GET", "/v1/\(root):commit"), ("POST", "/v1/\(root):Commit"),
            ("POST", "/v1/\(root):"), ("POST", "/v1/\(root)"), ("POST", "/v1/\(root):commit:commit"),
            ("POST", "/v1/\(database):commit"), ("DELETE", "/v1/\(root)"), ("GET", "/v1/\(root):batchWrite"),
            ("GET", "/reset"), ("POST", "/reset/"), ("POST", "/shutdown"), ("POST", "/emulator/v1/clock"),
            ("PUT", "/emulator/v1/memory"),
            ("GET", "/emulator/v1/projects/p:export"), ("POST", "/emulator/v1/projects/p:nothing"),
            ("GET", "/emulator/v1/\(root)"), ("DELETE", "/emulator/v1/\(database)"),
            ("DELETE", "/emulator/v1/\(database)/documentsx"),
            ("GET", "/emulator/v1/projects/:securityRules"),
            ("POST", "/emulator/v1/projects/p:securityRules"),
            ("GET", "/emulator/v1/projects/p/q:securityRules"), ("PUT", "/emulator/v1/projects/p"),
        ])
    func `other paths lead nowhere`(method: String, path: String) throws {
        #expect(Route(try #require(HTTPRequest.Method(method)), path) == nil)
    }
}
