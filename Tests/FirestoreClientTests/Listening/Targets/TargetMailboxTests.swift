import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreClient

struct TargetMailboxTests {
    private let mailbox = TargetMailbox(subject: "Listening to c")
    private let lost = FirestoreError(.unavailable, "lost")

    private func update(_ changes: [String: Int?], isCurrent: Bool = true, at time: Int? = 5) -> TargetUpdate
    {
        var documents: [DocumentName: Document?] = [:]
        for (id, n) in changes {
            documents.updateValue(n.map { Watching.document(id, $0) }, forKey: Watching.name(id))
        }
        return TargetUpdate(
            changes: documents, isCurrent: isCurrent, readTime: time.map { Watching.time($0) })
    }

    private func failed() async throws -> FirestoreError {
        try await failure { () async throws(FirestoreError) in try await mailbox.next() }
    }

    @Test func `an update waits for its listener`() async throws {
        mailbox.put(update(["a": 1]))
        #expect(try await mailbox.next().words == "a=1 @5")
    }

    @Test func `a listener waits for its update`() async throws {
        async let next = mailbox.next()
        for _ in 0..<10 { await Task.yield() }
        mailbox.put(update(["a": 1]))
        #expect(try await next.words == "a=1 @5")
    }

    @Test func `a slow listener finds one update, with what holds in the end`() async throws {
        mailbox.put(update(["a": 1, "b": 1, "c": 1]))
        mailbox.put(update(["a": 2, "b": nil], at: 6))
        mailbox.put(update(["b": 3, "c": nil], at: nil))
        #expect(try await mailbox.next().words == "a=2 b=3 c- @6")
        mailbox.put(update([:], isCurrent: false, at: nil))
        mailbox.put(update(["d": 1], at: 7))
        #expect(try await mailbox.next().words == "d=1 @7")
    }

    @Test func `a lost connection is reported together with earlier changes`() async throws {
        mailbox.put(update(["a": 1]))
        mailbox.put(update([:], isCurrent: false, at: nil))
        let next = try await mailbox.next()
        #expect(!next.isCurrent)
        #expect(next.changes.count == 1)
        #expect(next.readTime == Watching.time(5))
    }

    @Test func `what came before an end is still told`() async throws {
        mailbox.put(update(["a": 1]))
        mailbox.finish(lost)
        mailbox.put(update(["b": 1]))
        #expect(mailbox.isFinished)
        #expect(try await mailbox.next().words == "a=1 @5")
        for _ in 0..<2 { #expect(try await failed().message == "lost") }
    }

    @Test func `the first end counts`() async throws {
        mailbox.finish(lost)
        mailbox.finish(FirestoreError(.internal, "other"))
        #expect(try await failed().message == "lost")
    }

    @Test func `an end resumes who waits`() async throws {
        let waiting = Task { try await failed() }
        for _ in 0..<10 { await Task.yield() }
        mailbox.finish(lost)
        #expect(try await waiting.value.message == "lost")
    }

    @Test(arguments: 0..<5)
    func `cancelling the task ends its waiting, and no more`(yields: Int) async throws {
        let waiting = Task { try await failed() }
        for _ in 0..<yields * 5 { await Task.yield() }
        waiting.cancel()
        let error = try await waiting.value
        #expect(error.code == .cancelled)
        #expect(error.message.contains("Listening to c"))
        #expect(!mailbox.isFinished)
        mailbox.put(update(["a": 1]))
        #expect(try await mailbox.next().words == "a=1 @5")
    }

    @Test(.timeLimit(.minutes(1)), arguments: SeededGenerator.seeds(10))
    func `whatever the pace, a listener ends up with all changes`(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var truth: [String: Int] = [:]
        var updates: [TargetUpdate] = []
        for number in 1...50 {
            let id = "\(generator.int(0...5))"
            let isGone = generator.oneIn(3)
            truth[id] = isGone ? nil : number
            updates.append(update([id: isGone ? nil : number], at: number))
        }
        let pauses = generator.list(50...50) { $0.int(0...4) }
        let writer = Task { [updates, mailbox] in
            for (update, pause) in zip(updates, pauses) {
                mailbox.put(update)
                for _ in 0..<pause { await Task.yield() }
            }
        }
        var held: [String: Int] = [:]
        while true {
            let update = try await mailbox.next()
            for (name, document) in update.changes { held["\(name.path.id)"] = document?.number }
            if update.readTime == Watching.time(50) { break }
            for _ in 0..<generator.int(0...4) { await Task.yield() }
        }
        await writer.value
        #expect(held == truth)
    }
}
