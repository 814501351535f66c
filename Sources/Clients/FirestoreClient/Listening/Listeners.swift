import ClientCore
import FirestoreRPC
import HTTPTransport
import Synchronization

/// All listeners of a client, on as few streams as the server's limit on targets allows.
final class Listeners: Sendable {
    private struct State {
        var streams: [(stream: ListenStream, targets: Int)] = []
        var mailboxes: [ObjectIdentifier: (mailbox: TargetMailbox, stream: ListenStream?)] = [:]
        /// Why no more listeners can begin; nil while they can.
        var end: FirestoreError?
    }

    private let state = Mutex(State())

    /// The largest number of targets on a stream.
    private static let maximumTargets = 500

    /// Begins to listen; it ends when the subscription goes.
    func listen(
        to content: Target.Content, subject: String, of firestore: Firestore,
        _ need: ListenerNeed = .snapshots
    ) -> TargetSubscription {
        let mailbox = TargetMailbox(subject: subject, need)
        state.withLock { state in
            if let end = state.end { return mailbox.finish(end) }
            state.mailboxes[ObjectIdentifier(mailbox)] = (mailbox, nil)
        }
        Task { [self] in
            do throws(FirestoreError) {
                let channel = try await firestore.channelAfterWrites()
                guard let transport = channel.transport as? any HTTPStreamingTransport else {
                    throw .cannotStream
                }
                guard let stream = attach(mailbox, firestore.database, channel, transport) else { return }
                channel.noteListeners(1)
                await stream.add(mailbox, to: content)
            } catch {
                mailbox.finish(error)
            }
        }
        return TargetSubscription(mailbox) { [self] in remove(mailbox) }
    }

    /// Chooses the stream of a listener; nil if it is gone already.
    private func attach(
        _ mailbox: TargetMailbox, _ database: DatabaseID, _ channel: Channel,
        _ transport: any HTTPStreamingTransport
    ) -> ListenStream? {
        state.withLock { state in
            guard state.mailboxes[ObjectIdentifier(mailbox)] != nil else { return nil }
            let known = state.streams.firstIndex { $0.targets < Listeners.maximumTargets }
            let index = known ?? state.streams.endIndex
            if known == nil {
                state.streams.append((ListenStream(database, channel, over: transport), 0))
            }
            state.streams[index].targets += 1
            state.mailboxes[ObjectIdentifier(mailbox)]?.stream = state.streams[index].stream
            return state.streams[index].stream
        }
    }

    private func remove(_ mailbox: TargetMailbox) {
        let stream = state.withLock { state -> ListenStream? in
            guard let (_, stream) = state.mailboxes.removeValue(forKey: ObjectIdentifier(mailbox)) else {
                return nil
            }
            if let index = state.streams.firstIndex(where: { $0.stream === stream }) {
                state.streams[index].targets -= 1
                if state.streams[index].targets == 0 { state.streams.remove(at: index) }
            }
            return stream
        }
        mailbox.finish(.cancelled(mailbox.subject, underlying: nil))
        guard let stream else { return }
        stream.channel.noteListeners(-1)
        Task { await stream.remove(mailbox) }
    }

    /// Ends all listeners, and refuses further ones.
    func end(with error: FirestoreError) {
        let (mailboxes, streams) = state.withLock { state in
            state.end = error
            return (state.mailboxes.values.map(\.mailbox), state.streams.map(\.stream))
        }
        for mailbox in mailboxes { mailbox.finish(error) }
        for stream in streams { Task { await stream.end(with: error) } }
    }
}

extension FirestoreError {
    fileprivate static let cannotStream = FirestoreError(
        .unimplemented,
        "Listening failed: the client's transport answers only whole requests; use one that is an HTTPStreamingTransport."
    )
}

/// A listener that runs for as long as somebody holds on to this.
package final class TargetSubscription: Sendable {
    private let mailbox: TargetMailbox
    private let end: @Sendable () -> Void

    init(_ mailbox: TargetMailbox, _ end: @escaping @Sendable () -> Void) {
        self.mailbox = mailbox
        self.end = end
    }

    /// Waits for the next update.
    ///
    /// - Throws: ``FirestoreError``: why listening has ended, or `.cancelled`.
    package func next() async throws(FirestoreError) -> TargetUpdate { try await mailbox.next() }

    /// Ends listening; a call of ``next()`` that waits throws `.cancelled`.
    package func remove() { end() }

    deinit { end() }
}
