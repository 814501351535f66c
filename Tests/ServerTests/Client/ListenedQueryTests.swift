import FirestoreClient
import TestSupport
import Testing

/// Whatever a query asks for, a listener holds what a read returns, in the same order.
@Suite(.timeLimit(.minutes(2)))
struct ListenedQueryTests {
    /// A query, the last snapshot of its listener, and the list that the changes have made.
    private struct Listened {
        let query: Query
        private var snapshots: Query.QuerySnapshotsSequence.Iterator
        private(set) var list: [String]?

        init(_ query: Query) {
            self.query = query
            snapshots = query.snapshots.makeAsyncIterator()
        }

        /// Takes snapshots until they are what the server has now.
        mutating func follow() async throws {
            let end = try await query.getDocuments().documents.map(\.content)
            while list != end {
                let snapshot = try #require(try await snapshots.next())
                var list = list ?? []
                for change in snapshot.documentChanges {
                    if change.type != .added { list.remove(at: Int(change.oldIndex)) }
                    if change.type != .removed {
                        list.insert(change.document.content, at: Int(change.newIndex))
                    }
                }
                #expect(list == snapshot.documents.map(\.content))
                self.list = list
            }
        }
    }

    private func queries(_ db: Firestore) -> [Query] {
        let messages = db.collection("rooms/r1/messages")
        return [
            messages, db.collectionGroup("messages"),
            messages.order(by: FieldPath.documentID()).limit(to: 4),
            messages.order(by: "a").order(by: "b", descending: true),
            messages.order(by: "a", descending: true).limit(to: 3),
            messages.order(by: "a").limit(toLast: 3),
            messages.order(by: "a").start(after: [2]).end(at: [5]),
            messages.order(by: "a").order(by: "b").start(at: [1, 3]).limit(to: 4),
            messages.whereField("a", isGreaterThanOrEqualTo: 2).whereField("b", isLessThan: 4),
            messages.whereField("a", isNotEqualTo: 3), messages.whereField("a", notIn: [1, 2]),
            messages.whereField("a", in: [1, 2, 3]).limit(to: 3),
            messages.whereField("tags", arrayContains: "x").order(by: "b"),
            messages.whereFilter(
                .orFilter([.whereField("a", isEqualTo: 1), .whereField("b", isGreaterThan: 2)])),
            messages.whereField(FieldPath.documentID(), isGreaterThan: "m3"),
            messages.order(by: "mixed"), messages.order(by: "m.n", descending: true).limit(to: 2),
        ]
    }

    @Test(arguments: SeededGenerator.seeds(3))
    func `listeners of all kinds of queries agree with reads after random writes`(
        _ seed: UInt64
    ) async throws {
        let server = try TestServer()
        let db = try server.firestore(clock: ContinuousClock())
        var generator = SeededGenerator(seed: seed)
        func data() -> [String: Any] {
            let mixed: [Any] = [
                1, 1.0, 1.5, "s", true, Timestamp(seconds: 1, nanoseconds: 0), ["k": 1], [1, 2],
            ]
            var data: [String: Any] = ["tags": generator.list(0...2) { $0.pick(["x", "y"]) }]
            if !generator.oneIn(5) { data["a"] = generator.int(0...6) }
            if !generator.oneIn(5) { data["b"] = generator.int(0...6) }
            if !generator.oneIn(3) { data["mixed"] = generator.pick(mixed) }
            if !generator.oneIn(3) { data["m"] = ["n": generator.int(0...3)] }
            return data
        }
        func write() async throws {
            let batch = db.batch()
            for _ in 0..<generator.int(1...4) {
                let room = generator.oneIn(4) ? "r2" : "r1"
                let message = db.document("rooms/\(room)/messages/m\(generator.int(0...9))")
                if generator.oneIn(4) {
                    batch.deleteDocument(message)
                } else {
                    batch.setData(data(), forDocument: message)
                }
            }
            try await batch.commit()
        }
        for _ in 0..<4 { try await write() }
        var listened = queries(db).map { Listened($0) }
        for _ in 0..<12 {
            for index in listened.indices { try await listened[index].follow() }
            try await write()
        }
        try await db.terminate()
    }
}

extension QueryDocumentSnapshot {
    /// The document's path and fields.
    fileprivate var content: String {
        let fields = data().sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return "\(reference.path) \(fields.joined(separator: " "))"
    }
}
