import FirestoreModel
import FirestoreREST
import FirestoreRPC
import Synchronization

/// An open channel: a session, and the stream behind it.
final class Channel: Sendable {
    let kind: ChannelKind
    /// Nil if the stream was refused.
    private let stream: (any ChannelStream)?
    /// Held only for moments, and never while a task is resumed: a back channel's task takes it when it is cancelled.
    private let session: Mutex<ChannelSession>
    /// Held while the stream receives messages, so that those of two requests stay in order.
    private let intake = Mutex(())
    private let wakeup: Wakeup
    private let clock: ChannelClock

    /// Opens a channel.
    ///
    /// - Parameters:
    ///   - clock: The time.
    ///   - open: Opens the stream; the argument is called when there is something to take from it. A refusal becomes the first
    ///     message to the client.
    init(
        _ kind: ChannelKind, clock: ChannelClock,
        open: (@escaping @Sendable () -> Void) throws(RPCStatus) -> any ChannelStream
    ) {
        self.kind = kind
        self.clock = clock
        let wakeup = Wakeup()
        self.wakeup = wakeup
        // Writes are carried out even if nobody hears of it, as when a page closes.
        var session = ChannelSession(takesUnheard: kind == .write, at: clock.now())
        var stream: (any ChannelStream)?
        do throws(RPCStatus) {
            stream = try open { wakeup.raise() }
        } catch {
            session.end(with: ErrorBody.encode(error)[...])
        }
        self.stream = stream
        self.session = Mutex(session)
    }

    deinit { stream?.cancel() }

    /// Takes the messages of a request.
    ///
    /// - Returns: The answer; nil if the channel was given up.
    func receive(_ maps: [ChannelMap], acknowledging id: Int?) -> [UInt8]? {
        let now = clock.now()
        let answer = intake.withLock { _ -> [UInt8]? in
            let reception = session.withLock { $0.receive(maps, acknowledging: id, at: now) }
            guard let reception else { return nil }
            do throws(RPCStatus) {
                for message in reception.messages { try stream?.receive(message) }
            } catch {
                // The answers to the messages before come first.
                if kind == .write { takeAllOutput() }
                fail(error)
            }
            return reception.answer
        }
        if kind == .write { takeAllOutput() }
        wakeup.raise()
        return answer
    }

    /// Takes messages until there are none. Those of a request that arrives meanwhile are left to this call.
    private func takeAllOutput() {
        while true {
            let seen = wakeup.count
            if !takeOutput(), wakeup.count == seen { return }
        }
    }

    /// Ends the stream because of a message that cannot be read.
    func fail(_ status: RPCStatus) {
        stream?.cancel()
        session.withLock { $0.end(with: ErrorBody.encode(status)[...]) }
        wakeup.raise()
    }

    /// Opens a back channel; one that is open ends.
    func attach(_ mode: BackChannelState.Mode, acknowledging id: Int) -> BackChannel {
        let now = clock.now()
        let number = session.withLock { $0.attach(mode, acknowledging: id, at: now) }
        wakeup.raise()
        return BackChannel(self, number)
    }

    func close() {
        session.withLock { $0.close() }
        stream?.cancel()
        wakeup.raise()
    }

    /// Wakes the back channel if it is time.
    ///
    /// - Returns: False if the client is gone.
    func tick() -> Bool {
        let now = clock.now()
        let (isAbandoned, isDue) = session.withLock { ($0.isAbandoned(at: now), $0.isDue(at: now)) }
        if isDue { wakeup.raise() }
        return !isAbandoned
    }

    /// Takes messages from the stream, if somebody wants them.
    ///
    /// - Returns: Whether there were any.
    private func takeOutput() -> Bool {
        guard let stream, session.withLock({ $0.beginTaking() }) else { return false }
        var output = stream.take()
        while output.responses.isEmpty, output.hasMore { output = stream.take() }
        let end: ArraySlice<UInt8>? =
            switch output.end {
            case nil: nil
            case .ok: Array(#""close""#.utf8)[...]
            case .failed(let status): ErrorBody.encode(status)[...]
            }
        session.withLock { $0.endTaking(output.responses, hasMore: output.hasMore, end: end) }
        return !output.responses.isEmpty || end != nil
    }
}

/// The back channel's view.
extension Channel {
    /// Waits for the next frame of a back channel; nil at its end.
    fileprivate func next(_ number: Int) async -> [UInt8]? {
        while true {
            let seen = wakeup.count
            let now = clock.now()
            switch session.withLock({ $0.step(number, at: now) }) {
            case .send(let frame): return frame
            case .end: return nil
            case .wait: if !takeOutput() { await wakeup.wait(after: seen) }
            }
        }
    }

    fileprivate func detach(_ number: Int) {
        let now = clock.now()
        session.withLock { $0.detach(number, at: now) }
        wakeup.raise()
    }
}

/// A request on which messages go to the client. It ends when it is released.
final class BackChannel: Sendable {
    private let channel: Channel
    private let number: Int

    fileprivate init(_ channel: Channel, _ number: Int) {
        self.channel = channel
        self.number = number
    }

    deinit { channel.detach(number) }

    /// The frames, for one task.
    var frames: AsyncStream<[UInt8]> {
        AsyncStream {
            await self.channel.next(self.number)
        } onCancel: { [channel, number] in
            channel.detach(number)
        }
    }
}
