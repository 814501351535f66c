// Uses each symbol that Documentation/AppleSDK.md lists as present, in the forms that app code has: what is missing does not compile.
import FirestoreClient
import Foundation
import TestSupport
import Testing

@Suite struct AppleSymbolTests {
    private struct Message: Codable, Hashable {
        @DocumentID var id: String?
        @ServerTimestamp var timestamp: Date?
        @ExplicitNull var reply: String?
        var text: String
    }

    private let message = Message(timestamp: nil, reply: nil, text: "a")
    private let messageJSON = documentJSON(
        "chats/c",
        #"""
        {"text":{"stringValue":"a"},"reply":{"nullValue":null},
         "timestamp":{"timestampValue":"2026-01-02T03:04:05Z"}}
        """#)

    @Test func `settings and clients`() async throws {
        let settings = FirestoreSettings()
        settings.host = "127.0.0.1:8080"
        settings.isSSLEnabled = false
        settings.dispatchQueue = DispatchQueue(label: "handlers")
        let unconfigured: [Firestore] = [.firestore(), .firestore(database: "other")]
        #expect(unconfigured.count == 2)

        let db = try makeFirestore()
        db.settings = settings
        db.useEmulator(withHost: "127.0.0.1", port: 8081)
        #expect(db.settings.host == "127.0.0.1:8081")
        let group: Query = db.collectionGroup("messages")
        #expect(group.firestore === db)
        db.batch().commit { _ in }
        db.waitForPendingWrites { _ in }
        try await db.waitForPendingWrites()
        db.terminate { _ in }
        try await db.terminate()
    }

    @Test func `references`() throws {
        let db = try makeFirestore()
        let messages: CollectionReference = db.collection("chats/c/messages")
        #expect(messages.collectionID == "messages")
        #expect(messages.parent?.path == "chats/c")
        #expect(messages.path == "chats/c/messages")
        #expect(messages.document().documentID.count == 20)
        let reference: DocumentReference = messages.document("m")
        #expect(reference.documentID == "m")
        #expect(reference.parent == messages)
        #expect(reference.path == "chats/c/messages/m")
        #expect(reference.firestore === db)
        #expect(reference.collection("likes").path == "chats/c/messages/m/likes")
    }

    /// All writes of references that return at once.
    private func startWrites(_ db: Firestore) throws -> Int {
        let reference = db.document("chats/c")
        let data: [String: Any] = ["text": "a"]
        let messages = reference.collection("messages")
        let added: [DocumentReference] = [
            messages.addDocument(data: data), messages.addDocument(data: data) { _ in },
            try messages.addDocument(from: message),
            try messages.addDocument(from: message, encoder: Firestore.Encoder()) { _ in },
        ]
        reference.setData(data)
        reference.setData(data) { _ in }
        reference.setData(data, merge: true)
        reference.setData(data, merge: true) { _ in }
        reference.setData(data, mergeFields: ["text"])
        reference.setData(data, mergeFields: [FieldPath(["text"])]) { _ in }
        try reference.setData(from: message)
        try reference.setData(from: message, encoder: Firestore.Encoder()) { _ in }
        try reference.setData(from: message, merge: true)
        try reference.setData(from: message, mergeFields: ["text"]) { _ in }
        reference.updateData(data)
        reference.updateData(data) { _ in }
        reference.delete()
        reference.delete { _ in }
        return added.count + 14
    }

    @Test func `writes that return at once`() async throws {
        let transport = ScriptedTransport(Array(repeating: .json(commitJSON()), count: 18))
        let db = try makeFirestore(transport)
        #expect(try startWrites(db) == 18)
        try await db.waitForPendingWrites()
        #expect(transport.remaining == 0)
    }

    @Test func `awaited writes, and batches`() async throws {
        let transport = ScriptedTransport(
            Array(repeating: .json(commitJSON()), count: 6) + [.json(commitJSON(8))])
        let db = try makeFirestore(transport)
        let reference = db.document("chats/c")
        let data: [String: Any] = ["text": "a"]
        try await db.collection("chats").addDocument(data: data)
        try await reference.setData(data)
        try await reference.setData(data, merge: true)
        try await reference.setData(data, mergeFields: ["text"])
        try await reference.updateData(["text": "b", FieldPath(["a.b"]): 1])
        try await reference.delete()

        let batch: WriteBatch = db.batch()
        batch.setData(data, forDocument: reference)
            .setData(data, forDocument: reference, merge: true)
            .setData(data, forDocument: reference, mergeFields: ["text"])
            .updateData(data, forDocument: reference)
            .deleteDocument(reference)
        try batch.setData(from: message, forDocument: reference)
            .setData(from: message, forDocument: reference, merge: true)
            .setData(from: message, forDocument: reference, mergeFields: ["text"])
        // An explicit typed throw needs `async` beside it.
        let commit = { () async throws(FirestoreError) in try await batch.commit() }
        #expect(try await commit().writes.count == 8)
        #expect(transport.remaining == 0)
    }

    @Test func `transactions`() async throws {
        let json = #"[{"found":\#(messageJSON),"readTime":"2026-01-02T03:04:07Z"}]"#
        let one: [ScriptedTransport.Step] = [.begun(), .json(json), .json(commitJSON(8))]
        let db = try makeFirestore(ScriptedTransport(Array(repeating: one, count: 4).flatMap { $0 }))
        let settings = db.settings
        settings.dispatchQueue = DispatchQueue(label: "handlers")
        db.settings = settings
        let (reference, message) = (db.document("chats/c"), message)
        let block = { (transaction: Transaction, errorPointer: NSErrorPointer) -> Any? in
            do {
                let snapshot: DocumentSnapshot = try transaction.getDocument(reference)
                transaction.setData(["text": "a"], forDocument: snapshot.reference)
                    .setData(["text": "a"], forDocument: reference, merge: true)
                    .setData(["text": "a"], forDocument: reference, mergeFields: ["text"])
                    .updateData(["text": "a"], forDocument: reference)
                    .deleteDocument(reference)
                try transaction.setData(from: message, forDocument: reference)
                    .setData(from: message, forDocument: reference, merge: true)
                    .setData(from: message, forDocument: reference, mergeFields: ["text"])
                return snapshot.documentID
            } catch {
                errorPointer?.pointee = error as NSError
                return nil
            }
        }
        let options = TransactionOptions()
        #expect(options.maxAttempts == 5)
        options.maxAttempts = 2
        #expect(try await db.runTransaction(block) as? String == "c")
        #expect(try await db.runTransaction(with: options, block: block) as? String == "c")
        let isDone = await withCheckedContinuation { done in
            db.runTransaction(block) { object, error in
                done.resume(returning: object as? String == "c" && error == nil)
            }
        }
        let isDoneWithOptions = await withCheckedContinuation { done in
            db.runTransaction(with: options, block: block) { object, error in
                done.resume(returning: object as? String == "c" && error == nil)
            }
        }
        #expect(isDone && isDoneWithOptions)
    }

    @Test func `reads and snapshots`() async throws {
        let json = messageJSON
        let transport = ScriptedTransport(Array(repeating: .json(json), count: 4))
        let reference = try makeFirestore(transport).document("chats/c")
        _ = try await reference.getDocument()
        let snapshot: DocumentSnapshot = try await reference.getDocument(source: .server)
        #expect(try await reference.getDocument(as: Message.self).text == "a")
        let behavior: [ServerTimestampBehavior] = [.none, .estimate, .previous]
        let decoder = Firestore.Decoder()
        let decoded = try await reference.getDocument(
            as: Message.self, with: behavior[0], decoder: decoder, source: .default)
        #expect(decoded.id == "c")

        #expect(snapshot.exists && snapshot.reference == reference && snapshot.documentID == "c")
        #expect(!snapshot.metadata.isFromCache && !snapshot.metadata.hasPendingWrites)
        #expect(snapshot.data()?["text"] as? String == "a")
        #expect(snapshot.data(with: .estimate)?["text"] as? String == "a")
        #expect(snapshot.get("text") as? String == "a")
        #expect(snapshot.get(FieldPath(["text"])) as? String == "a")
        #expect(snapshot.get("text", serverTimestampBehavior: .previous) as? String == "a")
        #expect(snapshot["text"] as? String == "a")
        #expect(try snapshot.data(as: Message.self, with: .none, decoder: decoder) == decoded)
        await #expect(throws: FirestoreError.self) { try await reference.getDocument(source: .cache) }
    }

    @Test func `a document of a query always has data`() async throws {
        let json = #"[{"document":\#(documentJSON("chats/c", #"{"n":{"integerValue":"1"}}"#))}]"#
        let query = try makeFirestore(ScriptedTransport([.json(json)])).collection("chats")
        let snapshot: QuerySnapshot = try await query.getDocuments(source: .default)
        #expect(snapshot.count == 1 && !snapshot.isEmpty && !snapshot.metadata.isFromCache)
        let document: QueryDocumentSnapshot = try #require(snapshot.documents.first)
        let data: [String: Any] = document.data()
        let same: [String: Any] = document.data(with: .none)
        #expect(data["n"] as? Double == 1 && same["n"] as? Int == 1)
    }

    @Test func `reads with handlers`() async throws {
        let document = messageJSON
        let count =
            #"[{"result":{"aggregateFields":{"aggregate_0":{"integerValue":"1"}}},"readTime":"2026-01-02T03:04:07Z"}]"#
        let rows = ScriptedTransport.Step.json(#"[{"document":\#(document)}]"#)
        let transport = ScriptedTransport([
            .json(document), .json(document), .json(document), rows, rows, .json(count),
        ])
        let db = try makeFirestore(transport)
        let settings = db.settings
        settings.dispatchQueue = DispatchQueue(label: "handlers")
        db.settings = settings
        let reference = db.document("chats/c")
        func called(_ call: (@escaping @Sendable (Bool) -> Void) -> Void) async -> Bool {
            await withCheckedContinuation { done in call { done.resume(returning: $0) } }
        }
        #expect(await called { done in reference.getDocument { done($0?.exists == true && $1 == nil) } })
        #expect(
            await called { done in reference.getDocument(source: .server) { done($0 != nil && $1 == nil) } })
        #expect(
            await called { done in
                reference.getDocument(as: Message.self) { done((try? $0.get())?.text == "a") }
            })
        let query = reference.parent
        #expect(await called { done in query.getDocuments { done($0?.count == 1 && $1 == nil) } })
        #expect(await called { done in query.getDocuments(source: .server) { done($0 != nil && $1 == nil) } })
        #expect(
            await called { done in
                query.count.getAggregation(source: .server) { done($0?.count == 1 && $1 == nil) }
            })
    }

    /// A client to whose first target `c/a` belongs.
    private func makeListened() throws -> Firestore {
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            return .body(
                ScriptedChannel.frames([.add(2), .put("a", 1), .current(5), .boundary(5)]), .open)
        }
        let db = try makeFirestore(channel, clock: PacedClock())
        let settings = db.settings
        settings.dispatchQueue = DispatchQueue(label: "handlers")
        db.settings = settings
        return db
    }

    @Test(.timeLimit(.minutes(1))) func `listeners`() async throws {
        let reference = try makeListened().document("c/a")
        let query = try makeListened().collection("c").whereField("n", isEqualTo: 1)
        let options = SnapshotListenOptions().withSource(.default).withIncludeMetadataChanges(true)
        let sources: [ListenSource] = [options.source, .cache]
        #expect(sources.first == .default && options.includeMetadataChanges)

        let (heard, continuation) = AsyncStream.makeStream(of: Int.self)
        var listeners: [any ListenerRegistration] = []
        func hear(_ snapshot: DocumentSnapshot?, _ error: (any Error)?) {
            continuation.yield(snapshot?.exists == true && error == nil ? 1 : 0)
        }
        func hear(_ snapshot: QuerySnapshot?, _ error: (any Error)?) {
            continuation.yield(snapshot?.count ?? 0)
        }
        listeners.append(reference.addSnapshotListener { hear($0, $1) })
        listeners.append(reference.addSnapshotListener(includeMetadataChanges: true) { hear($0, $1) })
        listeners.append(reference.addSnapshotListener(options: options) { hear($0, $1) })
        listeners.append(query.addSnapshotListener { hear($0, $1) })
        listeners.append(query.addSnapshotListener(includeMetadataChanges: true) { hear($0, $1) })
        listeners.append(query.addSnapshotListener(options: options) { hear($0, $1) })
        var counts: [Int] = []
        for await count in heard.prefix(6) { counts.append(count) }
        #expect(counts == [1, 1, 1, 1, 1, 1])
        query.addSnapshotListener { _, _ in }

        let documents: DocumentReference.DocumentSnapshotsSequence = reference.snapshots
        for try await snapshot in documents.prefix(1) { #expect(snapshot.exists) }
        for try await snapshot in reference.snapshots(includeMetadataChanges: true).prefix(1) {
            #expect(!snapshot.metadata.isFromCache)
        }
        let results: Query.QuerySnapshotsSequence = query.snapshots(includeMetadataChanges: false)
        for try await snapshot in results.prefix(1) {
            #expect(snapshot.query == query)
            #expect(snapshot.documentChanges(includeMetadataChanges: true).count == 1)
            let change: DocumentChange = try #require(snapshot.documentChanges.first)
            let types: [DocumentChangeType] = [.added, .modified, .removed]
            #expect(types.firstIndex(of: change.type) == 0 && change.document.documentID == "a")
            #expect(change.oldIndex == UInt(NSNotFound) && change.newIndex == 0)
        }
        for try await snapshot in query.snapshots.prefix(1) { #expect(!snapshot.isEmpty) }
        for listener in listeners { listener.remove() }
    }

    @Test func `queries and filters`() throws {
        let db = try makeFirestore()
        let path = FieldPath(["a"])
        let start: Query = db.collection("c")
        let conditions: [Query] = [
            start.whereField("a", isEqualTo: 1), start.whereField(path, isEqualTo: NSNull()),
            start.whereField("a", isNotEqualTo: 1), start.whereField("a", isLessThan: 1),
            start.whereField("a", isLessThanOrEqualTo: 1), start.whereField("a", isGreaterThan: 1),
            start.whereField(path, isGreaterThanOrEqualTo: 1), start.whereField("a", arrayContains: 1),
            start.whereField("a", arrayContainsAny: [1]), start.whereField(path, in: [1]),
            start.whereField(FieldPath.documentID(), notIn: ["x"]),
        ]
        let filters: [Filter] = [
            .whereField("a", isEqualTo: 1), .whereField(path, isNotEqualTo: 1),
            .whereField("a", isLessThan: 1),
            .whereField("a", isLessThanOrEqualTo: 1), .whereField("a", isGreaterThan: 1),
            .whereField("a", isGreaterOrEqualTo: 1), .whereField(path, isGreaterOrEqualTo: 1),
            .whereField("a", arrayContains: 1), .whereField("a", arrayContainsAny: [1]),
            .whereField("a", in: [1]), .whereField(path, notIn: [1]),
        ]
        let combined = start.whereFilter(.andFilter([.orFilter(filters), filters[0]]))
        let ordered = start.order(by: "a").order(by: path, descending: true)
        let ranges: [Query] = [
            ordered.start(at: [1]), ordered.start(after: [1]), ordered.end(at: [1]), ordered.end(before: [1]),
            ordered.limit(to: 1), ordered.limit(toLast: 1),
        ]
        func around(_ document: DocumentSnapshot) -> [Query] {
            [
                start.start(atDocument: document), start.start(afterDocument: document),
                start.end(atDocument: document), start.end(beforeDocument: document),
            ]
        }
        let all = conditions + ranges + [combined]
        #expect(all.allSatisfy { $0 != start && $0.firestore === db })
        let fields: [AggregateField] = [.count(), .sum("a"), .sum(path), .average("a"), .average(path)]
        let aggregate: AggregateQuery = start.aggregate(fields)
        #expect(aggregate.query == start)
    }

    @Test func `values, changes and errors`() throws {
        let changes: [FieldValue] = [
            .delete(), .serverTimestamp(), .arrayUnion([1]), .arrayRemove([1]), .increment(1.5),
            .increment(Int64(1)), .minimum(1.5), .minimum(Int64(1)), .maximum(1.5), .maximum(Int64(1)),
        ]
        #expect(changes.count == 10)
        #expect(FieldValue.vector([1.5]) == VectorValue([1.5]) && VectorValue([1.5]).array == [1.5])
        let point = GeoPoint(latitude: 1, longitude: 2)
        #expect(point.latitude == 1 && point.longitude == 2)
        let time = Timestamp(seconds: 1, nanoseconds: 500_000_000)
        #expect(time.seconds == 1 && time.nanoseconds == 500_000_000)
        #expect(Timestamp(date: time.dateValue()) == time && Timestamp() > time)

        let error: any Error = FirestoreErrorCode(.permissionDenied)
        #expect((error as NSError).domain == FirestoreErrorDomain)
        #expect(FirestoreErrorCode.Code(rawValue: (error as NSError).code) == .permissionDenied)
        do {
            throw error
        } catch FirestoreErrorCode.permissionDenied {
            #expect((error as? FirestoreErrorCode)?.code == .permissionDenied)
        }
        let others: [FirestoreErrorCode.Code] = [
            .OK, .cancelled, .unknown, .invalidArgument, .deadlineExceeded, .notFound, .alreadyExists,
            .resourceExhausted, .failedPrecondition, .aborted, .outOfRange, .unimplemented, .internal,
            .unavailable, .dataLoss, .unauthenticated,
        ]
        #expect(others.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16])
    }

    @Test func `coders and their strategies`() throws {
        let encoder = Firestore.Encoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.dataEncodingStrategy = .base64
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.userInfo = [:]
        let decoder = Firestore.Decoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        decoder.dataDecodingStrategy = .base64
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.userInfo = [:]
        struct Sample: Codable, Equatable {
            var sentAt: Date
            var photo: Data
            var weight: Double
        }
        let sample = Sample(
            sentAt: Date(timeIntervalSince1970: 1), photo: Data([1, 2]), weight: .infinity)
        let fields: [String: Any] = try encoder.encode(sample)
        #expect(fields["sent_at"] as? Double == 1000 && fields["weight"] as? String == "+")
        #expect(try decoder.decode(Sample.self, from: fields) == sample)
        let reference = try makeFirestore().document("c/a")
        #expect(try DocumentReference.wrap(reference) == reference)
        #expect(try String.wrap(reference) == "a")
        #expect(try Date.unwrap(Date.wrap(Timestamp(seconds: 1, nanoseconds: 0))).seconds == 1)
        let sent = Message(timestamp: Date(timeIntervalSince1970: 1), reply: nil, text: "a")
        let read = try Firestore.Decoder().decode(
            Message.self, from: Firestore.Encoder().encode(sent), in: reference)
        #expect(read.id == "a" && read.timestamp == sent.timestamp)
        #expect(throws: FirestoreEncodingError.self) { try JSONEncoder().encode(["a": reference]) }
        #expect(throws: FirestoreDecodingError.self) {
            try JSONDecoder().decode([DocumentReference].self, from: Data("[1]".utf8))
        }
    }
}
