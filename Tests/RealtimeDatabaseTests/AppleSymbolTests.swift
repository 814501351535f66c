// Uses each symbol that Documentation/AppleSDK.md lists as present, in the forms that app code has: what is missing does not compile.
import Dispatch
import Foundation
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct AppleSymbolTests {
    private struct Message: Codable, Equatable {
        var text: String
        @ServerTimestamp var sent: Date?
    }

    private let world: EmbeddedDatabase
    private let reference: DatabaseReference
    private let recorder = Recorder()

    init() throws {
        world = try EmbeddedDatabase()
        world.admin.callbackQueue = DispatchQueue(label: "handlers")
        reference = world.admin.reference(withPath: "r")
    }

    @Test func `databases and references`() throws {
        let shared: [Database] = [.database(), .database(url: "https://other.firebaseio.com")]
        #expect(shared.count == 2)
        let database = try makeDatabase(endpoint: .production)
        database.useEmulator(withHost: "127.0.0.1", port: 9001)
        let queue = DispatchQueue(label: "callbacks")
        database.callbackQueue = queue
        #expect(database.callbackQueue === queue)

        let root: DatabaseReference = database.reference()
        let message: DatabaseReference = database.reference(withPath: "messages/m")
        #expect(message.url == "http://127.0.0.1:9001/messages/m")
        #expect(message.description == message.url)
        #expect(database.reference(fromURL: message.url) == message)
        #expect(root.child("messages").child("m") == message)
        #expect(message.key == "m" && message.parent?.key == "messages" && message.root == root)
        #expect(message.database === database && message.ref == message)
        #expect(message.childByAutoId().key?.count == 20)
    }

    private func note(_ error: (any Error)?, _ reference: DatabaseReference) {
        recorder.note((error as? DatabaseError)?.code.rawValue ?? (error == nil ? "done" : "?"))
    }

    /// All writes that return at once.
    private func startWrites() throws {
        let values: [AnyHashable: Any] = ["a": 1, "at": ServerValue.timestamp()]
        reference.setValue(1)
        reference.setValue(["a": 1], withCompletionBlock: note)
        reference.setValue(nil, andPriority: nil)
        reference.setValue(1, andPriority: nil, withCompletionBlock: note)
        try reference.setValue(from: Message(text: "a"))
        try reference.setValue(
            from: Message(text: "b"), encoder: Database.Encoder(), completion: { note($0, reference) })
        reference.updateChildValues(values)
        reference.updateChildValues(values) { error, reference in note(error, reference) }
        reference.removeValue()
        reference.removeValue(completionBlock: note)
    }

    @Test func `writes that return at once`() async throws {
        try startWrites()
        #expect(await recorder.take(5) == Array(repeating: "done", count: 5))
        #expect(await !(try reference.getData()).exists())
    }

    @Test func `awaited writes`() async throws {
        let value: Any? = ["a": 1, "n": ServerValue.increment(NSNumber(value: 2))] as [String: Any]
        let values: [AnyHashable: Any] = ["b": true, "n": ServerValue.increment(NSNumber(value: 3))]
        let written: [DatabaseReference] = [
            try await reference.setValue(value),
            try await reference.setValue(value, andPriority: nil),
            try await reference.updateChildValues(values),
        ]
        #expect(written == [reference, reference, reference])
        #expect(try await reference.getData().databaseValue == ["a": 1, "b": true, "n": 7])
        #expect(try await reference.removeValue() == reference)
    }

    /// All writes that no server takes over REST.
    private func startUnsupportedWrites() {
        let values: [AnyHashable: Any] = ["a": 1]
        reference.setPriority(1)
        reference.setPriority(1, withCompletionBlock: note)
        reference.onDisconnectSetValue(1)
        reference.onDisconnectSetValue(1, withCompletionBlock: note)
        reference.onDisconnectSetValue(1, andPriority: 1)
        reference.onDisconnectSetValue(1, andPriority: 1, withCompletionBlock: note)
        reference.onDisconnectRemoveValue()
        reference.onDisconnectRemoveValue(completionBlock: note)
        reference.onDisconnectUpdateChildValues(values)
        reference.onDisconnectUpdateChildValues(values, withCompletionBlock: note)
        reference.cancelDisconnectOperations()
        reference.cancelDisconnectOperations(completionBlock: note)
    }

    @Test func `writes that fail`() async throws {
        startUnsupportedWrites()
        #expect(await recorder.take(6) == Array(repeating: "unsupported", count: 6))
        let values: [AnyHashable: Any] = ["a": 1]
        #expect(await isUnsupported { try await reference.setPriority(1) })
        #expect(await isUnsupported { try await reference.onDisconnectSetValue(1) })
        #expect(await isUnsupported { try await reference.onDisconnectSetValue(1, andPriority: nil) })
        #expect(await isUnsupported { try await reference.onDisconnectRemoveValue() })
        #expect(await isUnsupported { try await reference.onDisconnectUpdateChildValues(values) })
        #expect(await isUnsupported { try await reference.cancelDisconnectOperations() })
    }

    private func isUnsupported(_ call: () async throws -> DatabaseReference) async -> Bool {
        do {
            _ = try await call()
            return false
        } catch {
            return (error as? DatabaseError)?.code == .unsupported
        }
    }

    /// All transactions that return at once.
    private func startTransactions() {
        let addOne = { (data: MutableData) -> TransactionResult in
            data.value = (data.value as? Int ?? 0) + 1
            return TransactionResult.success(withValue: data)
        }
        reference.runTransactionBlock(addOne)
        reference.runTransactionBlock(addOne) { error, committed, snapshot in
            recorder.note("\(error == nil) \(committed) \(snapshot?.value as? Int ?? 0)")
        }
        reference.runTransactionBlock(
            { _ in TransactionResult.abort() },
            andCompletionBlock: { error, committed, snapshot in
                recorder.note("\(error == nil) \(committed) \(snapshot?.value as? Int ?? 0)")
            }, withLocalEvents: false)
    }

    @Test func `transactions`() async throws {
        startTransactions()
        #expect(await recorder.take(2) == ["true true 2", "true false 2"])
        let (committed, snapshot) = try await reference.runTransactionBlock { data in
            data.value = ["a": ["b": 1]]
            let child: MutableData = data.childData(byAppendingPath: "a")
            let children = data.children.compactMap { $0.value as? [String: Any] }
            #expect(data.key == "r" && data.priority == nil && child.key == "a")
            #expect(data.hasChildren() && data.hasChild(atPath: "a/b") && data.childrenCount == 1)
            #expect(children.count == 1 && data.children.allObjects.count == 1)
            return .success(withValue: data)
        }
        #expect(committed && snapshot.hasChild("a/b"))
    }

    @Test func `snapshots`() async throws {
        try await reference.setValue(["list": ["x", "y"], "n": 1.5] as [String: Any])
        let snapshot: DataSnapshot = try await reference.getData()
        let list: DataSnapshot = snapshot.childSnapshot(forPath: "list")
        #expect(snapshot.ref == reference && snapshot.key == "r" && snapshot.exists())
        #expect(snapshot.hasChild("n") && snapshot.hasChildren() && snapshot.childrenCount == 2)
        #expect((snapshot.value as? [String: Any])?["n"] as? Double == 1.5 && snapshot.priority == nil)
        #expect(list.value as? [String] == ["x", "y"])
        #expect(list.valueInExportFormat() as? [String: String] == ["0": "x", "1": "y"])
        #expect(try list.data(as: [String].self, decoder: Database.Decoder()) == ["x", "y"])
        let children = snapshot.children
        #expect(children.map(\.key) == ["list", "n"] && children.allObjects.count == 2)
        #expect((children.nextObject() as? DataSnapshot)?.key == "list")
    }

    private func note(_ type: DataEventType, _ form: String) -> (DataSnapshot) -> Void {
        { [recorder] snapshot in recorder.note("\(form) \(type) \(snapshot.key)") }
    }

    private func note(_ type: DataEventType, _ form: String) -> (DataSnapshot, String?) -> Void {
        { [recorder] snapshot, previous in recorder.note("\(form) \(type) \(snapshot.key) \(previous ?? "-")")
        }
    }

    private func ignore(_ error: any Error) { recorder.note("cancelled") }

    /// All forms of observers, on a location with one child.
    private func startObserving() -> [DatabaseHandle] {
        reference.observeSingleEvent(of: .value, with: note(.value, "single"))
        reference.observeSingleEvent(of: .value, with: note(.value, "single"), withCancel: ignore)
        reference.observeSingleEvent(of: .childAdded, andPreviousSiblingKeyWith: note(.childAdded, "single"))
        reference.observeSingleEvent(
            of: .childAdded, andPreviousSiblingKeyWith: note(.childAdded, "single"), withCancel: ignore)
        let query: DatabaseQuery = reference.queryOrderedByKey()
        return [
            query.observe(.value, with: note(.value, "all")),
            query.observe(.value, with: note(.value, "all"), withCancel: ignore),
            query.observe(.childAdded, andPreviousSiblingKeyWith: note(.childAdded, "all")),
            query.observe(
                .childAdded, andPreviousSiblingKeyWith: note(.childAdded, "all"), withCancel: ignore),
        ]
    }

    @Test func `observers`() async throws {
        try await reference.setValue(["a": 1])
        reference.keepSynced(true)
        let handles = startObserving()
        let notes = await recorder.take(8)
        #expect(
            Set(notes) == ["single value r", "single childAdded a -", "all value r", "all childAdded a -"])
        #expect(notes.count { $0.hasPrefix("all") } == 4)
        reference.queryOrderedByKey().removeObserver(withHandle: handles[0])
        reference.removeAllObservers()
        let (snapshot, previous) = try await reference.observeSingleEventAndPreviousSiblingKey(of: .value)
        #expect(snapshot.value as? [String: Int] == ["a": 1] && previous == nil)
        let types: [DataEventType] = [.childAdded, .childRemoved, .childChanged, .childMoved, .value]
        #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test func `reads with handlers`() async throws {
        let exists = await withCheckedContinuation { done in
            reference.getData(completion: { error, snapshot in
                done.resume(returning: error == nil && snapshot?.exists() == true)
            })
        }
        #expect(!exists)
    }

    @Test func `queries`() async throws {
        let start: DatabaseQuery = reference
        let value: Any? = 1
        let ordered = start.queryOrdered(byChild: "a")
        let queries: [DatabaseQuery] = [
            ordered, start.queryOrderedByKey(), start.queryOrderedByValue(), start.queryOrderedByPriority(),
            start.queryLimited(toFirst: UInt(1)), start.queryLimited(toLast: 1),
            ordered.queryStarting(atValue: value), ordered.queryStarting(atValue: value, childKey: "k"),
            ordered.queryStarting(afterValue: value), ordered.queryStarting(afterValue: value, childKey: "k"),
            ordered.queryEnding(atValue: value), ordered.queryEnding(atValue: value, childKey: "k"),
            ordered.queryEnding(beforeValue: value), ordered.queryEnding(beforeValue: value, childKey: "k"),
            ordered.queryEqual(toValue: value), ordered.queryEqual(toValue: value, childKey: "k"),
        ]
        #expect(Set(queries).count == queries.count && queries.allSatisfy { $0.ref == reference })
        for query in queries where query != start.queryOrderedByPriority() { _ = try await query.getData() }
        #expect(try await failure(start.queryOrderedByPriority().getData).code == .unsupported)
    }

    @Test func `coders and their strategies, and errors`() throws {
        let encoder = Database.Encoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.dataEncodingStrategy = .base64
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.userInfo = [:]
        let decoder = Database.Decoder()
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
            @ServerTimestamp var readAt: Date?
        }
        let sample = Sample(
            sentAt: Date(timeIntervalSince1970: 1), photo: Data([1, 2]), weight: .infinity,
            readAt: Date(timeIntervalSince1970: 2))
        let fields = try #require(try encoder.encode(sample) as? [String: Any])
        #expect(fields["sent_at"] as? Double == 1000 && fields["weight"] as? String == "+")
        #expect(fields["read_at"] as? Int == 2000)
        #expect(try decoder.decode(Sample.self, from: fields) == sample)
    }

    private static func formatter() -> DateFormatter {
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
        return formatter
    }

    /// The remaining strategies.
    private let encoders: [(Database.Encoder) -> Void] = [
        { $0.dateEncodingStrategy = .deferredToDate }, { $0.dateEncodingStrategy = .secondsSince1970 },
        { $0.dateEncodingStrategy = .iso8601 },
        { $0.dateEncodingStrategy = .formatted(AppleSymbolTests.formatter()) },
        { $0.dateEncodingStrategy = .custom { _, encoder in try 1.encode(to: encoder) } },
        { $0.dataEncodingStrategy = .deferredToData },
        { $0.dataEncodingStrategy = .custom { _, encoder in try "x".encode(to: encoder) } },
        { $0.nonConformingFloatEncodingStrategy = .throw }, { $0.keyEncodingStrategy = .useDefaultKeys },
        { $0.keyEncodingStrategy = .custom { $0[0] } },
    ]

    private let decoders: [(Database.Decoder) -> Void] = [
        { $0.dateDecodingStrategy = .deferredToDate }, { $0.dateDecodingStrategy = .secondsSince1970 },
        { $0.dateDecodingStrategy = .iso8601 },
        { $0.dateDecodingStrategy = .formatted(AppleSymbolTests.formatter()) },
        { $0.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: 1) } },
        { $0.dataDecodingStrategy = .deferredToData },
        { $0.dataDecodingStrategy = .custom { _ in Data([1]) } },
        { $0.nonConformingFloatDecodingStrategy = .throw }, { $0.keyDecodingStrategy = .useDefaultKeys },
        { $0.keyDecodingStrategy = .custom { $0[0] } },
    ]

    @Test func `each strategy fits its decoding one`() throws {
        struct Sample: Codable, Equatable {
            var time: Date
            var bytes: Data
        }
        #expect(encoders.count == decoders.count)
        for (encode, decode) in zip(encoders, decoders) {
            let (encoder, decoder) = (Database.Encoder(), Database.Decoder())
            encode(encoder)
            decode(decoder)
            let sample = Sample(time: Date(timeIntervalSince1970: 1), bytes: Data([1]))
            #expect(try decoder.decode(Sample.self, from: encoder.encode(sample)) == sample)
        }
    }

    @Test func `values of the server, and errors`() throws {
        let timestamp: [AnyHashable: Any] = ServerValue.timestamp()
        #expect(timestamp as? [String: String] == [".sv": "timestamp"])
        let error: any Error = DatabaseError(.permissionDenied, "denied")
        #expect((error as NSError).domain == "com.firebase" && (error as NSError).code == 1)
    }
}
