import FirestoreClient
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// Listening over a bad network: what is told in the end is what the server has.
@Suite(.withoutFaults("it makes its own"), .timeLimit(.minutes(2)))
struct BrokenListeningTests {
    /// Waits that are short on a ``PacedClock``.
    private let patience = RetryPolicy(maximumDelay: .seconds(1))

    /// Changes messages at random, and says what is left of them.
    private func write(
        _ count: Int, to db: Firestore, _ generator: inout SeededGenerator
    ) async throws {
        let messages = db.collection("messages")
        for _ in 0..<count {
            let message = messages.document("m\(generator.int(0...7))")
            switch generator.int(0...4) {
            case 0: try await message.delete()
            case 1:
                let batch = db.batch()
                for _ in 0..<3 {
                    batch.setData(
                        ["n": generator.int(0...9)],
                        forDocument: messages.document("m\(generator.int(0...7))"))
                }
                try await batch.commit()
            case _: try await message.setData(["n": generator.int(0...9), "text": "tea? 🍵"])
            }
        }
    }

    /// Results that are followed by the changes of each snapshot.
    private struct Results {
        private var snapshots: Query.QuerySnapshotsSequence.Iterator
        private(set) var list: [String]?

        init(_ query: Query) { snapshots = query.snapshots.makeAsyncIterator() }

        /// Takes snapshots until the results are these.
        mutating func follow(until end: [String]) async throws {
            while list != end {
                let snapshot = try #require(try await snapshots.next())
                var list = list ?? []
                for change in snapshot.documentChanges {
                    if change.type != .added {
                        let old = list.remove(at: Int(change.oldIndex))
                        #expect(old.hasPrefix("\(change.document.documentID)="))
                    }
                    if change.type != .removed {
                        list.insert(change.document.words, at: Int(change.newIndex))
                    }
                }
                #expect(list == snapshot.documents.map(\.words))
                self.list = list
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds(6))
    func `answers that are cut at random lead to what the server has`(_ seed: UInt64) async throws {
        let server = try TestServer()
        let direct = try server.firestore()
        let transport = server.transport
        let network = CutStreams(transport, seed: seed, count: 30)
        let db = try server.firestore(through: network, retryPolicy: patience, clock: PacedClock())
        var generator = SeededGenerator(seed: seed)
        try await write(5, to: direct, &generator)
        func queries(_ db: Firestore) -> [Query] {
            let messages = db.collection("messages")
            return [
                messages, messages.order(by: "n", descending: true).limit(to: 3),
                messages.whereField("n", isGreaterThan: 4),
            ]
        }
        var results = queries(db).map { Results($0) }
        for _ in 0..<12 {
            for (index, query) in queries(direct).enumerated() {
                try await results[index].follow(until: query.getDocuments().documents.map(\.words))
            }
            try await write(generator.int(1...2), to: direct, &generator)
        }
        try await db.terminate()
    }

    @Test(arguments: SeededGenerator.seeds(3))
    func `a proxy that holds answers back and breaks connections leads to what the server has`(
        _ seed: UInt64
    ) async throws {
        var generator = SeededGenerator(seed: seed)
        let kinds: [Fault.Kind] = [
            .pass, .refuse, .resetRequest, .loseAnswer, .cutAnswer, .garbage, .unavailable,
        ]
        let faults = (0..<25).map { _ in Fault.random(generator.pick(kinds), using: &generator) }
        let clock = PacedClock()
        try await ProxiedEmulator.serve(FaultPlan(faults), clock: clock) { emulator in
            var generator = SeededGenerator(seed: seed)
            let (opened, continuation) = AsyncStream.makeStream(of: Void.self)
            let observed = OpeningObserver(emulator.http) {
                if !$0.contains("&CI=1&") { continuation.yield() }
            }
            let db = try Firestore(
                FirestoreSettings(
                    projectID: emulator.direct.settings.projectID,
                    endpoint: .emulator(emulator.proxy.authority),
                    credentials: .emulatorAdmin, retryPolicy: patience
                ),
                transport: observed, clock: clock, generator: SeededGenerator(seed: seed))
            // The proxy shows nothing of an answer that stays open: its time passes at once.
            let time = Task { for await _ in opened { await clock.pass(.seconds(5)) } }
            try await write(5, to: emulator.direct, &generator)
            var results = Results(db.collection("messages"))
            for _ in 0..<8 {
                let held = try await emulator.direct.collection("messages").getDocuments()
                try await results.follow(until: held.documents.map(\.words))
                try await write(1, to: emulator.direct, &generator)
            }
            time.cancel()
            try await db.terminate()
        }
    }
}

/// Tells which streams are opened.
private struct OpeningObserver: HTTPStreamingTransport {
    let base: any HTTPStreamingTransport
    let note: @Sendable (String) -> Void

    init(_ base: any HTTPStreamingTransport, _ note: @escaping @Sendable (String) -> Void) {
        self.base = base
        self.note = note
    }

    func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        try await base.send(request, body: body)
    }

    func open(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPOpenResponse {
        note(request.path ?? "")
        return try await base.open(request, body: body)
    }
}

extension QueryDocumentSnapshot {
    /// `m1=3`.
    fileprivate var words: String { "\(documentID)=\(get("n") as? Int ?? -1)" }
}
