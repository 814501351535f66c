import ClientCore
import HTTPTransport
import HTTPTypes
import Logging
import RealtimeDatabaseModel
import Synchronization

/// Keeps a stream of events alive: connects, reads, watches for silence, and follows ``StreamState`` when a connection ends.
final class ChangeStream: Sendable {
    private let channel: Channel
    private let call: Call
    private let sink: any ChangeSink
    private let state: Mutex<StreamState>
    private let stopwatch: Stopwatch

    /// - Parameter isPersistent: Whether even a stream that has never worked is tried without limit.
    init(_ channel: Channel, _ call: Call, _ sink: any ChangeSink, isPersistent: Bool = false) {
        self.channel = channel
        self.call = call
        self.sink = sink
        state = Mutex(
            StreamState(
                channel.settings.retryPolicy, longestSilence: ChangeStream.longestSilence,
                isPersistent: isPersistent))
        stopwatch = Stopwatch(channel.calls.clock)
    }

    /// The longest time without any bytes: two of the server's keep-alive intervals.
    static let longestSilence = Duration.seconds(60)

    private var address: HostAddress { channel.settings.address }

    /// Runs until the task is cancelled or the stream ends, which finishes the sink.
    func run() async {
        while !Task.isCancelled {
            state.withLock { $0.connect(at: stopwatch.elapsed) }
            sink.reconnect()
            let end = await connection()
            guard case .connect(let wait) = action(after: end) else { return sink.finish(end.error) }
            channel.calls.log("listening again", end.error, attempt: state.withLock { $0.failures }, wait)
            do { try await channel.calls.clock.sleep(for: wait) } catch { return }
            channel.calls.count { $0.retries += 1 }
        }
    }

    private func action(after end: ConnectionEnd<DatabaseError>) -> StreamState.Action {
        let now = stopwatch.elapsed
        let canRenew = channel.settings.credentials.canRenew
        return channel.calls.generator.withGenerator { generator in
            state.withLock { state in
                switch end {
                case .failed(let failure): state.lost(failure.traits, at: now, using: &generator)
                case .revoked: state.revoked(canRenew: canRenew, at: now, using: &generator)
                }
            }
        }
    }

    /// One connection, from its request to its end.
    private func connection() async -> ConnectionEnd<DatabaseError> {
        await withTaskGroup(of: ConnectionEnd<DatabaseError>?.self) { group in
            group.addTask { await self.listen() }
            group.addTask { await self.untilSilent() }
            let end = await group.next()
            group.cancelAll()
            return (end ?? nil) ?? .closed(call.subject, address)
        }
    }

    /// - Returns: nil when cancelled.
    private func untilSilent() async -> ConnectionEnd<DatabaseError>? {
        while case .watch(let rest) = state.withLock({ $0.silence(at: stopwatch.elapsed) }) {
            do { try await channel.calls.clock.sleep(for: rest) } catch { return nil }
        }
        return .silent(call.subject, address, for: ChangeStream.longestSilence)
    }

    private func listen() async -> ConnectionEnd<DatabaseError> {
        do throws(AttemptFailure<DatabaseError>) {
            let identity = try await identification()
            let (response, reader) = try await channel.open(call, identity)
            guard response.head.status.code == 200 else { return await refusal(response, reader) }
            guard response.head.headerFields[.contentType]?.hasPrefix("text/event-stream") ?? false else {
                return .failed(reader.foreign(response.head, isEmpty: false))
            }
            return await read(response.body, reader)
        } catch {
            return .failed(error)
        }
    }

    /// Asks for a new token for each connection. Unlike in a single call, a missing token may be temporary.
    private func identification() async throws(AttemptFailure<DatabaseError>) -> Identification {
        do throws(AttemptFailure<DatabaseError>) {
            return try await channel.identification(for: call)
        } catch {
            guard error.error.code == .unauthenticated else { throw error }
            throw AttemptFailure(error.error, FailureTraits(.transient, mayHaveBeenApplied: false))
        }
    }

    private func refusal(_ response: HTTPOpenResponse, _ reader: FailureReader<DatabaseError>) async
        -> ConnectionEnd<DatabaseError>
    {
        let failure: AttemptFailure<DatabaseError>
        do throws(HTTPTransportError) {
            failure = reader.refusal(response.head, try await response.body.collected(limit: 64 * 1024))
        } catch {
            failure = reader.noResponse(error)
        }
        return failure.error.code == .unauthenticated ? .revoked(failure.error) : .failed(failure)
    }

    private func read(
        _ body: some AsyncSequence<[UInt8], HTTPTransportError> & Sendable,
        _ reader: FailureReader<DatabaseError>
    ) async -> ConnectionEnd<DatabaseError> {
        var messages = ServerSentMessages()
        var iterator = body.makeAsyncIterator()
        while true {
            let piece: [UInt8]?
            do throws(HTTPTransportError) { piece = try await iterator.next(isolation: nil) } catch {
                return .failed(reader.noResponse(error))
            }
            guard let piece else { return .closed(call.subject, reader.address) }
            state.withLock { $0.receivedBytes(at: stopwatch.elapsed) }
            let complete: [ServerSentMessage]
            do throws(ServerSentMessages.TooLong) { complete = try messages.take(piece) } catch {
                return .tooLong(call.subject, reader.address)
            }
            for message in complete { if let end = take(message, reader) { return end } }
        }
    }

    /// - Returns: nil when the stream continues.
    private func take(
        _ message: ServerSentMessage, _ reader: FailureReader<DatabaseError>
    ) -> ConnectionEnd<DatabaseError>? {
        do throws(DataProblem) {
            // Unknown kinds are ignored.
            guard let event = try StreamEvent(message) else { return nil }
            switch event {
            case .put, .patch:
                try sink.put(event)
                state.withLock { $0.receivedEvent(at: stopwatch.elapsed) }
                return nil
            case .keepAlive: return nil
            case .cancel: return .cancelledByRules(call.subject, channel.settings.credentials)
            case .authRevoked(let reason): return .revoked(call.subject, words: reader.redacted(reason))
            }
        } catch {
            return .damaged(call.subject, reader.address, reader.redacted(error.reason))
        }
    }
}
