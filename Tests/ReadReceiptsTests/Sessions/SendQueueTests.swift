import FirestoreClient
import FirestoreModel
import TestSupport
import Testing

@testable import ReadReceipts

@Suite("Messages that wait to be sent")
struct SendQueueTests {
    /// A queue with a clock.
    private struct Bench {
        var queue = SendQueue()
        var now = Duration.zero
        var random = SeededGenerator(seed: 7)

        mutating func take(_ event: SendQueue.Event) -> [SendQueue.Action] {
            queue.received(event, at: now, using: &random)
        }

        mutating func add(_ id: MessageID, _ text: String = "Hi") -> [SendQueue.Action] {
            let time = Timestamp(seconds: Int64(queue.messages.count), nanoseconds: 0)
            return take(.added(PendingMessage(id: id, conversationID: "c1", text: text, writtenAt: time)))
        }

        var states: [String] { queue.messages.map { "\($0.id) \($0.state)" } }
    }

    private static let offline = ReceiptsError(.offline, "no server answers")
    private static let denied = ReceiptsError(.permissionDenied, "the rules do not allow it")

    private func summary(_ actions: [SendQueue.Action]) -> [String] {
        actions.map {
            switch $0 {
            case .show(let message): "show \(message.id) \(message.state)"
            case .hide(let message): "hide \(message.id)"
            case .send(let message): "send \(message.id)"
            case .wake: "wake"
            }
        }
    }

    @Test func `one message is on its way at a time, in the order in which they were written`() {
        var bench = Bench()
        #expect(summary(bench.add("a")) == ["show a sending", "send a"])
        #expect(summary(bench.add("b")) == ["show b pending"])
        #expect(summary(bench.add("c")) == ["show c pending"])
        #expect(summary(bench.take(.sent("a"))) == ["show b sending", "send b"])
        #expect(summary(bench.take(.sent("b"))) == ["show c sending", "send c"])
        #expect(summary(bench.take(.sent("c"))) == [])
        #expect(bench.queue.messages.isEmpty)
    }

    @Test func `without a connection the first one is tried again, and those behind it wait`() throws {
        var bench = Bench()
        _ = bench.add("a")
        _ = bench.add("b")
        let actions = bench.take(.failed("a", Self.offline))
        #expect(summary(actions) == ["show a pending", "wake"])
        guard case .wake(let time)? = actions.last else { return }
        #expect(time <= .seconds(1))
        #expect(bench.queue.reasonForWaiting?.code == .offline)
        bench.now = time
        #expect(summary(bench.take(.woken)) == ["show a sending", "send a"])
        #expect(bench.queue.messages[0].mayHaveArrived)
        #expect(!bench.queue.messages[1].mayHaveArrived)
    }

    @Test func `the waits grow up to a minute, and begin anew when something has been sent`() {
        var bench = Bench()
        _ = bench.add("a")
        _ = bench.add("b")
        var longest = Duration.zero
        for attempt in 0..<40 {
            let start = bench.now
            guard case .wake(let time)? = bench.take(.failed("a", Self.offline)).last else {
                Issue.record("attempt \(attempt) is the last one")
                return
            }
            #expect(time - start <= min(.seconds(60), .seconds(1) * (1 << min(attempt, 10))))
            longest = max(longest, time - start)
            bench.now = time
            _ = bench.take(.woken)
        }
        #expect(longest > .seconds(20))
        _ = bench.take(.sent("a"))
        guard case .wake(let time)? = bench.take(.failed("b", Self.offline)).last else { return }
        #expect(time - bench.now <= .seconds(1))
    }

    @Test func `a connection that is back ends the wait, once a second at most`() {
        var bench = Bench()
        _ = bench.add("a")
        for _ in 0..<8 {
            guard case .wake(let time)? = bench.take(.failed("a", Self.offline)).last else { return }
            bench.now = time
            _ = bench.take(.woken)
        }
        let tried = bench.now
        _ = bench.take(.failed("a", Self.offline))
        guard case .wake(let time)? = bench.take(.connected).last else {
            Issue.record("it was tried again at once")
            return
        }
        #expect(time <= tried + .seconds(1))
        bench.now = tried + .seconds(1)
        #expect(summary(bench.take(.connected)) == ["show a sending", "send a"])
        _ = bench.take(.failed("a", Self.offline))
        #expect(summary(bench.take(.resumed)) == ["show a sending", "send a"], "the system says so")
    }

    @Test func `a server that is busy is not asked sooner because something else reaches it`() {
        var bench = Bench()
        _ = bench.add("a")
        let busy = ReceiptsError(.server, "busy", underlying: FirestoreError(.resourceExhausted, "busy"))
        guard case .wake(let time)? = bench.take(.failed("a", busy)).last else { return }
        #expect(bench.take(.connected).last == .wake(at: time))
        #expect(summary(bench.add("b")) == ["show b pending", "wake"])
    }

    @Test func `what the server refuses for good is set aside with the reason, and the next one goes`() {
        var bench = Bench()
        _ = bench.add("a")
        _ = bench.add("b")
        #expect(
            summary(bench.take(.failed("a", Self.denied))) == ["show a failed", "show b sending", "send b"])
        #expect(bench.queue.messages[0].failure == .init(.permissionDenied, "the rules do not allow it"))
        #expect(summary(bench.take(.sent("b"))) == [])
        #expect(bench.states == ["a failed"])
    }

    @Test func `a refused message is sent again or given up as the user says`() {
        var bench = Bench()
        for id: MessageID in ["a", "b", "c", "d"] { _ = bench.add(id) }
        _ = bench.take(.failed("a", Self.denied))
        _ = bench.take(.failed("b", Self.denied))
        #expect(bench.states == ["a failed", "b failed", "c sending", "d pending"])
        #expect(summary(bench.take(.retried("a"))) == ["show a pending"])
        #expect(summary(bench.take(.discarded("b"))) == ["hide b"])
        #expect(summary(bench.take(.discarded("c"))) == [], "it is on its way")
        #expect(
            summary(bench.take(.sent("c"))) == ["show a sending", "send a"],
            "it goes before those written later")
        #expect(bench.queue.messages[0].failure == nil)
    }

    @Test func `a message that waits can be given up`() {
        var bench = Bench()
        _ = bench.add("a")
        _ = bench.take(.failed("a", Self.offline))
        #expect(summary(bench.take(.discarded("a"))) == ["hide a"])
        #expect(summary(bench.take(.resumed)) == [])
    }

    @Test func `the same message is taken once, and no more than there is room for`() {
        var bench = Bench()
        _ = bench.add("a")
        #expect(bench.add("a").isEmpty)
        #expect(bench.queue.hasRoom(for: String(repeating: "x", count: SendQueue.maximumBytes - 2)))
        #expect(!bench.queue.hasRoom(for: String(repeating: "x", count: SendQueue.maximumBytes - 1)))
        for number in 1..<SendQueue.maximumMessages { _ = bench.add("m\(number)", "") }
        #expect(!bench.queue.hasRoom(for: ""))
    }

    @Test(arguments: [
        (StatusCode.permissionDenied, true), (.invalidArgument, true), (.notFound, true),
        (.alreadyExists, true),
        (.failedPrecondition, true), (.outOfRange, true), (.unimplemented, true), (.dataLoss, true),
        (.unavailable, false), (.deadlineExceeded, false), (.cancelled, false), (.unauthenticated, false),
        (.resourceExhausted, false), (.internal, false), (.unknown, false), (.aborted, false),
    ])
    func `errors are final as Firestore's SDKs have it`(code: StatusCode, isPermanent: Bool) {
        #expect(ReceiptsError(FirestoreError(code, "no")).isPermanent == isPermanent)
    }

    // MARK: Against a server

    /// The fate of an attempt to reach a server that stores each message once.
    private enum Fate: CaseIterable { case arrives, isLost, answerIsLost, isRefused, meetsBusyServer }

    @Test(arguments: SeededGenerator.seeds(60))
    func
        `random outages, refusals and users: each message arrives once, in order, or stays in view until it is discarded`(
            seed: UInt64
        )
    {
        var bench = Bench()
        bench.random = SeededGenerator(seed: seed)
        var random = SeededGenerator(seed: seed &+ 1)
        var (server, written, discarded, retried):
            ([MessageID], [MessageID], Set<MessageID>, Set<MessageID>) = (
                [], [], [], []
            )
        var refused: Set<MessageID> = []
        var onItsWay: PendingMessage?
        var wake: Duration?
        var shown: [MessageID: Message.SendingState] = [:]
        func take(_ event: SendQueue.Event) {
            for action in bench.take(event) {
                switch action {
                case .show(let message): shown[message.id] = message.state
                case .hide(let message): shown[message.id] = nil
                case .send(let message):
                    #expect(onItsWay == nil, "one at a time")
                    onItsWay = message
                    wake = nil
                case .wake(let time): wake = time
                }
            }
            if case .sent(let id) = event { shown[id] = nil }
            let now = Dictionary(uniqueKeysWithValues: bench.queue.messages.map { ($0.id, $0.state) })
            #expect(shown == now, "what is shown is what waits")
        }
        /// An attempt has ended; if an earlier one may have arrived, the message is looked up.
        func attempt(_ fate: Fate) {
            guard let message = onItsWay else { return }
            onItsWay = nil
            let isThere = server.contains(message.id)
            switch fate {
            case .arrives,
                .isRefused where isThere:
                #expect(!isThere || message.mayHaveArrived, "it was not sent twice without being looked for")
                if !isThere { server.append(message.id) }
                take(.sent(message.id))
            case .answerIsLost:
                if !isThere { server.append(message.id) }
                take(.failed(message.id, Self.offline))
            case .isLost: take(.failed(message.id, Self.offline))
            case .isRefused:
                refused.insert(message.id)
                take(.failed(message.id, Self.denied))
            case .meetsBusyServer: take(.failed(message.id, ReceiptsError(.server, "busy")))
            }
        }
        for step in 0..<300 {
            bench.now += .milliseconds(random.int(0...2000))
            switch random.int(0...9) {
            case 0...2:
                written.append("m\(step)")
                for action in bench.add("m\(step)") {
                    switch action {
                    case .show(let message): shown[message.id] = message.state
                    case .send(let message): onItsWay = message
                    case .wake(let time): wake = time
                    case .hide: Issue.record("nothing goes")
                    }
                }
            case 3...6: attempt(random.pick(Fate.allCases))
            case 7: take(random.oneIn(2) ? .connected : .resumed)
            case 8:
                guard let failed = bench.queue.messages.filter({ $0.state == .failed }).first else { break }
                if random.oneIn(2) {
                    retried.insert(failed.id)
                    take(.retried(failed.id))
                } else {
                    discarded.insert(failed.id)
                    take(.discarded(failed.id))
                }
            default:
                if let time = wake, bench.now >= time { take(.woken) }
            }
        }
        // In the end the server accepts everything.
        for message in bench.queue.messages where message.state == .failed {
            retried.insert(message.id)
            take(.retried(message.id))
        }
        for _ in 0..<1000 where !bench.queue.messages.isEmpty {
            if onItsWay == nil { take(.resumed) }
            attempt(.arrives)
        }
        #expect(bench.queue.messages.isEmpty && shown.isEmpty)
        #expect(Set(server).count == server.count, "each once")
        #expect(Set(server).union(discarded) == Set(written), "nothing is lost")
        let untroubled = server.filter { !refused.contains($0) }
        #expect(untroubled == written.filter { untroubled.contains($0) }, "in order")
    }
}
