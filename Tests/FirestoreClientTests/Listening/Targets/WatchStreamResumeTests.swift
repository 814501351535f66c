import FirestoreModel
import FirestoreRPC
import TestSupport
import Testing

@testable import FirestoreClient

/// What becomes of a stream when its connections are cut, and when the server doubts what is held.
struct WatchStreamResumeTests {
    /// A stream with a query, whose documents a and b are told at the time 5.
    private static func running() throws -> WatchedStream {
        let watch = WatchedStream()
        _ = watch.stream.add(Watching.query)
        watch.stream.connect()
        #expect(watch.asked() == ["+2"])
        #expect(
            try watch.hear(.add(2), .put("a", 1), .put("b", 2), .current(5), .boundary(5)) == [
                "1: a=1 b=2 @5"
            ])
        return watch
    }

    // MARK: Cuts

    @Test func `a cut resumes where the last boundary was`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(try watch.hear(.put("d", 4), .boundary(8)) == ["1: d=4 @8"])
        watch.stream.connect()
        #expect(watch.asked() == ["+2 from t8 with 3"])
        #expect(
            try watch.hear(.add(2), .boundary(8), .delete("a"), .current(9), .boundary(9)) == ["1: a- @9"])
    }

    @Test func `a cut after which nothing has changed is not told`() throws {
        let watch = try WatchStreamResumeTests.running()
        watch.stream.connect()
        #expect(try watch.hear(.add(2), .boundary(5), .current(9), .boundary(9)).isEmpty)
    }

    @Test func `what came after the last boundary of a connection is dropped with it`() throws {
        let watch = try WatchStreamResumeTests.running()
        // Before the next connection, d is gone again and a as before: the difference names neither.
        #expect(try watch.hear(.put("d", 4), .put("a", 7), .delete("b")).isEmpty)
        watch.stream.connect()
        #expect(watch.asked() == ["+2 from t5 with 2"])
        #expect(try watch.hear(.add(2), .boundary(5), .current(9), .boundary(9)).isEmpty)
        #expect(watch.stream.everything(of: 1)?.words == "a=1 b=2 @9")
    }

    @Test func `a cut before a first target is complete begins it anew`() throws {
        let watch = WatchedStream()
        _ = watch.stream.add(Watching.query)
        #expect(try watch.hear(.add(2), .put("a", 1), .put("b", 2)).isEmpty)
        watch.stream.connect()
        #expect(watch.asked() == ["+2"])
        // The document b was deleted meanwhile, which nobody says.
        #expect(try watch.hear(.add(2), .put("a", 1), .current(9), .boundary(9)) == ["1: a=1 @9"])
    }

    @Test func `a target that became current after the last boundary begins from where it was`() throws {
        let watch = try WatchStreamResumeTests.running()
        _ = watch.stream.add(Watching.content("z"))
        #expect(try watch.hear(.boundary(7), .add(4), .put("z", 1, in: [4]), .current(8, 4)).isEmpty)
        watch.stream.connect()
        _ = watch.asked().count
        watch.stream.connect()
        #expect(watch.asked() == ["+2 from t7 with 2", "+4"])
        #expect(try watch.hear(.add(4), .delete("z", 4), .current(9, 4), .boundary(9)) == ["2: @9"])
    }

    @Test func `a cut while a target catches up resumes from the old point`() throws {
        let watch = try WatchStreamResumeTests.running()
        watch.stream.connect()
        _ = watch.asked()
        // The first commits of a replay, with boundaries of their own.
        #expect(try watch.hear(.add(2), .boundary(5), .put("d", 4), .boundary(6), .delete("a")).isEmpty)
        watch.stream.connect()
        #expect(watch.asked() == ["+2 from t5 with 2"])
        #expect(try watch.hear(.add(2), .delete("b"), .current(9), .boundary(9)) == ["1: b- @9"])
    }

    @Test func `a boundary without a time is none, and its token stands for nothing`() throws {
        let watch = try WatchStreamResumeTests.running()
        let token = TargetChange(.noChange, resumeToken: Watching.token(6))
        #expect(try watch.hear(.put("d", 4), .targetChange(token)).isEmpty)
        watch.stream.connect()
        #expect(watch.asked() == ["+2 from t5 with 2"])
    }

    @Test func `a removed target is not added to the next connection, and no removal is sent there`() throws {
        let watch = try WatchStreamResumeTests.running()
        let key = watch.stream.add(Watching.content("z"))
        watch.stream.remove(key)
        watch.stream.connect()
        #expect(watch.asked() == ["+2 from t5 with 2"])
    }

    // MARK: Losses

    @Test func `a loss is reported once, and so is the end of it`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(try watch.hear(.put("d", 4)).isEmpty)
        #expect(watch.lose() == ["1: lost"])
        #expect(watch.lose().isEmpty)
        watch.stream.connect()
        #expect(watch.lose().isEmpty)
        watch.stream.connect()
        #expect(watch.stream.everything(of: 1) == nil)
        #expect(try watch.hear(.add(2), .boundary(5), .current(9), .boundary(9)) == ["1: @9"])
        #expect(watch.stream.everything(of: 1)?.words == "a=1 b=2 @9")
        #expect(watch.lose() == ["1: lost"])
    }

    @Test func `a target that was never told loses nothing`() {
        let watch = WatchedStream()
        _ = watch.stream.add(Watching.query)
        #expect(watch.lose().isEmpty)
    }

    // MARK: Resets

    @Test func `after a reset, what is not named again is gone`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(try watch.hear(.reset(), .put("a", 1), .put("d", 4)).isEmpty)
        #expect(try watch.hear(.boundary(6)).isEmpty)
        #expect(try watch.hear(.current(7), .boundary(7)) == ["1: b- d=4 @7"])
        watch.stream.connect()
        #expect(watch.asked() == ["+2 from t7 with 2"])
    }

    @Test func `a reset after which nothing is different is not told`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(
            try watch.hear(.reset(), .put("b", 2), .put("a", 1), .current(7), .boundary(7)).isEmpty)
    }

    @Test func `a cut within a reset resumes with what was told`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(try watch.hear(.boundary(6), .reset(), .put("d", 4), .boundary(7), .put("e", 1)).isEmpty)
        watch.stream.connect()
        #expect(watch.asked() == ["+2 from t6 with 2"])
        #expect(try watch.hear(.add(2), .reset(), .put("a", 1), .current(9), .boundary(9)) == ["1: b- @9"])
    }

    @Test func `a token that comes with a reset is not one to resume from`() throws {
        let watch = try WatchStreamResumeTests.running()
        let reset = TargetChange(.reset, targetIDs: [2], resumeToken: Watching.token(9))
        #expect(try watch.hear(.targetChange(reset), .put("a", 1)).isEmpty)
        watch.stream.connect()
        #expect(watch.asked() == ["+2 from t5 with 2"])
    }

    // MARK: Filters

    @Test func `a filter with the same number changes nothing`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(try watch.hear(.counted(2), .boundary(6)).isEmpty)
        #expect(watch.stream.mismatches == 0)
        #expect(watch.asked().isEmpty)
    }

    @Test func `a filter with names removes what it does not have`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(try watch.hear(.counted(1, names: ["a"]), .current(6), .boundary(6)) == ["1: b- @6"])
        #expect(watch.stream.mismatches == 0)
    }

    @Test func `a filter counts what has come before it`() throws {
        let watch = try WatchStreamResumeTests.running()
        watch.stream.connect()
        _ = watch.asked()
        #expect(
            try watch.hear(
                .add(2), .boundary(5), .put("d", 4), .counted(2, names: ["a", "d"]), .current(6), .boundary(6)
            )
                == ["1: b- d=4 @6"])
        #expect(watch.asked().isEmpty)
    }

    @Test func `a filter without names, or whose names do not help, begins the target anew`() throws {
        let filters: [ListenResponse] = [
            .counted(1), .counted(3), .counted(3, names: ["a", "b", "d"]), .counted(1, names: ["a", "b"]),
            .counted(1, names: ["x"]),
            .filter(ExistenceFilter(targetID: 2, count: 1, unchangedNames: BloomFilter.none)),
        ]
        for filter in filters {
            let watch = try WatchStreamResumeTests.running()
            #expect(try watch.hear(filter, .boundary(6)).isEmpty)
            #expect(watch.stream.mismatches == 1)
            // Under another number, since the old one may still get answers.
            #expect(watch.asked() == ["-2", "+4"])
            #expect(try watch.hear(.put("z", 1, in: [2]), .end(2, nil), .current(6, 2)).isEmpty)
            #expect(
                try watch.hear(
                    .add(4), .put("a", 1, in: [4]), .current(7, 4), .counted(1, in: 4), .boundary(7)) == [
                        "1: b- @7"
                    ])
            watch.stream.connect()
            #expect(watch.asked() == ["+4 from t7 with 1"])
        }
    }

    @Test func `a cut after a mismatch begins the target anew as well`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(try watch.hear(.counted(1), .boundary(6), .put("a", 1, in: [4])).isEmpty)
        watch.stream.connect()
        #expect(watch.asked() == ["+4"])
        #expect(try watch.hear(.add(4), .put("b", 2, in: [4]), .current(7, 4), .boundary(7)) == ["1: a- @7"])
    }

    @Test func `a server whose numbers never fit is damage, and not asked again and again`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(
            try watch.hear(.counted(1), .put("a", 1, in: [4]), .current(6, 4), .boundary(6)) == ["1: b- @6"])
        #expect(throws: WatchStream.Damage.self) { try watch.hear(.counted(7, in: 4)) }
        // The next connection may try.
        watch.stream.connect()
        _ = watch.asked()
        #expect(try watch.hear(.put("a", 1, in: [4]), .counted(3, in: 4)).isEmpty)
        #expect(watch.asked() == ["-4", "+6"])
    }

    @Test func `a document that no longer exists is gone by its filter`() throws {
        let watch = WatchedStream()
        _ = watch.stream.add(Watching.content("a"))
        _ = watch.asked()
        #expect(try watch.hear(.put("a", 1), .current(5), .boundary(5)) == ["1: a=1 @5"])
        #expect(try watch.hear(.counted(0), .boundary(6)) == ["1: a- @6"])
        #expect(watch.asked().isEmpty)
    }

    @Test func `within a reset, a filter counts only what was named again`() throws {
        let watch = try WatchStreamResumeTests.running()
        #expect(
            try watch.hear(.reset(), .put("a", 1), .counted(1), .current(6), .boundary(6)) == ["1: b- @6"])
        #expect(watch.asked().isEmpty)
    }
}
