import EmulatorAccess
import FirestoreModel
import Synchronization
import Testing

@testable import FirestoreEmulator

@Suite("The feed of changes")
struct ChangeFeedTests {
    private let core = EmulatorCore(
        configuration: EmulatorConfiguration(clock: EmulatorClock { .make(100) }))
    private let seen = SeenChanges()

    init() {
        core.feed.add { [seen] change in seen.add(change) }
    }

    @Test func `a commit tells which documents it changed, and the states before and after`() throws {
        let database = core.database(DatabaseID.test)
        _ = try database.commit([.set("c/a", ["n": 1]), .set("c/b", ["n": 1])])
        let outcome = try database.commit([.set("c/a", ["n": 2])])
        #expect(seen.changes.map(\.documents) == [[.make("c/a"), .make("c/b")], [.make("c/a")]])
        let change = try #require(seen.changes.last)
        #expect(change.database == DatabaseID.test)
        #expect(change.before.document(.make("c/a"))?.fields == ["n": 1])
        #expect(change.after.document(.make("c/a"))?.fields == ["n": 2])
        #expect(change.time == outcome.commitTime)
    }

    @Test func `what is refused or changes nothing is not told`() throws {
        let database = core.database(DatabaseID.test)
        #expect(throws: RPCStatus.self) {
            try database.commit([
                .set("c/a", ["n": 1]), Write(.delete(.make("c/x")), precondition: .exists(true)),
            ])
        }
        _ = try database.commit([])
        #expect(seen.changes.isEmpty)
    }

    @Test func `clearing tells that all documents are gone, and clearing a part which ones`() throws {
        let database = core.database(DatabaseID.test)
        _ = try database.commit([.set("c/a", ["n": 1]), .set("d/b", ["n": 1])])
        database.clear(below: DocumentPath.make("c/a").segments)
        #expect(seen.changes.last?.documents == [.make("c/a")])
        core.reset()
        let change = try #require(seen.changes.last)
        #expect(change.documents == nil)
        #expect(change.before.document(.make("d/b")) != nil)
        #expect(change.after.document(.make("d/b")) == nil)
    }

    @Test func `a listener that was removed hears nothing more`() throws {
        let count = Mutex(0)
        let number = core.feed.add { _ in count.withLock { $0 += 1 } }
        let database = core.database(DatabaseID.test)
        _ = try database.commit([.set("c/a", ["n": 1])])
        core.feed.remove(number)
        _ = try database.commit([.set("c/a", ["n": 2])])
        #expect(count.withLock { $0 } == 1)
        #expect(seen.changes.count == 2)
    }

    @Test func `changes made at once come one after the other, each from where the last one led`()
        async throws
    {
        let database = core.database(DatabaseID.test)
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    _ = try? database.commit([.set("c/\(number % 7)", ["n": .integer(Int64(number))])])
                }
            }
        }
        let changes = seen.changes
        #expect(changes.count == 50)
        for (earlier, later) in zip(changes, changes.dropFirst()) {
            #expect(earlier.time < later.time)
            for id in 0..<7 {
                let path = DocumentPath.make("c/\(id)")
                #expect(earlier.after.document(path) === later.before.document(path))
            }
        }
    }
}

/// Changes in the order in which they were told.
private final class SeenChanges: Sendable {
    private let all = Mutex<[DatabaseChange]>([])

    var changes: [DatabaseChange] { all.withLock { $0 } }

    func add(_ change: DatabaseChange) {
        all.withLock { $0.append(change) }
    }
}

extension Write {
    fileprivate static func set(_ path: String, _ fields: MapValue) -> Write {
        Write(.update(.make(path), fields, mask: nil))
    }
}

extension DocumentPath {
    fileprivate static func make(_ path: String) -> DocumentPath { DocumentName.make(path).path }
}
