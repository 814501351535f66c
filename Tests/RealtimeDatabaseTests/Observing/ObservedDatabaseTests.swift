import Dispatch
import RealtimeDatabase
import RealtimeDatabaseEmulator
import TestSupport
import Testing

/// Observers of a whole server in the same process.
@Suite struct ObservedDatabaseTests {
    private let recorder = Recorder()

    private func root(_ rules: String? = nil) throws -> (world: EmbeddedDatabase, root: DatabaseReference) {
        let world = try EmbeddedDatabase(rules: rules)
        world.admin.callbackQueue = DispatchQueue(label: "observers")
        return (world, world.admin.reference())
    }

    private func observe(_ query: DatabaseQuery, _ types: DataEventType...) {
        let recorder = recorder
        for type in types {
            query.observe(type) { snapshot, previousKey in
                recorder.note("\(type) \(snapshot.key)\(previousKey.map { " after \($0)" } ?? "")")
            } withCancel: { error in
                recorder.note("cancelled \((error as? DatabaseError)?.code.rawValue ?? "")")
            }
        }
    }

    /// What an app does in a function that awaits nothing.
    private func start(_ list: DatabaseReference) {
        list.child("a").setValue(1)
        list.child("b").setValue(2)
        observe(list, .childAdded, .childChanged, .childRemoved)
        // Its observers first see what was there before.
        list.child("a").setValue(3)
        list.child("c").setValue(["x": 1])
        list.child("c/y").setValue(2)
        list.child("b").removeValue()
    }

    @Test func `writes that are not awaited are observed in order`() async throws {
        let (_, root) = try root()
        let list = root.child("list")
        start(list)
        #expect(await recorder.take(2) == ["childAdded a", "childAdded b after a"])
        #expect(
            await recorder.take(4) == [
                "childChanged a", "childAdded c after b", "childChanged c after b", "childRemoved b",
            ])
    }

    @Test func `a window of the newest moves on`() async throws {
        let (_, root) = try root(#"{"rules":{".read":true,"list":{".indexOn":"at"}}}"#)
        let list = root.child("list")
        for number in 1...3 { try await list.child("m\(number)").setValue(["at": number]) }
        observe(list.queryOrdered(byChild: "at").queryLimited(toLast: 2), .childAdded, .childRemoved)
        #expect(await recorder.take(2) == ["childAdded m2", "childAdded m3 after m2"])
        try await list.child("m4").setValue(["at": 4])
        #expect(Set(await recorder.take(2)) == ["childRemoved m2", "childAdded m4 after m3"])
    }

    @Test func `a child that changes its place moves`() async throws {
        let (_, root) = try root(#"{"rules":{"list":{".indexOn":"rank"}}}"#)
        let list = root.child("list")
        try await list.setValue(["a": ["rank": 1], "b": ["rank": 2], "c": ["rank": 3]])
        observe(list.queryOrdered(byChild: "rank"), .childAdded, .childMoved, .childChanged)
        #expect(await recorder.take(3) == ["childAdded a", "childAdded b after a", "childAdded c after b"])
        try await list.child("a/rank").setValue(9)
        #expect(await recorder.take(2) == ["childMoved a after c", "childChanged a after c"])
        try await list.child("b/name").setValue("x")
        #expect(await recorder.take(1) == ["childChanged b"])
    }

    @Test func `rules that no longer allow the read cancel it`() async throws {
        let (world, _) = try root(#"{"rules":{".read":true}}"#)
        let bob = try world.database(of: "bob")
        observe(bob.reference(withPath: "x"), .value)
        #expect(await recorder.take(1) == ["value x"])
        world.emulator.setRules(#"{"rules":{".read":false}}"#, namespace: "db")
        #expect(await recorder.take(1) == ["cancelled permissionDenied"])
        await until { world.emulator.streamCount(namespace: "db") == 0 }
    }

    @Test func `removing all observers closes the stream at the server`() async throws {
        let (world, root) = try root()
        observe(root, .value, .childAdded)
        #expect(await recorder.take(1) == ["value "])
        #expect(world.emulator.streamCount(namespace: "db") == 1)
        root.removeAllObservers()
        await until { world.emulator.streamCount(namespace: "db") == 0 }
    }
}
