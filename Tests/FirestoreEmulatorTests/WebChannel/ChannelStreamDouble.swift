import FirestoreModel
import FirestoreRPC
import Synchronization

@testable import FirestoreEmulator

/// A stream behind a channel that a test fills.
final class ChannelStreamDouble: ChannelStream {
    private struct State {
        var received: [String] = []
        var output = RPCStreamOutput<ArraySlice<UInt8>>()
        var takes = 0
        var isCancelled = false
    }

    private let state = Mutex(State())
    private let onOutput: @Sendable () -> Void
    /// Whether each message is answered by itself.
    private let echoes: Bool

    init(echoes: Bool = false, onOutput: @escaping @Sendable () -> Void) {
        self.echoes = echoes
        self.onOutput = onOutput
    }

    var received: [String] { state.withLock(\.received) }
    var takes: Int { state.withLock(\.takes) }
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    func receive(_ json: [UInt8]) throws(RPCStatus) {
        let text = String(decoding: json, as: UTF8.self)
        if text == "broken" { throw .invalidArgument("no message") }
        state.withLock { $0.received.append(text) }
        if echoes { tell(text) } else { onOutput() }
    }

    /// Has something to say, and perhaps no more after it.
    func tell(_ texts: String..., end: RPCStreamEnd? = nil) {
        state.withLock { state in
            state.output.responses += texts.map { Array("\"\($0)\"".utf8)[...] }
            state.output.end = end
        }
        onOutput()
    }

    func take() -> RPCStreamOutput<ArraySlice<UInt8>> {
        state.withLock { state in
            state.takes += 1
            defer { state.output.responses = [] }
            return state.output
        }
    }

    func cancel() { state.withLock { $0.isCancelled = true } }
}
