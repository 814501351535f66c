import RealtimeDatabaseModel
import TestSupport
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Events that wait", .timeLimit(.minutes(1)))
struct EventQueueTests {
    private func event(_ number: Int) -> StreamEvent { .put(.root, .number(Double(number))) }

    private func queue(events: Int = 10, bytes: Int = 100) -> EventQueue {
        EventQueue(limit: LagLimit(events: events, bytes: bytes))
    }

    @Test func `events come out as they went in`() async {
        let queue = queue()
        for number in 1...3 { #expect(queue.post(event(number), size: 1).isOpen) }
        for number in 1...3 { #expect(await queue.next() == event(number)) }
    }

    @Test func `a waiting reader gets the next event`() async {
        let queue = queue()
        async let first = queue.next()
        var handovers: [Handover] = []
        while handovers.isEmpty {
            handovers = queue.post(.keepAlive, size: 0).handover
            if handovers.isEmpty { #expect(queue.takeNow() == .keepAlive || true) }
            await Task.yield()
        }
        #expect(queue.post(event(2), size: 1).handover.isEmpty)
        for handover in handovers { handover.run() }
        #expect(await first == .keepAlive)
        #expect(await queue.next() == event(2))
    }

    @Test func `with more than may wait all is forgotten`() async {
        let queue = queue(events: 2)
        #expect(queue.post(event(1), size: 0).isOpen && queue.post(event(2), size: 0).isOpen)
        #expect(!queue.post(event(3), size: 0).isOpen)
        #expect(!queue.post(event(4), size: 0).isOpen)
        #expect(await queue.next() == nil)
    }

    @Test func `what was taken makes room`() async {
        let queue = queue(events: 2, bytes: 10)
        for number in 1...50 {
            #expect(queue.post(event(number), size: 6).isOpen)
            #expect(await queue.next() == event(number))
        }
        #expect(queue.post(event(1), size: 6).isOpen)
        #expect(!queue.post(event(2), size: 6).isOpen)
    }

    @Test func `a last event comes behind the others`() async {
        let queue = queue()
        _ = queue.post(event(1), size: 1)
        #expect(queue.end(with: .cancel).isEmpty)
        #expect(!queue.post(event(2), size: 1).isOpen && queue.end(with: .keepAlive).isEmpty)
        #expect(await queue.next() == event(1))
        #expect(await queue.next() == .cancel)
        #expect(await queue.next() == nil)
    }

    @Test func `a waiting reader hears of the end`() async {
        let queue = queue()
        async let next = queue.next()
        await Task.yield()
        queue.close()
        #expect(await next == nil)
        #expect(await queue.next() == nil)
    }

    @Test func `a task that is cancelled does not wait`() async {
        let queue = queue()
        let task = Task { await queue.next() }
        task.cancel()
        #expect(await task.value == nil)
        #expect(!queue.post(event(1), size: 1).isOpen)
    }
}
