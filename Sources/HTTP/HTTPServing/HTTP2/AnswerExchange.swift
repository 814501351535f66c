import HTTPTransport
import HTTPTypes
import Synchronization

/// An exchange over HTTP/2 that is answered as over HTTP/1.1: the whole request, then the response.
final class AnswerExchange: HTTPStreamExchange {
    private let request: HTTPRequest
    private let maximumRequestSize: Int
    private let answer: HTTPService.Answer
    private let output: ReplyOutput
    /// The request's body; nil once it has been answered.
    private var body: [UInt8]? = []
    private var work: Task<Void, Never>?

    init(
        _ request: HTTPRequest, maximumRequestSize: Int, answer: @escaping HTTPService.Answer,
        onOutput: @escaping @Sendable () -> Void
    ) {
        self.request = request
        self.maximumRequestSize = maximumRequestSize
        self.answer = answer
        output = ReplyOutput(onOutput: onOutput)
    }

    var timeLimit: Duration? { nil }

    func receive(_ bytes: ArraySlice<UInt8>) {
        guard let length = body?.count else { return }
        if bytes.count > maximumRequestSize - length { return reply(to: nil) }
        body?.append(contentsOf: bytes)
    }

    func receiveEnd() {
        if let body { reply(to: body) }
    }

    private func reply(to whole: [UInt8]?) {
        body = nil
        let output = output
        switch answer(request, whole) {
        case .now(let response, let afterwards): output.end(with: response, afterwards)
        case .later(let work): self.work = Task { output.end(with: await work(), nil) }
        case .stream(let head, let pieces):
            let pieces = pieces()
            work = Task {
                output.begin(with: head)
                for await piece in pieces {
                    output.add(piece)
                    await output.waitUntilTaken()
                }
                output.end()
            }
        }
    }

    func expire() {}

    func cancel() {
        body = nil
        work?.cancel()
        output.cancel()
    }

    func take() -> HTTPStreamOutput { output.take() }
}

/// The output of an exchange that may be made on another thread: at most one piece of the body waits.
private final class ReplyOutput: Sendable {
    private struct State {
        var output = HTTPStreamOutput()
        var isCancelled = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let onOutput: @Sendable () -> Void

    init(onOutput: @escaping @Sendable () -> Void) { self.onOutput = onOutput }

    func begin(with head: HTTPResponse) { change { $0.head = head } }

    func add(_ piece: [UInt8]) { change { $0.body += piece } }

    func end() { change { $0.trailers = HTTPFields() } }

    func end(with response: HTTPExchangeResponse, _ afterwards: (@Sendable () -> Void)?) {
        change { output in
            output.head = response.head
            if response.head.headerFields[.contentLength] == nil {
                output.head?.headerFields[.contentLength] = String(response.body.count)
            }
            output.body = response.body
            output.trailers = HTTPFields()
            output.afterwards = afterwards
        }
    }

    private func change(_ change: (inout HTTPStreamOutput) -> Void) {
        state.withLock { change(&$0.output) }
        onOutput()
    }

    /// Waits until the piece that was added has been taken, or nobody takes it any more.
    func waitUntilTaken() async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.output.body.isEmpty || state.isCancelled { return true }
                state.waiting = continuation
                return false
            }
            if goesOn { continuation.resume() }
        }
    }

    func take() -> HTTPStreamOutput {
        let (output, waiting) = state.withLock { state in
            defer { (state.output, state.waiting) = (HTTPStreamOutput(), nil) }
            return (state.output, state.waiting)
        }
        waiting?.resume()
        return output
    }

    func cancel() {
        let waiting = state.withLock { state in
            state.isCancelled = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}
