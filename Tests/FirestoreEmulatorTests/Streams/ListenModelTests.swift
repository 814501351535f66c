import FirestoreModel
import FirestoreRPC
import Synchronization
import TestSupport
import Testing

@testable import FirestoreEmulator

/// Random commits, clearings, clocks, targets, lost connections and slow readers. At every boundary each client holds what the database
/// held at that time.
@Suite("Listening as a model")
struct ListenModelTests {
    @Test(arguments: SeededGenerator.seeds(40))
    func `what a client holds is the database at its read time`(seed: UInt64) throws {
        var model = ListenModel(seed: seed)
        for _ in 0..<250 { try model.step() }
        try model.settle()
        #expect(model.problems == [], "seed \(seed)")
        #expect(model.boundaries > 0)
    }

    @Test func `the model meets everything it is made for`() throws {
        var (filters, mismatches, resets, resumed) = (0, 0, 0, 0)
        for seed in SeededGenerator.seeds(40) {
            var model = ListenModel(seed: seed)
            for _ in 0..<250 { try model.step() }
            filters += model.droppedByFilters
            mismatches += model.mismatches
            resets += model.resets
            resumed += model.resumed
        }
        #expect(
            min(filters, mismatches, resets, resumed) > 10, "\(filters) \(mismatches) \(resets) \(resumed)")
    }
}

/// A database, its states so far, and some clients.
private struct ListenModel {
    private struct Client {
        var stream: any RPCStream<ListenRequest, ListenResponse>
        var listener = SimulatedListener()
        var nextID: Int32 = 1
    }

    private var generator: SeededGenerator
    private let clock = ManualClock()
    private let core: EmulatorCore
    private let service: FirestoreService
    private var states: [(time: Timestamp, state: DatabaseState)] = [(.zero, DatabaseState())]
    private var clients: [Client] = []
    private(set) var problems: [String] = []
    private(set) var (boundaries, mismatches, resets, resumed) = (0, 0, 0, 0)

    var droppedByFilters: Int { clients.reduce(0) { $0 + $1.listener.droppedByFilters } }

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let size = [0, 4000, 8 << 20].randomElement(using: &generator) ?? 0
        core = EmulatorCore(
            configuration: EmulatorConfiguration(clock: clock.clock, historySize: size))
        service = FirestoreService(core: core)
        for _ in 0..<3 { clients.append(Client(stream: Self.open(service))) }
    }

    private static func open(_ service: FirestoreService) -> any RPCStream<ListenRequest, ListenResponse> {
        do throws(RPCStatus) {
            return try service.listen(CallMetadata(authorization: "Bearer owner"), onOutput: {})
        } catch {
            preconditionFailure("An administrator is always let in: \(error)")
        }
    }

    private var database: Database { core.database(.test) }

    private mutating func random(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

    mutating func step() throws {
        let index = random(0...clients.count - 1)
        switch random(0...99) {
        case 0..<45: try commit()
        case 45..<47: clear()
        case 47..<52: clock.set(.make(Int64(random(900...1100))))
        case 52..<55: core.resumeAnswer = ResumeAnswer.allCases.randomElement(using: &generator) ?? .exact
        case 55..<63: addTarget(index)
        case 63..<65: removeTarget(index)
        case 65..<70: reconnect(index)
        default: take(index)
        }
    }

    /// Lets every client read to the end, and compares with the present.
    mutating func settle() throws {
        for index in clients.indices {
            while take(index) {}
            check(index, against: database.latestState, "at the end")
        }
    }

    // MARK: Changes

    private mutating func commit() throws {
        var writes: [Write] = []
        for _ in 0..<random(1...5) {
            let collection = ["c", "d", "c/m1/d"].randomElement(using: &generator) ?? "c"
            let name = DocumentName.make("\(collection)/m\(random(0...11))")
            if random(0...3) == 0 {
                writes.append(Write(.delete(name)))
            } else {
                let fields: MapValue = [
                    "n": .integer(Int64(random(0...5))), "s": random(0...1) == 0 ? "a" : "b",
                ]
                writes.append(Write(.update(name, fields, mask: nil)))
            }
        }
        _ = try database.commit(writes)
        remember()
    }

    private mutating func clear() {
        switch random(0...2) {
        case 0: database.clear()
        case 1: database.clear(below: [ResourceID("c")])
        default: core.reset()
        }
        remember()
    }

    private mutating func remember() {
        database.current.withLock { states.append(($0.stateTime, $0.state)) }
    }

    // MARK: Clients

    private mutating func addTarget(_ index: Int) {
        let id = clients[index].nextID
        clients[index].nextID += 1
        send(Target(randomContent(), id: id), index)
    }

    private mutating func send(_ target: Target, _ index: Int) {
        clients[index].listener.add(target)
        clients[index].stream.receive(
            ListenRequest(database: DatabaseID.test.description, .addTarget(target)))
    }

    private mutating func removeTarget(_ index: Int) {
        guard let id = clients[index].listener.targets.keys.min() else { return }
        remove(id, index)
        // Only its answer is still to come.
        while take(index) {}
        clients[index].listener.forget(id)
    }

    private func remove(_ id: Int32, _ index: Int) {
        clients[index].stream.receive(ListenRequest(database: DatabaseID.test.description, .removeTarget(id)))
    }

    private mutating func reconnect(_ index: Int) {
        // The connection is lost in the middle of what comes.
        for response in clients[index].stream.take().responses.prefix(random(0...20)) {
            apply(response, index)
        }
        clients[index].stream.cancel()
        clients[index].stream = Self.open(service)
        clients[index].listener.disconnect()
        for (id, held) in clients[index].listener.targets.sorted(by: { $0.key < $1.key }) {
            var target = held.request
            target.id = id
            target.resumePoint = held.token.isEmpty ? nil : .token(held.token)
            if !held.token.isEmpty {
                resumed += 1
                target.expectedCount = random(0...1) == 0 ? nil : Int32(held.documents.count)
            }
            send(target, index)
        }
    }

    /// Takes once.
    @discardableResult
    private mutating func take(_ index: Int) -> Bool {
        let output = clients[index].stream.take()
        for response in output.responses { apply(response, index) }
        if let end = output.end { problems.append("ended: \(end)") }
        problems += clients[index].listener.mistakes
        return output.hasMore || !output.responses.isEmpty
    }

    private mutating func apply(_ response: ListenResponse, _ index: Int) {
        if case .targetChange(let change) = response, change.kind == .reset { resets += 1 }
        switch clients[index].listener.apply(response) {
        case .boundary(let time)?:
            boundaries += 1
            if let state = states.last(where: { $0.time <= time })?.state {
                check(index, against: state, "at \(time)")
            }
        case .mismatch(let id)?: askAgain(id, index)
        case .removed(_, let cause?)?: problems.append("removed: \(cause)")
        case .removed(_, nil)?, nil: break
        }
    }

    /// After a filter that cannot be right, clients drop what they have, and ask for all of it.
    private mutating func askAgain(_ id: Int32, _ index: Int) {
        guard var target = clients[index].listener.targets[id]?.request else { return }
        mismatches += 1
        remove(id, index)
        clients[index].listener.forget(id)
        target.id = clients[index].nextID
        clients[index].nextID += 1
        target.resumePoint = nil
        target.expectedCount = nil
        send(target, index)
    }

    private mutating func check(_ index: Int, against state: DatabaseState, _ when: String) {
        for (id, held) in clients[index].listener.targets where held.isCurrent {
            guard let target = try? ListenTarget(held.request, id: id, in: .test) else {
                problems.append("target \(id) is refused")
                continue
            }
            let expected: [StoredDocument] =
                switch target.content {
                case .documents: target.documents(in: state)
                case .query(let plan): plan.run(on: state, usesIndexes: false).documents
                }
            let wanted = Dictionary(uniqueKeysWithValues: expected.map { ($0.name, $0.document()) })
            if held.documents != wanted {
                problems.append(
                    "client \(index), target \(id) \(when): \(held.documents) instead of \(wanted)")
            }
        }
    }

    // MARK: Targets

    private mutating func randomContent() -> Target.Content {
        if random(0...3) == 0 {
            let count = random(1...3)
            return .documents(
                (0..<count).map { _ in
                    WrittenName(DocumentName.make("c/m\(random(0...11))").description)
                })
        }
        let collection = random(0...7) == 0 ? "" : random(0...1) == 0 ? "c" : "d"
        var query = StructuredQuery(from: [.init(collection, allDescendants: random(0...2) == 0)])
        let n = FieldPath(["n"])
        // Without a collection's id there are only names.
        switch collection.isEmpty ? 4 : random(0...4) {
        case 0: query.filter = .field(n, .greaterThan, .integer(Int64(random(0...4))))
        case 1: query.filter = .or([.field(n, .equal, 1), .field(FieldPath(["s"]), .equal, "a")])
        case 2: query.orderBy = [.init(n, random(0...1) == 0 ? .ascending : .descending)]
        default: break
        }
        if random(0...2) == 0 { query.limit = random(1...4) }
        if random(0...5) == 0 { query.offset = random(1...2) }
        if query.orderBy.count == 1, random(0...1) == 0 {
            query.startAt = StructuredQuery.Cursor(
                [.integer(Int64(random(0...3)))], before: random(0...1) == 0)
        }
        return .query(query, parent: DatabaseID.test.description + "/documents")
    }
}
