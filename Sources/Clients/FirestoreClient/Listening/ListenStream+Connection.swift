import ClientCore
import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport
import HTTPTypes

private typealias End = ConnectionEnd<FirestoreError>

/// One connection: a session of the protocol WebChannel, with a request that brings answers, and others that carry what is asked.
extension ListenStream {
    /// Runs a session, from its first request to its end.
    func connection() async -> ConnectionEnd<FirestoreError> {
        session = ChannelSession(
            request: channel.generator.withGenerator { Int($0.next(upperBound: 100_000 as UInt64)) })
        stream.connect()
        do throws(End) {
            let reader = try await open()
            // Polling that has not brought anything either is no better.
            if !hasHeard { isPolling = false }
            hasHeard = false
            let (asked, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            self.wake = wake
            wake.yield()
            return await withTaskGroup(of: ConnectionEnd<FirestoreError>.self) { group in
                group.addTask { await self.receive(reader) }
                group.addTask { await self.send(asked, reader) }
                let end = await group.next()
                group.cancelAll()
                return end ?? .closed(ListenStream.subject, self.address)
            }
        } catch {
            return error
        }
    }

    nonisolated private var address: HostAddress { channel.settings.endpoint.address }

    /// Opens the session by its first request.
    private func open() async throws(End) -> FailureReader<FirestoreError> {
        let call = Call.read(ListenStream.subject, path: "", body: [])
        let token: String?
        do throws(AttemptFailure<FirestoreError>) {
            token = try await channel.token(for: call)
        } catch {
            // Unlike in a single call, a missing token may be temporary.
            guard error.error.code == .unauthenticated else { throw .failed(error) }
            throw .failed(AttemptFailure(error.error, FailureTraits(.transient, mayHaveBeenApplied: false)))
        }
        let reader = reader(subject: ListenStream.subject, token: token)
        queueRequests()
        guard let first = session.nextForward() else { throw .closed(ListenStream.subject, address) }
        let fields = channel.streamFields(token: token)
        let response = try await exchange(
            .post, target.forward(first, session, noise()), target.body(first, headers: fields), reader)
        session.httpSession = response.head.headerFields[.httpSession]
        session.forwardSucceeded()
        var frames = ChannelFrames()
        switch take(response.body, &frames, reader) {
        case .broken(let end)?, .over(let end)?:
            // A server that answers something else has no channels.
            throw session.id == nil ? .failed(reader.foreign(response)) : end
        case .complete?, nil: break
        }
        if session.id == nil { throw .failed(reader.foreign(response)) }
        return reader
    }

    /// Ends the session, if there is one, without waiting for an answer.
    func terminate() {
        guard session.id != nil else { return }
        let path = target.terminate(session, request: session.takeRequestNumber(), noise())
        let request = channel.channelRequest(.post, path)
        Task { [transport] in _ = try? await transport.send(request, body: []) }
        session = ChannelSession(request: 0)
    }

    private func noise() -> String {
        channel.generator.withGenerator { String($0.next(), radix: 36) }
    }
}

/// What is asked.
extension ListenStream {
    private func queueRequests() {
        for request in stream.takeRequests() { session.send(request.encoded()) }
    }

    /// Sends what is asked, one request after the other.
    private func send(
        _ asked: AsyncStream<Void>, _ reader: FailureReader<FirestoreError>
    ) async -> ConnectionEnd<FirestoreError> {
        for await _ in asked {
            queueRequests()
            while let forward = session.nextForward() {
                do throws(End) {
                    try await send(forward, reader)
                } catch {
                    return error
                }
            }
        }
        return .closed(ListenStream.subject, address)
    }

    private func send(
        _ forward: ChannelSession.Forward, _ reader: FailureReader<FirestoreError>
    ) async throws(End) {
        var forward = forward
        while true {
            do throws(End) {
                _ = try await exchange(
                    .post, target.forward(forward, session, noise()), target.body(forward), reader)
                return session.forwardSucceeded()
            } catch {
                guard case .failed(let failure) = error, failure.traits.persistence != .permanent,
                    !Task.isCancelled, let again = session.forwardFailed()
                else { throw error }
                if again.attempt > 2 { try? await channel.clock.sleep(for: .milliseconds(500)) }
                forward = again
            }
        }
    }

    private func exchange(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], _ reader: FailureReader<FirestoreError>
    ) async throws(End) -> HTTPExchangeResponse {
        channel.count { $0.requests += 1 }
        let response: HTTPExchangeResponse
        do throws(HTTPTransportError) {
            response = try await transport.send(channel.channelRequest(method, path), body: body)
        } catch {
            throw .failed(reader.noResponse(error))
        }
        guard response.head.status.code == 200 else { throw refusal(response, reader) }
        return response
    }

    private func refusal(
        _ response: HTTPExchangeResponse, _ reader: FailureReader<FirestoreError>
    ) -> ConnectionEnd<FirestoreError> {
        // A session that the server does not know (any more): another one helps.
        if response.head.status.code == 400, session.id != nil {
            session.forget()
            return .closed(ListenStream.subject, address)
        }
        let failure = reader.refusal(of: Call.read(reader.subject, path: "", body: []), response)
        return failure.error.code == .unauthenticated ? .revoked(failure.error) : .failed(failure)
    }
}

/// What is answered.
extension ListenStream {
    /// How a request ended that brings answers.
    private enum BackEnd {
        /// As it should.
        case complete
        /// Another one may bring the rest.
        case broken(ConnectionEnd<FirestoreError>)
        /// The session is over.
        case over(ConnectionEnd<FirestoreError>)
    }

    /// Receives answers: opens one request after the other that brings them.
    private func receive(_ reader: FailureReader<FirestoreError>) async -> ConnectionEnd<FirestoreError> {
        while !Task.isCancelled {
            let (before, start) = (session.received, stopwatch.elapsed)
            let end: ConnectionEnd<FirestoreError>
            switch await backChannel(reader) {
            case .over(let reason): return reason
            case .complete:
                // One that brings nothing and does not last either is as good as broken.
                if session.received > before || stopwatch.elapsed - start > .seconds(1) { continue }
                end = .closed(ListenStream.subject, address)
            case .broken(let reason): end = reason
            }
            guard session.backFailed() else { return end }
            if session.backAttempt > 2 { try? await channel.clock.sleep(for: .milliseconds(500)) }
        }
        return .closed(ListenStream.subject, address)
    }

    /// One request that brings answers.
    private func backChannel(_ reader: FailureReader<FirestoreError>) async -> BackEnd {
        let isFirst = !hasHeard
        state.longestSilence =
            isFirst ? ListenStream.firstSilence * (isPolling ? 2 : 1) : session.keepAlive * 1.5
        state.receivedBytes(at: stopwatch.elapsed)
        let limit = state.longestSilence
        let end = await withTaskGroup(of: BackEnd?.self) { group in
            group.addTask { await self.read(reader) }
            group.addTask { await self.untilSilent() }
            let end = await group.next() ?? nil
            group.cancelAll()
            return end
        }
        if let end { return end }
        let silence = End.silent(ListenStream.subject, address, for: limit)
        if isFirst, !hasHeard {
            // A poll would have ended with the first answer.
            if isPolling { return .over(silence) }
            // Somebody on the way collects answers until they are complete.
            isPolling = true
        }
        return .broken(silence)
    }

    /// - Returns: nil when the server has been silent for too long.
    private func untilSilent() async -> BackEnd? {
        while case .watch(let rest) = state.silence(at: stopwatch.elapsed) {
            do { try await channel.clock.sleep(for: rest) } catch { return nil }
        }
        return nil
    }

    private func read(_ reader: FailureReader<FirestoreError>) async -> BackEnd {
        let request = channel.channelRequest(.get, target.back(session, isPolling: isPolling, noise()))
        do throws(HTTPTransportError) {
            let response = try await transport.open(request, body: [])
            guard response.head.status.code == 200 else {
                let body = try await response.body.collected(limit: 64 << 10)
                return refused(refusal(HTTPExchangeResponse(head: response.head, body: body), reader))
            }
            var frames = ChannelFrames()
            for try await piece in response.body {
                hasHeard = true
                state.longestSilence = session.keepAlive * 1.5
                state.receivedBytes(at: stopwatch.elapsed)
                if let end = take(piece, &frames, reader) { return end }
            }
            if frames.isAtBoundary { return .complete }
            return .broken(.damaged(ListenStream.subject, address, "the answer ends within a frame"))
        } catch {
            return .broken(.failed(reader.noResponse(error)))
        }
    }

    /// A proxy's trouble may pass; what the server refuses, it refuses for good.
    private func refused(_ end: ConnectionEnd<FirestoreError>) -> BackEnd {
        if case .failed(let failure) = end, failure.traits.persistence != .permanent { return .broken(end) }
        return .over(end)
    }

    /// Takes bytes of an answer.
    ///
    /// - Returns: Why the connection ends with them; nil if it goes on.
    private func take(
        _ bytes: [UInt8], _ frames: inout ChannelFrames, _ reader: FailureReader<FirestoreError>
    ) -> BackEnd? {
        do {
            for text in frames.append(bytes) {
                let arrays = try ChannelArray.decodeAll(text)
                let reception = session.receive(arrays)
                for message in reception.messages {
                    if let end = try take(message, reader) { return .over(end) }
                }
                if reception.hasGap {
                    return .broken(.damaged(ListenStream.subject, address, "messages are missing"))
                }
            }
            return frames.damage.map { .broken(.damaged(ListenStream.subject, address, $0.reason)) }
        } catch let damage as WatchStream.Damage {
            return .over(.damaged(ListenStream.subject, address, damage.reason))
        } catch {
            return .over(
                .damaged(ListenStream.subject, address, "it is not what a stream of Firestore sends"))
        }
    }

    private func take(
        _ message: ChannelArray.Message, _ reader: FailureReader<FirestoreError>
    ) throws(WatchStream.Damage) -> ConnectionEnd<FirestoreError>? {
        switch message {
        case .response(let response):
            if case .documentChange = response { channel.count { $0.documentsRead += 1 } }
            let events = try stream.receive(response)
            if !events.isEmpty { state.receivedEvent(at: stopwatch.elapsed) }
            deliver(events)
            if stream.hasRequests { wake?.yield() }
            return nil
        case .failure(let status):
            let failure = reader.refusal(status)
            return status.code == .unauthenticated ? .revoked(failure.error) : .failed(failure)
        case .end: return .closed(ListenStream.subject, address)
        case .opened, .other: return nil
        }
    }
}

extension HTTPField.Name {
    fileprivate static let httpSession = HTTPField.Name("X-HTTP-Session-Id") ?? .via
}
