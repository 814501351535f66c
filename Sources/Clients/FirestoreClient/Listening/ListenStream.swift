import ClientCore
import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport
import Logging

/// Keeps one stream `Listen` alive for all listeners of a client: connects, and connects again when a connection ends.
///
/// What the bytes mean is decided by values: ``ChannelFrames``, ``ChannelSession``, ``WatchStream`` and `StreamState`.
actor ListenStream {
    private struct Observer {
        let mailbox: TargetMailbox
        /// Whether documents were told before it came.
        let hasJoined: Bool
        /// Whether it has been told all documents.
        var isInformed = false
    }

    let channel: Channel
    let transport: any HTTPStreamingTransport
    let target: ChannelTarget
    let stopwatch: Stopwatch
    var stream: WatchStream
    var state: StreamState
    var session = ChannelSession(request: 0)
    /// Whether an answer has arrived while it was still open.
    var hasHeard = false
    /// Whether answers arrive only when they are complete, because somebody on the way collects them.
    var isPolling = false
    /// Makes the open connection send what has been asked for since.
    var wake: AsyncStream<Void>.Continuation?
    private var observers: [Int: [Observer]] = [:]
    private var task: Task<Void, Never>?

    init(_ database: DatabaseID, _ channel: Channel, over transport: any HTTPStreamingTransport) {
        self.channel = channel
        self.transport = transport
        target = ChannelTarget(database: database)
        stopwatch = Stopwatch(channel.clock)
        stream = WatchStream(database: "projects/\(database.project)/databases/\(database.database)")
        state = StreamState(
            channel.settings.retryPolicy, longestSilence: ListenStream.firstSilence, isPersistent: true)
    }

    /// What is listened to, for people, when it is not one target alone.
    static let subject = "Listening"

    /// How long the first byte of an open answer may take.
    static let firstSilence = Duration.seconds(5)
}

/// Listeners come and go.
extension ListenStream {
    /// Adds a listener, unless it is gone already.
    func add(_ mailbox: TargetMailbox, to content: Target.Content) {
        if mailbox.isFinished { return }
        let known = mailbox.need == .snapshots ? stream.key(of: content) : nil
        let key = known ?? stream.add(content, isShared: mailbox.need == .snapshots)
        var observer = Observer(mailbox: mailbox, hasJoined: known != nil)
        if known != nil, let update = stream.everything(of: key) {
            mailbox.put(update)
            observer.isInformed = true
        }
        observers[key, default: []].append(observer)
        if let wake { wake.yield() }
        if task == nil { task = Task { await self.run() } }
    }

    func remove(_ mailbox: TargetMailbox) {
        for (key, listeners) in observers where listeners.contains(where: { $0.mailbox === mailbox }) {
            let rest = listeners.filter { $0.mailbox !== mailbox }
            observers[key] = rest.isEmpty ? nil : rest
            if rest.isEmpty { stream.remove(key) }
        }
        if stream.isEmpty { task?.cancel() } else { wake?.yield() }
    }

    /// Ends all listeners.
    func end(with error: FirestoreError) {
        for observer in observers.values.joined() { observer.mailbox.finish(error) }
        observers = [:]
        for key in stream.targets.keys { stream.remove(key) }
        task?.cancel()
    }

    func deliver(_ events: [WatchStream.Event]) {
        for event in events {
            switch event {
            case .update(let key, let update): deliver(update, to: key)
            case .failure(let key, let status):
                for observer in observers.removeValue(forKey: key) ?? [] {
                    observer.mailbox.finish(
                        reader(subject: observer.mailbox.subject).refusal(status).error)
                }
            }
        }
    }

    private func deliver(_ update: TargetUpdate, to key: Int) {
        guard var listeners = observers[key] else { return }
        for index in listeners.indices {
            let needsEverything = listeners[index].hasJoined && !listeners[index].isInformed
            guard let news = needsEverything ? stream.everything(of: key, since: update) : update else {
                continue
            }
            listeners[index].isInformed = true
            listeners[index].mailbox.put(news)
        }
        observers[key] = listeners
    }

    /// Ends the listeners that have waited long enough for a server.
    private func disappoint(_ error: FirestoreError) {
        for (key, listeners) in observers {
            func isDisappointed(_ observer: Observer) -> Bool {
                !observer.isInformed && observer.mailbox.need == .changes
            }
            let rest = listeners.filter { !isDisappointed($0) }
            if rest.count == listeners.count { continue }
            for observer in listeners where isDisappointed(observer) { observer.mailbox.finish(error) }
            observers[key] = rest.isEmpty ? nil : rest
            if rest.isEmpty { stream.remove(key) }
        }
    }

    func reader(subject: String, token: String? = nil) -> FailureReader<FirestoreError> {
        FailureReader(
            subject: subject, address: channel.settings.endpoint.address,
            credentials: channel.settings.credentials, token: token)
    }
}

/// Connections come and go.
extension ListenStream {
    private func run() async {
        while !stream.isEmpty, !Task.isCancelled {
            state.connect(at: stopwatch.elapsed)
            let end = await connection()
            let isUnheard = session.id != nil && isPolling && !hasHeard
            wake = nil
            terminate()
            if stream.isEmpty || Task.isCancelled { break }
            guard case .connect(let wait) = action(after: end) else {
                self.end(with: end.error)
                break
            }
            // One connection that ends is nothing to tell; it is when the next one fails, too.
            if state.failures > 1 { deliver(stream.lose()) }
            if isUnheard {
                disappoint(.unheard(channel.settings.endpoint.address))
            } else if state.failures >= channel.settings.retryPolicy.maximumAttempts {
                disappoint(end.error)
            }
            channel.log("listening again", end.error, attempt: state.failures, wait)
            if wait > .zero { try? await channel.clock.sleep(for: wait) }
            channel.count { $0.retries += 1 }
        }
        // A listener may have come while the last connection was ended.
        task = stream.isEmpty ? nil : Task { await self.run() }
    }

    private func action(after end: ConnectionEnd<FirestoreError>) -> StreamState.Action {
        let (now, canRenew) = (stopwatch.elapsed, channel.settings.credentials.canRenew)
        var state = state
        defer { self.state = state }
        return channel.generator.withGenerator { generator in
            switch end {
            case .failed(let failure): state.lost(failure.traits, at: now, using: &generator)
            case .revoked: state.revoked(canRenew: canRenew, at: now, using: &generator)
            }
        }
    }
}

extension FirestoreError {
    fileprivate static func unheard(_ address: HostAddress) -> FirestoreError {
        FirestoreError(
            .unimplemented,
            "Listening failed: \(address) accepts listeners, but its answers do not arrive; a proxy on the way may hold them back."
        )
    }
}
