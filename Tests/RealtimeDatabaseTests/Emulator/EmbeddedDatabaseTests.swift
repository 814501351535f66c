import RealtimeDatabase
import RealtimeDatabaseEmulator
import RealtimeDatabaseModel
import TestSupport
import Testing

/// The client against a whole server in the same process.
@Suite struct EmbeddedDatabaseTests {
    @Test func `what is written is read, and server values are worked out`() async throws {
        let place = try EmbeddedDatabase().admin.reference(withPath: "rooms/r 1/ü")
        try await place.setValue(["n": ServerValue.increment(2), "at": ServerValue.timestamp(), "l": [1, 2]])
        try await place.updateChildValues(["n": ServerValue.increment(3), "deep/er": true, "l/0": nil])
        let snapshot = try await place.getData()
        #expect(snapshot.databaseValue["n"] == 5)
        #expect((snapshot.databaseValue["at"].double ?? 0) > 1_600_000_000_000)
        #expect(snapshot.hasChild("deep/er"))
        #expect(snapshot.childSnapshot(forPath: "l").children.map(\.key) == ["1"])
        #expect(try await place.shallowKeys() == ["at", "deep", "l", "n"])
        try await place.removeValue()
        #expect(try await !place.root.getData().exists())
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `a query returns what the whole data has in its range and order`(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let list = try EmbeddedDatabase(rules: #"{"rules":{"list":{".indexOn":["n",".value"]}}}"#)
            .admin.reference(withPath: "list")
        var values: [String: DatabaseValue] = [:]
        for index in 0..<generator.int(1...30) {
            values["k\(index)"] = ["n": .number(Double(generator.int(0...9)))]
        }
        try await list.setValue(.object(values))
        let (low, high) = (generator.int(0...5), generator.int(4...9))
        let sorted = values.map { (key: $0.key, n: $0.value["n"].int ?? -1) }
            .sorted { ($0.n, $0.key) < ($1.n, $1.key) }.filter { (low...max(low, high)).contains($0.n) }
        let query = list.queryOrdered(byChild: "n").queryStarting(atValue: low)
            .queryEnding(atValue: max(low, high))
        #expect(try await query.getData().children.map(\.key) == sorted.map(\.key))
        let count = generator.int(1...5)
        #expect(
            try await query.queryLimited(toLast: count).getData().children.map(\.key)
                == sorted.suffix(count).map(\.key))
        #expect(
            try await query.queryLimited(toFirst: count).getData().children.map(\.key)
                == sorted.prefix(count).map(\.key))
    }

    @Test func `many transactions at once are carried out one after the other`() async throws {
        let counter = try EmbeddedDatabase().admin.reference(withPath: "count")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    try await counter.runTransactionBlock { data in
                        data.value = (data.value as? Int ?? 0) + 1
                        return .success(withValue: data)
                    }.committed
                }
            }
            for try await committed in group { #expect(committed) }
        }
        #expect(try await counter.getData().databaseValue == 10)
    }

    @Test func `rules decide by the user whose token is sent`() async throws {
        let world = try EmbeddedDatabase(
            rules: #"{"rules":{"$uid":{".read":"auth != null",".write":"auth.uid === $uid"}}}"#)
        let (alice, bob) = (try world.database(of: "alice"), try world.database(of: "bob"))
        try await alice.reference(withPath: "alice/x").setValue(1)
        let error = try await failure { () async throws(DatabaseError) in
            try await bob.reference(withPath: "alice/x").setValue(2)
        }
        #expect(error.code == .permissionDenied)
        #expect(error.message.contains("user \"bob\""))
        #expect(try await bob.reference(withPath: "alice").getData().databaseValue == ["x": 1])
        let nobody = try world.admin.acting(as: .none)
        let denied = try await failure { () throws(DatabaseError) in
            try await nobody.reference(withPath: "alice").getData()
        }
        #expect(denied.code == .permissionDenied)
    }

    @Test func `an order without an index is told apart`() async throws {
        let list = try EmbeddedDatabase(rules: #"{"rules":{".read":true}}"#).database(of: "bob")
            .reference(withPath: "list")
        let error = try await failure { () throws(DatabaseError) in
            try await list.queryOrdered(byChild: "n").queryEqual(toValue: 1).getData()
        }
        #expect(error.code == .indexNotDefined)
    }

    @Test func `a listener sees every node as it changes`() async throws {
        let room = try EmbeddedDatabase().admin.reference(withPath: "room")
        var changes = room.changes().makeAsyncIterator()
        #expect(try await changes.next()?.snapshot.exists() == false)
        try await room.child("a").setValue(1)
        #expect(try await changes.next()?.snapshot.databaseValue == ["a": 1])
        try await room.updateChildValues(["a": nil, "b/c": 2])
        #expect(try await changes.next()?.snapshot.databaseValue == ["b": ["c": 2]])
        try await room.removeValue()
        #expect(try await changes.next()?.snapshot.exists() == false)
    }

    @Test func `a window that others move is kept in order`() async throws {
        let scores = try EmbeddedDatabase(rules: #"{"rules":{"scores":{".indexOn":".value"}}}"#)
            .admin.reference(withPath: "scores")
        try await scores.setValue(["a": 1, "b": 2, "c": 3])
        var changes = scores.queryOrderedByValue().queryLimited(toLast: 2).changes().makeAsyncIterator()
        #expect(try await changes.next()?.snapshot.children.map(\.key) == ["b", "c"])
        try await scores.child("a").setValue(9)
        var keys: [String?] = []
        while keys != ["c", "a"], let change = try await changes.next() {
            keys = change.snapshot.children.map(\.key)
        }
        #expect(keys == ["c", "a"])
    }

    @Test func `a read that new rules do not allow ends the stream`() async throws {
        let world = try EmbeddedDatabase(rules: #"{"rules":{".read":true}}"#)
        var changes = try world.database(of: "bob").reference(withPath: "x").changes().makeAsyncIterator()
        _ = try await changes.next()
        world.emulator.setRules(#"{"rules":{".read":false}}"#, namespace: "db")
        let error = try await failure { () throws(DatabaseError) in try await changes.next() }
        #expect(error.code == .permissionDenied)
        #expect(world.emulator.streamCount(namespace: "db") == 0)
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `several who write lead everyone who listens to the same tree`(_ seed: UInt64) async throws {
        let root = try EmbeddedDatabase().admin.reference(withPath: "r")
        var changes = root.changes().makeAsyncIterator()
        _ = try await changes.next()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<3 {
                group.addTask {
                    var generator = SeededGenerator(seed: seed &+ UInt64(writer))
                    for _ in 0..<20 {
                        let place = root.child(generator.path(1...3).description)
                        try await place.setValue(DatabaseValue(generator.node(depth: 2)))
                    }
                }
            }
            try await group.waitForAll()
        }
        try await root.child("end").setValue(true)
        var last: DataSnapshot?
        while last?.hasChild("end") != true, let change = try await changes.next() { last = change.snapshot }
        #expect(try await last == root.getData())
    }

    @Test func `letting go closes the stream at the server`() async throws {
        let world = try EmbeddedDatabase()
        for try await _ in world.admin.reference().changes() {
            #expect(world.emulator.streamCount(namespace: "db") == 1)
            break
        }
        await until { world.emulator.streamCount(namespace: "db") == 0 }
    }
}
