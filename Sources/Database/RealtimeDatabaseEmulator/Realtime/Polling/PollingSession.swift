import HTTPServing
import HTTPTransport
import RealtimeDatabaseWire
import Synchronization

/// A connection over long polling: each request brings segments of messages, and waits until there is something to answer.
final class PollingSession: Sendable {
    /// How many messages an answer has at most.
    private static let largestAnswer = 1000
    /// How long a client may go without a request. Firebase's SDK polls again after 25 seconds.
    static let longestSilence = Duration.seconds(60)

    private typealias Waiting = CheckedContinuation<HTTPExchangeResponse, Never>

    private struct State {
        var segments: PollingSegments
        /// The number of the next answer.
        var nextAnswer = 0
        /// The request that waits for messages.
        var waiting: Waiting?
        /// How many requests there were.
        var polls = 0
        /// Ends the session when the client is silent.
        var watch: Task<Void, Never>?
        /// Who goes on with the connection.
        var successor: Succession?
    }

    let client: PollingRequest.Client
    let connection: RealtimeConnection
    private let sessions: RealtimeSessions
    private let state: Mutex<State>
    /// Held while messages are carried out: requests can come at the same time, and messages have an order.
    private let turn = Mutex(())

    init(_ connection: RealtimeConnection, _ sessions: RealtimeSessions, password: String) {
        self.connection = connection
        self.sessions = sessions
        client = PollingRequest.Client(id: connection.session, password: password)
        state = Mutex(
            State(segments: PollingSegments(limit: connection.configuration.maximumRequestSize)))
    }

    /// Begins: the answer to the first request.
    func start(callback: String) -> HTTPExchangeResponse {
        connection.outbox.onMessage { [weak self] in self?.answerWaiting() }
        let watch = Task { [weak self, clock = connection.configuration.sleepClock] in
            var seen = -1
            while (try? await clock.sleep(for: PollingSession.longestSilence)) != nil {
                guard let self else { return }
                let polls = self.state.withLock(\.polls)
                if polls == seen { return self.end() }
                seen = polls
            }
        }
        return state.withLock { state in
            state.watch = watch
            var script = PollingScript()
            script.defineFunctions(callback)
            script.start(client)
            write(&script, &state)
            return script.response
        }
    }

    /// Takes what a request brings, and answers it when there is something to say or the next request comes.
    func poll(_ segments: [PollingSegments.Segment]) -> HTTPReply {
        release()
        state.withLock { $0.polls += 1 }
        do throws(PollingSegments.Breach) {
            let isSwitched = try turn.withLock { _ throws(PollingSegments.Breach) in try receive(segments) }
            if isSwitched { return .now(handOver()) }
        } catch {
            end()
            var script = PollingScript()
            script.close()
            return .now(script.response)
        }
        return .later { [self] in
            await withCheckedContinuation { continuation in
                release()
                state.withLock { $0.waiting = continuation }
                answerWaiting()
            }
        }
    }

    /// Carries the messages out that segments complete.
    ///
    /// - Returns: Whether the client goes on elsewhere.
    private func receive(_ segments: [PollingSegments.Segment]) throws(PollingSegments.Breach) -> Bool {
        for segment in segments {
            let messages = try state.withLock { (state) throws(PollingSegments.Breach) in
                try state.segments.take(segment)
            }
            for message in messages where connection.receive(message, over: .longPolling) == .switched {
                return true
            }
        }
        return false
    }

    /// Ends the session.
    func end() {
        sessions.close(connection)
        retire(.failed)
        answerWaiting()
    }

    /// Has a socket go on once the client has ended what it sends here.
    func setSuccessor(_ succession: Succession) {
        let earlier = state.withLock { state in
            defer { state.successor = succession }
            return state.successor
        }
        earlier?.end(.failed)
    }

    /// The last answer: what waits, and that the rest comes over the socket.
    private func handOver() -> HTTPExchangeResponse {
        let response = state.withLock { state in
            var script = PollingScript()
            write(&script, &state)
            if state.successor != nil {
                send([ServerMessage.switched.bytes], &script, &state)
                script.close(after: state.nextAnswer - 1)
            }
            return script.response
        }
        sessions.forgetPolling(self)
        retire(.succeeded)
        return response
    }

    private func retire(_ outcome: Succession.Outcome) {
        let (watch, successor) = state.withLock { state in
            defer { (state.watch, state.successor) = (nil, nil) }
            return (state.watch, state.successor)
        }
        watch?.cancel()
        successor?.end(outcome)
    }

    /// Answers the request that waits with nothing, because another one has come.
    private func release() {
        state.withLock { $0.waiting.take() }?.resume(returning: PollingScript().response)
    }

    private func answerWaiting() {
        let answer = state.withLock { state -> (Waiting, PollingScript)? in
            guard let waiting = state.waiting else { return nil }
            var script = PollingScript()
            write(&script, &state)
            if script.text.isEmpty { return nil }
            state.waiting = nil
            return (waiting, script)
        }
        if let (waiting, script) = answer { waiting.resume(returning: script.response) }
    }

    /// Writes the messages that wait, and the end if it has come.
    private func write(_ script: inout PollingScript, _ state: inout State) {
        var messages: [[UInt8]] = []
        while messages.count < Self.largestAnswer {
            switch connection.outbox.take() {
            case (let message?, _): messages.append(message.encoded())
            case (nil, let end):
                if !messages.isEmpty { send(messages, &script, &state) }
                if end != nil { script.close(after: state.nextAnswer - 1) }
                return
            }
        }
        send(messages, &script, &state)
    }

    private func send(_ messages: [[UInt8]], _ script: inout PollingScript, _ state: inout State) {
        script.messages(messages, number: state.nextAnswer)
        state.nextAnswer += 1
    }
}
