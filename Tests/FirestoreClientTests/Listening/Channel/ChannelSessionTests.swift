import TestSupport
import Testing

@testable import FirestoreClient

struct ChannelSessionTests {
    private let hello = ChannelArray(id: 0, message: .opened(id: "s", keepAlive: .seconds(20)))

    /// A session that is held by reference, so that expectations can change it.
    private final class Session {
        private(set) var value: ChannelSession

        init(request: Int) { value = ChannelSession(request: request) }

        func send(_ message: [UInt8]) { value.send(message) }
        func nextForward() -> ChannelSession.Forward? { value.nextForward() }
        func forwardSucceeded() { value.forwardSucceeded() }
        func forwardFailed() -> ChannelSession.Forward? { value.forwardFailed() }
        func takeRequestNumber() -> Int { value.takeRequestNumber() }
        func receive(_ arrays: [ChannelArray]) -> ChannelSession.Reception { value.receive(arrays) }
        func backFailed() -> Bool { value.backFailed() }
        func forget() { value.forget() }
    }

    /// A session that the server has opened.
    private func opened(messages: [String] = []) -> Session {
        let session = Session(request: 70)
        for message in messages { session.send(Array(message.utf8)) }
        _ = session.nextForward()
        session.forwardSucceeded()
        _ = session.receive([hello])
        return session
    }

    /// Signs of life with these numbers.
    private func arrays(_ ids: Int...) -> [ChannelArray] { ids.map { ChannelArray(id: $0, message: .other) } }

    @Test func `the first request goes even without a message`() {
        let session = Session(request: 70)
        #expect(session.nextForward() == ChannelSession.Forward(request: 70, offset: 0, messages: []))
        session.forwardSucceeded()
        _ = session.receive([hello])
        #expect(session.nextForward() == nil)
    }

    @Test func `messages are numbered over all requests, and requests one by one`() {
        let session = opened(messages: ["a", "b"])
        session.send([3])
        #expect(session.nextForward() == ChannelSession.Forward(request: 71, offset: 2, messages: [[3]]))
        session.forwardSucceeded()
        session.send([4])
        session.send([5])
        #expect(
            session.nextForward() == ChannelSession.Forward(request: 72, offset: 3, messages: [[4], [5]]))
        #expect(session.takeRequestNumber() == 73)
    }

    @Test func `one request is on its way at a time`() {
        let session = opened()
        session.send([1])
        #expect(session.nextForward() != nil)
        session.send([2])
        #expect(session.nextForward() == nil)
        session.forwardSucceeded()
        #expect(session.nextForward() == ChannelSession.Forward(request: 72, offset: 1, messages: [[2]]))
    }

    @Test func `a request has at most a thousand messages`() {
        let session = opened()
        for _ in 0..<1001 { session.send([1]) }
        #expect(session.nextForward()?.messages.count == 1000)
        session.forwardSucceeded()
        #expect(session.nextForward() == ChannelSession.Forward(request: 72, offset: 1000, messages: [[1]]))
    }

    @Test func `a repeated request has the same numbers and messages, and no more than three repetitions`() {
        let session = opened()
        session.send([1])
        let first = session.nextForward()
        session.send([2])
        for attempt in 2...4 {
            let again = session.forwardFailed()
            #expect(
                again
                    == ChannelSession.Forward(request: 71, offset: 0, messages: [[1]], attempt: attempt))
            #expect(again?.request == first?.request)
        }
        #expect(session.forwardFailed() == nil)
    }

    @Test func `a session that was never opened is not repeated`() {
        let session = Session(request: 0)
        #expect(session.nextForward() != nil)
        #expect(session.forwardFailed() == nil)
    }

    @Test func `the handshake gives the id and the longest silence, once`() {
        let session = Session(request: 0)
        #expect(session.value.keepAlive == .seconds(30))
        #expect(session.receive([hello]) == ChannelSession.Reception())
        #expect(session.value.id == "s")
        #expect(session.value.keepAlive == .seconds(20))
        #expect(session.value.received == 0)
        let other = ChannelArray(id: 0, message: .opened(id: "other", keepAlive: .seconds(1)))
        #expect(session.receive([other]) == ChannelSession.Reception())
        #expect(session.value.id == "s")
        #expect(session.value.keepAlive == .seconds(20))
    }

    @Test func `a silence of nothing is a second`() {
        let session = Session(request: 0)
        _ = session.receive([ChannelArray(id: 0, message: .opened(id: "s", keepAlive: .zero))])
        #expect(session.value.keepAlive == .seconds(1))
    }

    @Test func `arrays are acknowledged in order, and repeated ones dropped`() {
        let session = opened()
        #expect(session.receive(arrays(1, 2)).messages.count == 2)
        #expect(session.value.received == 2)
        #expect(session.receive(arrays(1, 2)) == ChannelSession.Reception())
        #expect(session.receive(arrays(1, 2, 3, 3)).messages.count == 1)
        #expect(session.value.received == 3)
    }

    @Test func `a gap is noticed at once, and what came before it is kept`() {
        let session = opened()
        #expect(session.receive(arrays(2)) == ChannelSession.Reception(messages: [], hasGap: true))
        #expect(session.value.received == 0)
        #expect(
            session.receive(arrays(1, 3)) == ChannelSession.Reception(messages: [.other], hasGap: true))
        #expect(session.value.received == 1)
        // What was before the gap comes again with what was in it.
        #expect(
            session.receive(arrays(1, 2, 3))
                == ChannelSession.Reception(messages: [.other, .other], hasGap: false))
        #expect(session.value.received == 3)
    }

    @Test func `arrays out of order are a gap`() {
        let session = opened()
        #expect(session.receive(arrays(2, 1)).hasGap)
        #expect(session.value.received == 0)
    }

    @Test func `numbers below the first are passed over`() {
        let session = opened()
        #expect(session.receive(arrays(-1, 0)) == ChannelSession.Reception())
        #expect(session.value.received == 0)
    }

    @Test func `back channels without an array are limited, and one with an array resets that`() {
        let session = opened()
        #expect(session.value.backAttempt == 1)
        #expect([session.backFailed(), session.backFailed(), session.backFailed()] == [true, true, true])
        #expect(session.value.backAttempt == 4)
        _ = session.receive(arrays(1))
        #expect(session.value.backAttempt == 1)
        // A repeated array is no progress.
        _ = session.backFailed()
        _ = session.receive(arrays(1))
        #expect(session.value.backAttempt == 2)
        #expect([session.backFailed(), session.backFailed(), session.backFailed()] == [true, true, false])
    }

    @Test func `nothing is repeated for a server that has forgotten the session`() {
        let session = opened()
        session.send([1])
        #expect(session.nextForward() != nil)
        session.forget()
        #expect(session.forwardFailed() == nil)
        #expect(!session.backFailed())
    }
}
