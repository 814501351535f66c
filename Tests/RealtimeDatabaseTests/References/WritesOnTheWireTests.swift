import HTTPTypes
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct WritesOnTheWireTests {
    private func written(
        _ work: @Sendable (DatabaseReference) async throws(DatabaseError) -> Void
    ) async throws -> ScriptedTransport.Request? {
        let server = ScriptedServer([.text("", type: nil, status: 204)])
        try await work(makeDatabase(server, endpoint: .production).reference(withPath: "r"))
        return server.requests.first
    }

    @Test func `a value is put, and no answer asked for`() async throws {
        let request = try await written { reference async throws(DatabaseError) in
            try await reference.setValue([
                "text": "hé\"", "n": 1, "d": 1.5, "on": true, "none": nil, "list": [1, ["x": 2]],
                "at": ServerValue.timestamp(), "count": ServerValue.increment(2),
            ])
        }
        #expect(request?.line == "PUT /r.json?print=silent")
        #expect(request?.head.headerFields[.contentType] == "application/json")
        #expect(
            request?.text
                == #"{"at":{".sv":"timestamp"},"count":{".sv":{"increment":2}},"d":1.5,"list":[1,{"x":2}],"#
                + #""n":1,"none":null,"on":true,"text":"hé\""}"#)
    }

    @Test func `a value of a Swift type is put`() async throws {
        struct Message: Encodable {
            let text: String
            let likes: [String: Bool]
        }
        let request = try await written { reference async throws(DatabaseError) in
            try? reference.setValue(from: Message(text: "hi", likes: ["bob": true]))
            await reference.database.waitForPendingWrites()
        }
        #expect(request?.line == "PUT /r.json?print=silent")
        #expect(
            request.map { $0.text.contains(#""likes":{"bob":true}"#) && $0.text.contains(#""text":"hi""#) }
                == true)
    }

    @Test func `several paths are replaced by one request`() async throws {
        let request = try await written { reference async throws(DatabaseError) in
            try await reference.updateChildValues(["b/c": 1, "a": nil])
        }
        #expect(request?.line == "PATCH /r.json?print=silent")
        #expect(request?.text == #"{"a":null,"b/c":1}"#)
    }

    @Test func `an update of nothing sends nothing`() async throws {
        #expect(
            try await written { reference async throws(DatabaseError) in
                try await reference.updateChildValues([:])
            } == nil)
    }

    @Test func `a place is removed`() async throws {
        let request = try await written { reference async throws(DatabaseError) in
            try await reference.removeValue()
        }
        #expect(request?.line == "DELETE /r.json?print=silent")
        #expect(request?.body == [])
        #expect(request?.head.headerFields[.contentType] == nil)
    }

    @Test func `a server that does not know silence is understood`() async throws {
        let server = ScriptedServer([.json(#"{"a":1}"#)])
        try await makeDatabase(server).reference(withPath: "r").setValue(["a": 1])
    }

    @Test func `new keys sort by the time they were made at`() async throws {
        let times = Times()
        let server = ScriptedServer([.text("", type: nil, status: 204)])
        let database = try makeDatabase(server, milliseconds: { times.next() })
        let list = database.reference(withPath: "list")
        let references = (0..<100).map { _ in list.childByAutoId() }
        let keys = references.compactMap(\.key)
        #expect(Set(keys).count == 100)
        #expect(keys == keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(keys.allSatisfy { $0.utf8.count == 20 })
        try await references[0].setValue(1)
        #expect(server.requests.first?.line == "PUT /list/\(keys[0]).json?print=silent&ns=db")
    }

    @Test(
        arguments: [
            .number(.nan), .number(.infinity), ["a.b": 1], ["a/b": 1], ["": 1], [".sv": "timestamp", "x": 1],
            [".sv": "nonsense"], ["a": [".sv": ["increment": "x"]]], deep(33), deep(100), ["a\n": 1],
            .string(String(repeating: "x", count: 10 * 1024 * 1024 + 1)),
            .object([String(repeating: "x", count: 769): 1]),
        ] as [DatabaseValue])
    func `what no database can hold is refused before it is sent`(_ value: DatabaseValue) async throws {
        let server = ScriptedServer([])
        let reference = try makeDatabase(server).reference()
        let put = try await failure { () async throws(DatabaseError) in try await reference.setValue(value) }
        #expect(put.code == .invalidArgument)
        #expect(put.message.hasPrefix("setValue of /: "))
        let patch = try await failure { () async throws(DatabaseError) in
            try await reference.updateChildValues(["x": value])
        }
        #expect(patch.code == .invalidArgument)
        #expect(server.requests.isEmpty)
    }

    @Test(
        arguments: [
            ["a": 1, "a/b": 1], ["a.b": 1], ["": 1], ["/": 1], ["a/b": 1, "a": nil], ["a": 1, "/a/": 2],
        ] as [[String: DatabaseValue]])
    func `an update whose paths do not go together is refused`(_ values: [String: DatabaseValue]) async throws
    {
        let server = ScriptedServer([])
        let error = try await failure { () async throws(DatabaseError) in
            try await makeRoot(server).updateChildValues(values)
        }
        #expect(error.code == .invalidArgument)
        #expect(server.requests.isEmpty)
    }

    private func makeRoot(_ server: ScriptedServer) throws(DatabaseError) -> DatabaseReference {
        try Database(
            DatabaseSettings(projectID: "p", endpoint: .emulator(host: "localhost", port: 1)),
            transport: server
        ).reference()
    }

    @Test func `a place deep in the tree has less room below it`() async throws {
        let server = ScriptedServer([])
        let path = String(repeating: "k/", count: 31)
        let reference = try makeDatabase(server).reference(withPath: path)
        let error = try await failure { () async throws(DatabaseError) in
            try await reference.setValue(["a": ["b": 1]])
        }
        #expect(error.message.contains("deeper than 32"))
    }
}

/// Goes to and fro, as clocks that are set do.
private final class Times: Sendable {
    private let count = Counter()

    func next() -> UInt64 {
        let count = count.next()
        return 1_700_000_000_000 + UInt64(count / 10) - (count % 7 == 0 ? 5 : 0)
    }
}

/// So many objects, one in the other.
private func deep(_ depth: Int) -> DatabaseValue {
    (0..<depth).reduce(DatabaseValue.boolean(true)) { value, _ in ["k": value] }
}
