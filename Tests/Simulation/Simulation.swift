import FirestoreClient
import FirestoreEmulator
import HTTPTransport
import ReadReceipts
import ReceiptWorker
import SQLite
import Synchronization
import TestSupport

/// A worker, the devices of the members, and a server for some minutes of virtual time, on a bad network and a bad disk.
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

    private static let messages = (0..<12).map { MessageID("m\($0)") }
    private static let users: [UserID] = ["bob", "carol", "dave"]

    let clock: ManualClock
    private let network: SimulatedNetwork
    private let emulator: Emulator
    private let state: Mutex<State>
    private let seed: UInt64
    private let defect: PlantedDefect?
    private let folder: TemporaryFolder
    private let disk: FaultyDisk

    init(seed: UInt64, clock: ManualClock, defect: PlantedDefect? = nil) throws {
        self.seed = seed
        self.clock = clock
        self.defect = defect
        var configuration = EmulatorConfiguration()
        configuration.sleepClock = clock
        configuration.clock = EmulatorClock {
            Timestamp(microseconds: 1_800_000_000_000_000 + clock.milliseconds * 1000)
        }
        let numbers = Mutex(SeededGenerator(seed: seed &+ 5))
        configuration.randomNumber = { numbers.withLock { $0.next() } }
        emulator = Emulator(configuration: configuration)
        let server: any HTTPStreamingTransport =
            defect == .forgetfulServer
            ? ForgetfulServer(emulator.transport, seed: seed &+ 4) : emulator.transport
        network = SimulatedNetwork(server, seed: seed &+ 1, clock: clock)
        state = Mutex(State(generator: SeededGenerator(seed: seed &+ 2)))
        folder = try TemporaryFolder()
        guard let disk = FaultyDisk(folder: folder.path) else { throw OutOfMemory() }
        self.disk = disk
        if defect == .lyingDisk { disk.lie() }
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

    /// A client, with waits that follow the seed.
    private func firestore(
        _ transport: any HTTPTransport, _ retryPolicy: RetryPolicy = .default
    ) throws -> Firestore {
        let settings = FirestoreSettings(
            projectID: "demo-simulation", endpoint: .emulator(host: "127.0.0.1", port: 8080),
            credentials: .emulatorAdmin, retryPolicy: retryPolicy)
        let generator = SeededGenerator(seed: random { $0.next() })
        return try Firestore(settings, transport: transport, clock: clock, generator: generator)
    }

    // MARK: Life

    private func live() async throws {
        let direct = try firestore(emulator.transport)
        let conversation = direct.document("conversations/c")
        try await conversation.setData(["participants": ["alice"] + Simulation.users.map(\.string)])
        for message in Simulation.messages {
            try await conversation.collection("messages").document(message.string).setData(TestChat.message())
        }
        // A witness beside the server sees every change; the others see what the network lets through.
        let witness = SimulatedMember("dave", direct, clock: clock)
        let members = try ["alice", "bob", "carol"].map {
            SimulatedMember($0, try firestore(network), clock: clock)
        }
        let devices = [witness] + members
        let listening = devices.map { device in Task { await device.listen() } }
        let marking = members.dropFirst().map { member in Task { try await mark(member) } }
        for life in 0..<3 { try await work(isLast: life == 2) }
        for member in marking { try await member.value }
        for member in members { try await member.settle() }
        try await settle(devices, direct)
        for task in listening { task.cancel() }
        for task in listening { await task.value }
        for device in devices {
            for failure in device.failures { fail(failure) }
        }
        try await check(members, direct)
    }

    /// Members mark messages themselves, while the worker does it for them.
    private func mark(_ member: SimulatedMember) async throws {
        for _ in 0..<5 {
            try await clock.sleep(for: .milliseconds(random { $0.int(1...9000) }))
            let message = random { $0.pick(Simulation.messages) }
            state.withLock { _ = $0.sent[message, default: []].insert(member.user) }
            await member.mark(message)
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
        let service = ReceiptService(firestore: try firestore(network, .never))
        var attempts = 0
        while worker == nil {
            do {
                let outbox = try Outbox(path: "\(folder.path)/outbox", now: { clock.milliseconds })
                worker = try ReceiptWorker(
                    outbox, to: .administrator(service), clock: clock, now: { clock.milliseconds },
                    generator: SeededGenerator(seed: seed &+ 3))
            } catch {
                if disk.isDead { break }
                attempts += 1
                if attempts == 100 {
                    fail("the worker does not start: \(error)")
                    return
                }
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
                while !disk.isDead, await worker.outboxCount > 0 { try await clock.sleep(for: .seconds(5)) }
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
        if defect == .olderStatus, random({ $0.oneIn(20) }) {
            let message = random { $0.pick(Simulation.messages) }
            let direct = try? firestore(emulator.transport)
            try? await direct?.document("conversations/c/messages/\(message)").updateData(["status": "sent"])
        }
        let events = random { generator in
            generator.list(1...4) { generator in
                ReceiptEvent(
                    generator.oneIn(3) ? .delivered : .read, conversationID: "c",
                    messageID: generator.pick(Simulation.messages), userID: generator.pick(Simulation.users))
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

    /// The messages as the server has them.
    private func stored(_ db: Firestore) async throws -> [MessageID: SimulatedMember.Shown] {
        var stored: [MessageID: SimulatedMember.Shown] = [:]
        for document in try await db.collection("conversations/c/messages").getDocuments().documents {
            let readers = document.data()["readBy"] as? [String] ?? []
            if Set(readers).count != readers.count { fail("\(document.documentID) has a reader twice") }
            stored[MessageID(document.documentID)] = SimulatedMember.Shown(
                status: (document.data()["status"] as? String).flatMap { MessageStatus(rawValue: $0) },
                readers: Set(readers.map { UserID($0) }))
        }
        return stored
    }

    /// Waits until every device shows what the server has.
    private func settle(_ devices: [SimulatedMember], _ db: Firestore) async throws {
        for _ in 0..<60 {
            let stored = try await stored(db)
            if devices.allSatisfy({ $0.shown == stored }) { return }
            try await clock.sleep(for: .seconds(10))
        }
        let stored = try await stored(db)
        for device in devices where device.shown != stored {
            fail("\(device.user) does not hear of everything")
        }
    }

    private func check(_ members: [SimulatedMember], _ db: Firestore) async throws {
        var (accepted, sent) = state.withLock { ($0.accepted, $0.sent) }
        for member in members {
            for message in member.marked { accepted[message, default: []].insert(member.user) }
        }
        for (id, message) in try await stored(db) {
            if !message.readers.isSuperset(of: accepted[id] ?? []) { fail("a receipt of \(id) is lost") }
            if !message.readers.isSubset(of: sent[id] ?? []) { fail("a receipt of \(id) is invented") }
        }
    }
}

extension ReceiptWorker {
    /// The number of waiting receipts; 0 if the disk is dead.
    fileprivate var outboxCount: Int { get async { (try? await outbox.statistics().queued) ?? 0 } }
}
