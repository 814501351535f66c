import FirestoreClient
import FirestoreEmulator
import HTTPTransport
import ReadReceipts
import ReceiptWorker
import SQLite
import Synchronization
import TestSupport

/// A worker, two members and a server for some minutes of virtual time, on a bad network and a bad disk.
final class Simulation: Sendable {
    /// What came of it.
    struct Outcome: Sendable {
        var failures: [String] = []
        var events = 0
        var crashes = 0
    }

    private struct State {
        var outcome = Outcome()
        var isOver = false
        /// The users whose read event was accepted, by message.
        var accepted: [MessageID: Set<UserID>] = [:]
        var sent: [MessageID: Set<UserID>] = [:]
        var generator: SeededGenerator
    }

    private static let messages = 12
    private static let users: [UserID] = ["bob", "carol", "dave"]

    let clock: ManualClock
    private let network: SimulatedNetwork
    private let emulator = Emulator()
    private let state: Mutex<State>
    private let seed: UInt64
    private let folder: TemporaryFolder
    private let disk: FaultyDisk

    init(seed: UInt64, clock: ManualClock) throws {
        self.seed = seed
        self.clock = clock
        network = SimulatedNetwork(emulator.transport, seed: seed &+ 1, clock: clock)
        state = Mutex(State(generator: SeededGenerator(seed: seed &+ 2)))
        folder = try TemporaryFolder()
        guard let disk = FaultyDisk(folder: folder.path) else { throw OutOfMemory() }
        self.disk = disk
    }

    struct OutOfMemory: Error {}

    var isOver: Bool { state.withLock(\.isOver) }
    var outcome: Outcome { state.withLock(\.outcome) }
    var requests: Int { network.counts.requests }
    var faults: Int { network.counts.faults }

    /// Begins, and says in ``isOver`` when it has ended.
    func begin() {
        SQLiteFile.$isImmediate.withValue(true) {
            _ = Task {
                do { try await live() } catch { fail("\(error)") }
                state.withLock { $0.isOver = true }
            }
        }
    }

    private func fail(_ failure: String) { state.withLock { $0.outcome.failures.append(failure) } }

    private func random<Result>(_ body: (inout SeededGenerator) -> Result) -> Result {
        state.withLock { body(&$0.generator) }
    }

    private func firestore(_ credentials: Credentials, _ transport: any HTTPTransport) throws -> Firestore {
        let settings = FirestoreSettings(
            projectID: "demo-simulation", endpoint: .emulator(host: "127.0.0.1", port: 8080),
            credentials: credentials, retryPolicy: .never)
        return try Firestore(settings, transport: transport, clock: clock)
    }

    // MARK: Life

    private func live() async throws {
        let direct = try firestore(.emulatorAdmin, emulator.transport)
        try await direct.document("conversations/c").setData([
            "participants": ["alice"] + Simulation.users.map(\.string)
        ])
        for number in 0..<Simulation.messages {
            try await direct.document("conversations/c/messages/m\(number)").setData(TestChat.message())
        }
        let observer = Task { await observe(direct) }
        let members = Simulation.users.prefix(2).map { user in Task { try await mark(as: user) } }
        for life in 0..<3 { try await work(isLast: life == 2) }
        for member in members { try await member.value }
        observer.cancel()
        try await check(direct)
    }

    /// Members mark messages themselves, while the worker does it for them.
    private func mark(as user: UserID) async throws {
        let service = ReceiptService(firestore: try firestore(.emulatorAdmin, network))
        for _ in 0..<5 {
            try await clock.sleep(for: .milliseconds(random { $0.int(1...9000) }))
            let message = MessageID("m\(random { $0.int(0...Simulation.messages - 1) })")
            state.withLock { _ = $0.sent[message, default: []].insert(user) }
            let result = try? await service.markRead(conversation: "c", messageIDs: [message], user: user)
            if result?.marked.contains(message) == true {
                state.withLock { _ = $0.accepted[message, default: []].insert(user) }
            }
        }
    }

    /// One life of the worker: it takes events until it is killed, the power fails, or it has written everything.
    private func work(isLast: Bool) async throws {
        let step = disk.steps + random { $0.int(5...300) }
        if isLast {
            network.calmDown()
        } else {
            let faults: [FaultyDisk.Fault] = [
                .killed, .losesPower, .fails(length: 3), .isFull(length: 60),
            ]
            disk.plan(random { $0.pick(faults) }, at: step)
        }
        let clock = clock
        var worker: ReceiptWorker?
        let service = ReceiptService(firestore: try firestore(.emulatorAdmin, network))
        while worker == nil {
            do {
                let outbox = try Outbox(path: "\(folder.path)/outbox", now: { clock.milliseconds })
                worker = try ReceiptWorker(
                    outbox, to: .administrator(service), clock: clock, now: { clock.milliseconds },
                    generator: SeededGenerator(seed: seed &+ 3))
            } catch {
                guard !disk.isDead, !isLast else { break }
                try await clock.sleep(for: .seconds(1))
            }
        }
        if let worker {
            let running = Task { try await worker.run() }
            for _ in 0..<20 where !disk.isDead { await report(to: worker) }
            if disk.isDead {
                await worker.stop()
            } else {
                await worker.endWhenEmpty()
                while !disk.isDead, await worker.outboxCount > 0 { try await clock.sleep(for: .seconds(1)) }
                await worker.stop()
            }
            try? await running.value
        }
        // Requests that the worker no longer waits for keep the file open.
        weak let outbox = worker?.outbox
        worker = nil
        while outbox != nil { try await clock.sleep(for: .seconds(1)) }
        if disk.isDead {
            state.withLock { $0.outcome.crashes += 1 }
            if !disk.revive(seed: random { $0.next() }) { fail("the disk cannot be written") }
        }
        disk.plan(.fails(length: 0), at: 0)
    }

    private func report(to worker: ReceiptWorker) async {
        try? await clock.sleep(for: .milliseconds(random { $0.int(1...4000) }))
        let events = random { generator in
            generator.list(1...4) { generator in
                ReceiptEvent(
                    generator.oneIn(3) ? .delivered : .read, conversationID: "c",
                    messageID: MessageID("m\(generator.int(0...Simulation.messages - 1))"),
                    userID: generator.pick(Simulation.users))
            }
        }
        let reads = events.filter { $0.receipt == .read }
        state.withLock { state in
            for event in reads { state.sent[event.messageID, default: []].insert(event.userID) }
        }
        guard (try? await worker.take(events)) != nil else { return }
        state.withLock { state in
            state.outcome.events += events.count
            for event in reads { state.accepted[event.messageID, default: []].insert(event.userID) }
        }
    }

    // MARK: What must hold

    /// Looks all the time whether a status goes back, or a reader goes away.
    private func observe(_ db: Firestore) async {
        let ranks = ["sent": 0, "delivered": 1, "read": 2]
        var last: [String: (rank: Int, readers: [String])] = [:]
        while !Task.isCancelled {
            let messages = try? await db.collection("conversations/c/messages").getDocuments()
            for document in messages?.documents ?? [] {
                let (id, fields) = (document.documentID, document.data())
                let rank = ranks[fields["status"] as? String ?? ""] ?? -1
                let readers = fields["readBy"] as? [String] ?? []
                if let before = last[id] {
                    if rank < before.rank { fail("the status of \(id) went back") }
                    if !readers.starts(with: before.readers) { fail("\(id) has lost a reader") }
                }
                if Set(readers).count != readers.count { fail("\(id) has a reader twice") }
                last[id] = (rank, readers)
            }
            try? await clock.sleep(for: .milliseconds(3100))
        }
    }

    private func check(_ db: Firestore) async throws {
        let (accepted, sent) = state.withLock { ($0.accepted, $0.sent) }
        for number in 0..<Simulation.messages {
            let id = MessageID("m\(number)")
            let document = try await db.document("conversations/c/messages/\(id)").getDocument()
            let readers = Set((document.data()?["readBy"] as? [String] ?? []).map { UserID($0) })
            if !readers.isSuperset(of: accepted[id] ?? []) { fail("a receipt of \(id) is lost") }
            if !readers.isSubset(of: sent[id] ?? []) { fail("a receipt of \(id) is invented") }
        }
    }
}

extension ReceiptWorker {
    /// The number of waiting receipts; 0 if the disk is dead.
    fileprivate var outboxCount: Int { get async { (try? await outbox.statistics().queued) ?? 0 } }
}
