// What an app may write, with nothing imported but the client: this must compile and work.
import HTTPTypes
import RealtimeDatabase
import TestSupport
import Testing

private struct Message: Codable, Equatable, Sendable {
    var text: String
    var author: String
}

@MainActor
private final class RoomModel {
    let database: Database
    var messages: [Message] = []

    init(database: Database) { self.database = database }

    func send(_ text: String, as user: String, in room: String) async throws -> String? {
        let reference = database.reference(withPath: "messages/\(room)").childByAutoId()
        try await reference.setValue([
            "text": .string(text), "author": "\(user)", "sent": ServerValue.timestamp(),
        ])
        try await database.reference().updateChildValues([
            "rooms/\(room)/last": .string(text), "rooms/\(room)/count": ServerValue.increment(1),
        ])
        return reference.key
    }

    func like(_ message: DatabaseReference, by user: String) async throws -> Bool {
        let result = try await message.child("likes").runTransactionBlock { (currentData: MutableData) in
            if currentData.hasChild(atPath: user) { return TransactionResult.abort() }
            currentData.childData(byAppendingPath: user).value = true
            return TransactionResult.success(withValue: currentData)
        }
        return result.committed
    }

    func follow(_ room: String) async throws {
        let newest = database.reference(withPath: "messages/\(room)").queryOrdered(byChild: "sent")
            .queryLimited(toLast: 20)
        for try await change in newest.changes() {
            messages = try change.snapshot.children.map { try $0.data(as: Message.self) }
            if messages.count == 2 { return }
        }
    }
}

@Suite struct AppCodeTests {
    @Test @MainActor func `an app's model sends, likes and follows`() async throws {
        let feed = Feed()
        let server = ScriptedServer(
            [
                .text("", type: nil, status: 204), .text("", type: nil, status: 204),
                .response(status: 200, fields: [.eTag: "e"], body: Array("null".utf8)),
                .json(#"{"bob":true}"#),
            ], streams: [.stream(feed)])
        let model = RoomModel(database: try makeDatabase(server, clock: ContinuousClock()))
        let key = try #require(try await model.send("hi", as: "alice", in: "r"))
        let liked = try await model.like(model.database.reference(withPath: "messages/r/\(key)"), by: "bob")
        #expect(liked)
        feed.put("/", #"{"b":{"text":"2","author":"x","sent":2},"a":{"text":"3","author":"y","sent":3}}"#)
        try await model.follow("r")
        #expect(model.messages == [Message(text: "2", author: "x"), Message(text: "3", author: "y")])
        #expect(server.remaining == 0)
    }
}
