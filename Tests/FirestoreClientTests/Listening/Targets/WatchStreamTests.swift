import FirestoreModel
import FirestoreRPC
import TestSupport
import Testing

@testable import FirestoreClient

struct WatchStreamTests {
    private let watch = WatchedStream()

    /// A stream with a query, whose documents a and b are told at the time 5.
    private static func running() throws -> WatchedStream {
        let watch = WatchedStream()
        _ = watch.stream.add(Watching.query)
        #expect(watch.asked() == ["+2"])
        #expect(
            try watch.hear(.add(2), .put("a", 1), .put("b", 2), .current(5), .boundary(5)) == [
                "1: a=1 b=2 @5"
            ])
        return watch
    }

    // MARK: Beginnings

    @Test func `nothing is reported before all documents have come and hold together`() throws {
        let key = watch.stream.add(Watching.query)
        #expect(key == 1)
        #expect(try watch.hear(.add(2), .put("a", 1)).isEmpty)
        #expect(try watch.hear(.boundary(3)).isEmpty)
        #expect(try watch.hear(.put("b", 2), .current(5)).isEmpty)
        #expect(try watch.hear(.boundary(5)) == ["1: a=1 b=2 @5"])
    }

    @Test func `a target without documents gets a snapshot, too`() throws {
        _ = watch.stream.add(Watching.content("a"))
        #expect(try watch.hear(.add(2), .delete("a"), .current(5), .boundary(5)) == ["1: @5"])
    }

    @Test func `numbers are even, and those of targets that have gone are not used again`() {
        let first = watch.stream.add(Watching.content("a"))
        _ = watch.stream.add(Watching.content("b"))
        watch.stream.remove(first)
        _ = watch.stream.add(Watching.content("a"))
        #expect(watch.asked() == ["+2", "+4", "-2", "+6"])
        #expect(watch.stream.targets.count == 2)
    }

    @Test func `what a removed target still hears is passed over`() throws {
        let first = watch.stream.add(Watching.query)
        _ = watch.stream.add(Watching.content("a"))
        watch.stream.remove(first)
        watch.stream.remove(first)
        #expect(
            try watch.hear(
                .put("a", 1, in: [2, 4]), .current(5, 2, 4), .counted(7, in: 2), .reset(2), .end(2, nil),
                .boundary(5)) == ["2: a=1 @5"])
    }

    // MARK: Changes

    @Test func `a boundary tells all that has changed, once`() throws {
        let watch = try WatchStreamTests.running()
        #expect(
            try watch.hear(.put("a", 3), .delete("b"), .put("d", 4), .boundary(6)) == ["1: a=3 b- d=4 @6"])
        #expect(try watch.hear(.boundary(7)).isEmpty)
    }

    @Test func `what changes nothing is not told`() throws {
        let watch = try WatchStreamTests.running()
        #expect(try watch.hear(.put("a", 1), .delete("x"), .remove("y"), .boundary(6)).isEmpty)
        // There and back, and come and gone.
        #expect(
            try watch.hear(.put("a", 3), .put("a", 1), .put("d", 4), .delete("d"), .boundary(7)).isEmpty)
        #expect(try watch.hear(.delete("a"), .put("a", 1), .boundary(8)).isEmpty)
    }

    @Test func `a document that is removed from a target is gone from it, whether it exists or not`() throws {
        let watch = try WatchStreamTests.running()
        #expect(try watch.hear(.put("a", 3, in: [], out: [2]), .boundary(6)) == ["1: a- @6"])
        #expect(try watch.hear(.remove("b"), .boundary(7)) == ["1: b- @7"])
    }

    @Test func `a document belongs to each target that names it`() throws {
        for content in [Watching.query, Watching.content("a"), Watching.content("b")] {
            _ = watch.stream.add(content)
        }
        #expect(
            try watch.hear(
                .add(2, 4, 6), .put("a", 1, in: [2, 4]), .put("b", 1, in: [2]), .put("b", 1, in: [6]),
                .current(5, 2, 4, 6), .boundary(5)) == ["1: a=1 b=1 @5", "2: a=1 @5", "3: b=1 @5"])
        #expect(try watch.hear(.delete("a", 2, 4), .boundary(6)) == ["1: a- @6", "2: a- @6"])
        #expect(try watch.hear(.put("b", 2, in: [6], out: [2]), .boundary(7)) == ["1: b- @7", "3: b=2 @7"])
    }

    @Test func `a boundary waits for no other target`() throws {
        let watch = try WatchStreamTests.running()
        _ = watch.stream.add(Watching.content("z"))
        #expect(try watch.hear(.put("a", 2), .add(4), .boundary(6)) == ["1: a=2 @6"])
        #expect(try watch.hear(.put("z", 1, in: [4]), .current(7, 4), .boundary(7)) == ["2: z=1 @7"])
    }

    @Test func `a change without target ids concerns all targets`() throws {
        let watch = try WatchStreamTests.running()
        #expect(
            try watch.hear(
                .targetChange(TargetChange(.reset)), .put("b", 2), .targetChange(TargetChange(.current)),
                .boundary(6)) == ["1: a- @6"])
    }

    // MARK: Joining

    @Test func `a new listener hears what others heard last`() throws {
        let watch = try WatchStreamTests.running()
        #expect(watch.stream.key(of: Watching.query) == 1)
        #expect(watch.stream.key(of: Watching.content("a")) == nil)
        // In the midst of changes, which come with the next boundary.
        #expect(try watch.hear(.put("a", 3), .delete("b"), .put("d", 4)).isEmpty)
        #expect(watch.stream.everything(of: 1)?.words == "a=1 b=2 @5")
        #expect(try watch.hear(.boundary(6)) == ["1: a=3 b- d=4 @6"])
        #expect(watch.stream.everything(of: 1)?.words == "a=3 d=4 @6")
        // Also while the server begins anew.
        #expect(try watch.hear(.reset(), .put("e", 1)).isEmpty)
        #expect(watch.stream.everything(of: 1)?.words == "a=3 d=4 @6")
    }

    @Test func `a listener that joins before the first answer hears nothing yet`() throws {
        _ = watch.stream.add(Watching.query)
        #expect(watch.stream.everything(of: 1) == nil)
        #expect(try watch.hear(.put("a", 1), .current(5)).isEmpty)
        #expect(watch.stream.everything(of: 1) == nil)
        #expect(watch.stream.everything(of: 7) == nil)
    }

    @Test func `an update counts the documents that were sent for it, even in vain`() throws {
        let watch = try WatchStreamTests.running()
        func read(_ responses: ListenResponse...) throws -> [Int] {
            var counts: [Int] = []
            for response in responses {
                for event in try watch.stream.receive(response) {
                    if case .update(_, let update) = event { counts.append(update.documentsRead) }
                }
            }
            return counts
        }
        #expect(try read(.put("a", 3), .put("a", 3), .delete("b"), .boundary(6)) == [2])
        // What is not told is counted with the next update; the documents of a lost connection, too.
        #expect(try read(.put("a", 3), .boundary(7), .put("d", 4)).isEmpty)
        watch.stream.connect()
        #expect(try read(.put("d", 4), .current(8), .boundary(8)) == [3])
        // A listener that joins costs nothing.
        #expect(watch.stream.everything(of: 1)?.documentsRead == 0)
    }

    // MARK: Ends

    @Test func `a target that is removed with a cause has failed, and others go on`() throws {
        let watch = try WatchStreamTests.running()
        _ = watch.stream.add(Watching.content("z"))
        #expect(try watch.hear(.end(4, .permissionDenied)) == ["2: PERMISSION_DENIED"])
        #expect(watch.stream.targets.count == 1)
        #expect(try watch.hear(.end(4, .permissionDenied)).isEmpty)
        #expect(try watch.hear(.put("a", 2), .boundary(6)) == ["1: a=2 @6"])
    }

    @Test func `a cause without target ids ends all of them`() throws {
        let watch = try WatchStreamTests.running()
        _ = watch.stream.add(Watching.content("z"))
        let end = TargetChange(.remove, cause: RPCStatus(.resourceExhausted, "no"))
        #expect(try watch.hear(.targetChange(end)) == ["1: RESOURCE_EXHAUSTED", "2: RESOURCE_EXHAUSTED"])
        #expect(watch.stream.isEmpty)
    }

    @Test func `a target that is removed without a cause or a request is damage`() throws {
        let watch = try WatchStreamTests.running()
        #expect(throws: WatchStream.Damage.self) { try watch.hear(.end(2, nil)) }
    }
}
