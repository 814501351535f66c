import FirestoreModel
import FirestoreRPC
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("The record of calls")
struct CallLogTests {
    private static let rules = """
        service cloud.firestore { match /databases/{d}/documents {
          match /rooms/{room} { allow read: if exists(/databases/$(d)/documents/members/$(request.auth.uid)); }
        } }
        """
    private let probe = EmulatorProbe(rules: rules)
    private var emulator: Emulator { probe.emulator }

    private func calls(_ query: String = "") -> [JSON] {
        probe.send(.get, "/emulator/v1/projects/p:calls\(query)")["calls"]?.array ?? []
    }

    @Test func `a call has who, what, its outcome and its billed operations`() throws {
        probe.write("rooms/a")
        probe.send(.get, "\(EmulatorProbe.documents)/rooms/a", as: EmulatorProbe.bob)
        let found = calls()
        #expect(found.map { $0["method"]?.string } == ["UpdateDocument", "GetDocument"])
        #expect(found[0]["admin"] == true && found[0]["status"]?.string == "OK")
        #expect(found[0]["writes"] == 1 && found[0]["reads"] == 0)
        let write = found[0]["request"]?["body"]?["writes"]?.array?.first
        #expect(write?["update"]?["fields"]?["n"]?["integerValue"]?.string == "1")
        #expect(found[0]["request"]?["path"]?.string == "\(EmulatorProbe.documents):commit")
        #expect(found[1]["auth"]?["token"]?["mapValue"]?["fields"]?["sub"]?["stringValue"]?.string == "bob")
        #expect(found[1]["status"]?.string == "PERMISSION_DENIED" && found[1]["decision"] == 1)
        #expect(found[1]["targets"]?.array?.map(\.string) == ["rooms/a"])
        // The document that exists() looked up is billed, although the read is denied.
        #expect(found[1]["reads"] == 1)
    }

    @Test func `the last calls are kept, and the last failed ones before them`() {
        probe.send(.get, "\(EmulatorProbe.documents)/rooms/a", as: EmulatorProbe.bob)
        for room in 1...5 { probe.write("rooms/r\(room)") }
        #expect(calls().map { $0["number"] } == [1, 4, 5, 6])
        #expect(calls("?after=4").map { $0["number"] } == [5, 6])
        #expect(calls("?number=5").count == 1 && calls("?limit=1").map { $0["number"] } == [6])
    }

    @Test func `automatic reads are kept apart, but only if they succeed and only read`() {
        probe.write("members/bob")
        for _ in 0..<9 {
            probe.send(
                .get, "\(EmulatorProbe.documents)/rooms/a", as: EmulatorProbe.admin, inBackground: true)
        }
        probe.send(
            .get, "\(EmulatorProbe.documents)/members/bob", as: EmulatorProbe.admin, inBackground: true)
        probe.send(.get, "\(EmulatorProbe.documents)/members/bob", as: EmulatorProbe.bob, inBackground: true)
        probe.send(.delete, "\(EmulatorProbe.documents)/members/bob", inBackground: true)
        let others = calls("?background=false")
        #expect(others.map { $0["method"]?.string }.suffix(2) == ["GetDocument", "DeleteDocument"])
        #expect(others.last?["deletes"] == 1)
        #expect(calls().contains { $0["background"] == true && $0["status"]?.string == "OK" })
    }

    @Test func `other projects have calls of their own`() {
        probe.write("rooms/a")
        probe.send(.get, "/v1/projects/q/databases/(default)/documents/rooms/a")
        #expect(calls().count == 1)
        #expect(probe.send(.get, "/emulator/v1/projects/q:calls")["calls"]?.array?.count == 1)
    }

    @Test func `an empty query is one read, an aggregation one for each thousand`() {
        let query = #""from": [{"collectionId": "rooms"}]"#
        probe.send(.post, "\(EmulatorProbe.documents):runQuery", "{\"structuredQuery\": {\(query)}}")
        probe.send(
            .post, "\(EmulatorProbe.documents):runAggregationQuery",
            "{\"structuredAggregationQuery\": {\"structuredQuery\": {\(query)}, \"aggregations\": [{\"count\": {}}]}}"
        )
        let found = calls()
        #expect(found.map { $0["reads"] } == [1, 1])
        #expect(found.map { $0["targets"]?.array?.first?.string } == ["rooms", "rooms"])
        #expect(
            found[1]["request"]?["body"]?["structuredAggregationQuery"]?["aggregations"]?.array?.count == 1)
    }

    @Test func `of a large call only the outcome is kept`() {
        let text = String(repeating: "x", count: 70_000)
        probe.send(
            .patch, "\(EmulatorProbe.documents)/rooms/a", #"{"fields": {"t": {"stringValue": "\#(text)"}}}"#)
        #expect(calls().first?["writes"] == 1 && calls().first?["request"] == nil)
    }

    @Test func `a fault is the outcome that the client sees`() throws {
        emulator.front.core.faults.set(
            try EmulatorFaults(json: #"{"faults": [{"status": "UNAVAILABLE", "afterwards": true}]}"#))
        let request = HTTPRequest(
            method: .delete, scheme: "http", authority: "127.0.0.1:1",
            path: "\(EmulatorProbe.documents)/rooms/a",
            headerFields: [.authorization: EmulatorProbe.admin])
        _ = emulator.front.reply(to: request, body: [])
        #expect(calls().first?["status"]?.string == "UNAVAILABLE" && calls().first?["deletes"] == 1)
    }

    @Test func `an open listener shows what it costs until it is closed`() throws {
        probe.write("rooms/a")
        var metadata = CallMetadata(authorization: EmulatorProbe.admin, sentBy: .grpc)
        metadata.isInBackground = true
        let stream = try emulator.front.service.listen(metadata) {}
        let query = StructuredQuery(from: [StructuredQuery.CollectionSelector("rooms")])
        let target = Target(.query(query, parent: "projects/p/databases/(default)/documents"), id: 7)
        stream.receive(ListenRequest(database: "projects/p/databases/(default)", .addTarget(target)))
        _ = stream.take()
        probe.write("rooms/b")
        _ = stream.take()
        let answer = probe.send(.get, "/emulator/v1/projects/p:calls")
        let open = try #require(answer["listeners"]?.array?.first)
        #expect(open["open"] == true && open["reads"] == 2 && open["protocol"]?.string == "gRPC")
        stream.receive(ListenRequest(database: "projects/p/databases/(default)", .removeTarget(7)))
        _ = stream.take()
        #expect(probe.send(.get, "/emulator/v1/projects/p:calls")["listeners"]?.array == [])
        #expect(calls().first { $0["method"]?.string == "Listen" }?["reads"] == 2)
    }

    /// Opens a stream, with a listener of one document.
    private func listen(
        as caller: String, by sender: CallProtocol
    ) throws -> any RPCStream<ListenRequest, ListenResponse> {
        let stream = try emulator.front.service.listen(
            CallMetadata(authorization: caller, sentBy: sender)
        ) {}
        let name = WrittenName("projects/p/databases/(default)/documents/rooms/a")
        stream.receive(
            ListenRequest(
                database: "projects/p/databases/(default)", .addTarget(Target(.documents([name]), id: 1))))
        _ = stream.take()
        return stream
    }

    @Test func `a denied listener is a failed call, and never open`() throws {
        let stream = try listen(as: EmulatorProbe.bob, by: .webChannel)
        defer { stream.cancel() }
        let call = try #require(calls().first)
        #expect(call["status"]?.string == "PERMISSION_DENIED" && call["decision"] == 1 && call["open"] == nil)
        #expect(emulator.front.core.calls?.listeners.isEmpty == true)
    }

    @Test func `a stream that ends closes its listeners`() throws {
        let stream = try listen(as: EmulatorProbe.admin, by: .grpc)
        #expect(emulator.front.core.calls?.listeners.count == 1)
        stream.cancel()
        #expect(emulator.front.core.calls?.listeners.isEmpty == true)
    }

    @Test func `after a reset no call has a decision that is gone`() {
        probe.send(.get, "\(EmulatorProbe.documents)/rooms/a", as: EmulatorProbe.bob)
        #expect(calls().first?["decision"] == 1)
        probe.send(.post, "/reset")
        #expect(calls().first?["method"]?.string == "GetDocument" && calls().first?["decision"] == nil)
    }

    @Test func `without a record there are no calls`() {
        let emulator = Emulator()
        #expect(emulator.front.core.calls == nil)
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "127.0.0.1:1", path: "/emulator/v1/projects/p:calls")
        let answer = try? JSONParser.parse(emulator.front.respond(to: request, body: []).body)
        #expect(answer?["isRecording"] == false && answer?["calls"]?.array == [])
    }

    // MARK: Replay

    @Test func `a request is decided again on the present data, by these rules or by others`() throws {
        probe.send(.get, "\(EmulatorProbe.documents)/rooms/a", as: EmulatorProbe.bob)
        func replay(_ body: String) -> JSON { probe.send(.post, "/emulator/v1/projects/p:replay", body) }
        #expect(replay(#"{"number": 1}"#)["allowed"] == false)
        probe.write("members/bob")
        #expect(replay(#"{"number": 1}"#)["allowed"] == true)
        let closed =
            "service cloud.firestore { match /databases/{d}/documents { match /rooms/{r} { allow read: if false; } } }"
        #expect(replay(#"{"number": 1, "content": "\#(closed)"}"#)["allowed"] == false)
        #expect(replay(#"{"number": 1, "content": "nonsense"}"#)["error"]?["code"] == 400)
        #expect(replay(#"{"number": 9}"#)["error"]?["code"] == 404)
        // It leaves nothing behind.
        #expect(emulator.recentDecisions(project: "p").count == 1)
    }

    @Test func `a denied write is decided again, and writes nothing`() {
        probe.send(.patch, "\(EmulatorProbe.documents)/rooms/a", #"{"fields": {}}"#, as: EmulatorProbe.bob)
        let open = "service cloud.firestore { match /{p=**} { allow write: if true; } }"
        let answer = probe.send(
            .post, "/emulator/v1/projects/p:replay", #"{"number": 1, "content": "\#(open)"}"#)
        #expect(answer["allowed"] == true)
        #expect(probe.send(.get, "\(EmulatorProbe.documents)/rooms/a")["error"]?["code"] == 404)
    }
}
