import HTTPTypes

@testable import HTTPServing

/// An exchange that gives as much as is taken, and says what happens to it.
final class EndlessExchange: HTTPStreamExchange {
    let events: AsyncStream<String>.Continuation
    let timeLimit: Duration?
    private var hasBegun = false

    init(events: AsyncStream<String>.Continuation, timeLimit: Duration? = nil) {
        self.events = events
        self.timeLimit = timeLimit
    }

    deinit { events.yield("freed") }

    func receive(_ bytes: ArraySlice<UInt8>) { events.yield("\(bytes.count) bytes") }
    func receiveEnd() { events.yield("end") }
    func expire() { events.yield("expired") }
    func cancel() { events.yield("cancelled") }

    func take() -> HTTPStreamOutput {
        events.yield("taken")
        defer { hasBegun = true }
        return HTTPStreamOutput(
            head: hasBegun ? nil : HTTPResponse(status: .ok), body: Array(repeating: 1, count: 16_384),
            hasMore: true)
    }
}

/// An exchange that ends after some large pieces, each of which fills what a stream may have waiting.
final class LongExchange: HTTPStreamExchange {
    private var pieces = 5
    let timeLimit: Duration? = nil

    func receive(_ bytes: ArraySlice<UInt8>) {}
    func receiveEnd() {}
    func expire() {}
    func cancel() {}

    func take() -> HTTPStreamOutput {
        pieces -= 1
        if pieces < 0 { return HTTPStreamOutput(trailers: [.eTag: "end"]) }
        return HTTPStreamOutput(
            head: pieces == 4 ? HTTPResponse(status: .ok) : nil, body: Array(repeating: 1, count: 70_000),
            hasMore: true)
    }
}
