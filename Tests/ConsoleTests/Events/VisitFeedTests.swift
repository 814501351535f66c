import Synchronization
import Testing

@testable import ReceiptConsole

@Suite("The connection of a page", .timeLimit(.minutes(1)))
struct VisitFeedTests {
    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    private func event(_ number: Int) -> ConsoleEvent { ConsoleEvent(kind: "n", data: "\(number)") }

    @Test func `a page that comes back in time hears all that it has missed, once and in order`() async {
        let feed = VisitFeed()
        var first = feed.connect(after: nil) { _ in }.makeAsyncIterator()
        #expect(text(await first.next()).contains(#"{"resumed":false}"#))
        feed.emit(event(1))
        #expect(text(await first.next()).contains("id: 1\n"))
        var second = feed.connect(after: 1) { _ in }.makeAsyncIterator()
        feed.emit(event(2))
        #expect(text(await second.next()).contains(#"{"resumed":true}"#))
        #expect(text(await second.next()).contains("id: 2\n"))
        #expect(await first.next() == nil)
    }

    @Test func `events while nobody listens are kept`() async {
        let feed = VisitFeed()
        do { _ = feed.connect(after: nil) { _ in } }
        for number in 1...3 { feed.emit(event(number)) }
        var page = feed.connect(after: 1) { _ in }.makeAsyncIterator()
        var texts: [String] = []
        for _ in 0..<3 { texts.append(text(await page.next())) }
        #expect(texts[1].contains("id: 2\n") && texts[2].contains("id: 3\n"))
    }

    @Test func `a page that begins anew hears the present state again, but not past events`()
        async
    {
        func health(_ number: Int) -> ConsoleEvent { ConsoleEvent(kind: "health", data: "\(number)") }
        let feed = VisitFeed()
        feed.emit(health(1), stands: true)
        feed.emit(health(2), stands: true)
        feed.emit(event(3))
        // Before its first connection, and when it reconnects without a position.
        for _ in 0..<2 {
            var page = feed.connect(after: nil) { _ in }.makeAsyncIterator()
            #expect(text(await page.next()).contains(#"{"resumed":false}"#))
            #expect(text(await page.next()) == "event: health\ndata: 2\n\n")
            feed.emit(event(4))
            #expect(text(await page.next()).contains("data: 4\n"))
        }
        var page = feed.connect(after: 5) { _ in }.makeAsyncIterator()
        #expect(text(await page.next()).contains(#"{"resumed":true}"#))
        feed.emit(event(5))
        #expect(text(await page.next()).contains("data: 5\n"))
    }

    @Test func `a page that does not fetch its events is cut off, and hears them when it comes back`() async {
        let feed = VisitFeed()
        let stream = feed.connect(after: nil) { _ in }
        for number in 1...300 { feed.emit(event(number)) }
        var count = 0
        for await _ in stream { count += 1 }
        #expect(count == 257 && !feed.isConnected)
        var page = feed.connect(after: 256) { _ in }.makeAsyncIterator()
        #expect(text(await page.next()).contains(#"{"resumed":true}"#))
        #expect(text(await page.next()).contains("id: 257\n"))
    }

    @Test func `the end of a connection that was replaced is not the end of the page`() async {
        let ends = Mutex<[Bool]>([])
        let feed = VisitFeed()
        var first: AsyncStream<[UInt8]>? = feed.connect(after: nil) { isGone in
            ends.withLock { $0.append(isGone) }
        }
        var second: AsyncStream<[UInt8]>? = feed.connect(after: nil) { isGone in
            ends.withLock { $0.append(isGone) }
        }
        #expect(ends.withLock { $0 } == [false] && feed.isConnected)
        first = nil
        second = nil
        #expect(first == nil && second == nil)
        #expect(ends.withLock { $0 } == [false, true] && !feed.isConnected)
    }

    @Test func `a listener of what has ended hears so at once`() async {
        let ends = Mutex<[Bool]>([])
        let feed = VisitFeed()
        var before = feed.connect(after: nil) { isGone in ends.withLock { $0.append(isGone) } }
            .makeAsyncIterator()
        #expect(text(await before.next()).contains("hello"))
        feed.end()
        #expect(await before.next() == nil)
        var late = feed.connect(after: nil) { isGone in ends.withLock { $0.append(isGone) } }
            .makeAsyncIterator()
        #expect(text(await late.next()).contains("hello"))
        #expect(await late.next() == nil)
        #expect(ends.withLock { $0 } == [true, true] && !feed.isConnected)
    }
}
