import FirestoreClient
import Foundation
import TestSupport
import Testing

/// What an app writes for Firebase's Apple SDK, on a server.
@Suite struct AppCodeTests {
    private struct Message: Codable, Equatable {
        @DocumentID var id: String?
        var text: String
        var count: Int
        var place: GeoPoint
        var embedding: VectorValue
        var author: DocumentReference
        var readBy: [String]
        @ServerTimestamp var sent: Date?
        @ExplicitNull var removed: Date?
    }

    @Test func `a struct comes back from the server as it was written`() async throws {
        let db = try TestServer().firestore()
        let message = Message(
            text: "hi", count: 3, place: GeoPoint(latitude: 1, longitude: 2),
            embedding: VectorValue([0.5, 1]),
            author: db.document("users/bob"), readBy: ["bob"])
        func send() throws -> DocumentReference { try db.collection("messages").addDocument(from: message) }
        let reference = try send()
        let stored = try await reference.getDocument(as: Message.self)
        #expect(stored.id == reference.documentID)
        #expect(stored.sent != nil)
        var expected = message
        (expected.id, expected.sent) = (stored.id, stored.sent)
        #expect(stored == expected)
        #expect(try await reference.getDocument().get("removed") is NSNull)
    }

    @Test func `merging leaves out what is nil`() async throws {
        struct Profile: Codable, Equatable { var name: String?, age: Int? }
        let reference = try TestServer().firestore().document("users/bob")
        func write() throws {
            try reference.setData(from: Profile(name: "Bob", age: 7))
            try reference.setData(from: Profile(age: 8), merge: true)
            try reference.setData(from: Profile(name: "Robert", age: 9), mergeFields: ["age"])
        }
        try write()
        #expect(try await reference.getDocument(as: Profile.self) == Profile(name: "Bob", age: 9))
    }

    @Test func `numbers are aggregated on the server`() async throws {
        let collection = try TestServer().firestore().collection("books")
        try await collection.addDocument(data: ["m": ["pages": 100], "big": Int64.max, "odd": Double.nan])
        try await collection.addDocument(data: ["m": ["pages": 50], "big": Int64.max, "odd": 1])
        let snapshot = try await collection.aggregate([
            .count(), .sum("m.pages"), .average("m.pages"), .sum("big"), .sum("odd"),
        ]).getAggregation(source: .server)
        #expect(snapshot.count == 2)
        #expect(snapshot.get(.sum("m.pages")) as? Int == 150)
        #expect(snapshot.get(.average("m.pages")) as? Double == 75)
        #expect(snapshot.get(.sum("big")) as? Double == 2 * Double(Int64.max))
        #expect((snapshot.get(.sum("odd")) as? Double)?.isNaN == true)
        let none = try await collection.whereField("m.pages", isGreaterThan: 100).aggregate([
            .count(), .sum("m.pages"), .average("m.pages"),
        ]).getAggregation(source: .server)
        #expect(none.count == 0)
        #expect(none.get(.sum("m.pages")) as? Int == 0)
        #expect(none.get(.average("m.pages")) is NSNull)
        #expect(try await collection.limit(to: 1).count.getAggregation(source: .server).count == 1)
    }

    @Test func `vectors sort by their lengths, then by their numbers`() async throws {
        let db = try TestServer().firestore()
        let vectors: [[Double]] = [[-100], [100], [1, 2], [2, 2], [1, 2, 3]]
        for (index, vector) in vectors.enumerated().reversed() {
            try await db.document("v/d\(index)").setData(["v": FieldValue.vector(vector)])
        }
        let found = try await db.collection("v").order(by: "v").getDocuments()
        #expect(found.documents.map(\.documentID) == ["d0", "d1", "d2", "d3", "d4"])
        let middle = try await db.collection("v").order(by: "v")
            .whereField("v", isGreaterThan: VectorValue([100.0])).limit(to: 1).getDocuments()
        #expect(middle.documents.first?.get("v") as? VectorValue == VectorValue([1.0, 2]))
    }

    @Test func `the least and the greatest number stay`() async throws {
        let reference = try TestServer().firestore().document("c/d")
        try await reference.setData(["low": 5, "high": 5])
        try await reference.updateData(["low": FieldValue.minimum(3), "high": FieldValue.maximum(7.5)])
        let snapshot = try await reference.getDocument()
        #expect(snapshot["low"] as? Int == 3)
        #expect(snapshot["high"] as? Double == 7.5)
    }
}
