import FirestoreClient
import FirestoreModel
import Logging

/// Listens to all conversations of a user, with one feed each, which starts and ends as the user joins and leaves.
actor ConversationList {
    private let service: ReceiptService
    private let session: ReceiptSession?
    private let options: ListenerOptions
    private let clock: any Clock<Duration>
    private let usage: ListeningUsageCounter
    private let emit: @Sendable ([ReceiptUpdate]) -> Void
    private let sleep: WakeableSleep
    private var feeds: [ConversationID: (feed: ConversationFeed, task: Task<Void, Never>)] = [:]

    init(
        service: ReceiptService, session: ReceiptSession?, options: ListenerOptions,
        clock: any Clock<Duration>, usage: ListeningUsageCounter,
        emit: @escaping @Sendable ([ReceiptUpdate]) -> Void
    ) {
        self.service = service
        self.session = session
        self.options = options
        self.clock = clock
        self.usage = usage
        self.emit = emit
        sleep = WakeableSleep(clock: clock)
    }

    /// Listens until the task is cancelled.
    func run() async throws(ReceiptsError) {
        guard let session else { return }
        let source = service.store.memberships(of: try session.signedInUser(), options)
        let following = Task { [sleep] in await source.follow { sleep.wake() } }
        defer {
            following.cancel()
            for (_, task) in feeds.values { task.cancel() }
        }
        var hasBegun = false
        while !Task.isCancelled {
            do throws(ReceiptsError) {
                let reading = try await source.conversations()
                usage.add { $0.documentsRead += reading.documentsRead }
                await update(reading.conversations, isPushed: source.isPushed)
                hasBegun = true
            } catch {
                switch error.code {
                case .cancelled: return
                case .offline where hasBegun: break
                case .offline, .invalidArgument, .invalidConversation, .notFound, .notAMember,
                    .permissionDenied, .notAuthenticated, .otherSchema, .server:
                    throw error
                }
            }
            await sleep.wait(for: options.membersInterval)
        }
    }

    private func update(_ conversations: [Conversation], isPushed: Bool) async {
        let current = Set(conversations.map(\.id))
        for (id, entry) in feeds where !current.contains(id) {
            entry.task.cancel()
            feeds[id] = nil
        }
        let new = conversations.filter { feeds[$0.id] == nil }
        for (index, conversation) in new.enumerated() {
            // Polls are spread over the interval, so that hundreds of feeds do not ask at the same moment.
            begin(conversation, after: isPushed ? .zero : options.interval / new.count * index)
        }
        for conversation in conversations { await feeds[conversation.id]?.feed.received(conversation) }
    }

    private func begin(_ conversation: Conversation, after delay: Duration) {
        // An id from the database is valid.
        guard
            let feed = try? ConversationFeed(
                conversation.id, service: service, session: session, options: options, clock: clock,
                usage: usage, readsMembers: false, conversation: conversation, emit: emit)
        else { return }
        let task = Task { [clock] in
            do {
                if delay > .zero { try await clock.sleep(for: delay) }
                try await feed.run()
            } catch {
                // A refusal for one conversation does not end the others. The next list retries it.
                if !Task.isCancelled { ended(conversation.id, error) }
            }
        }
        feeds[conversation.id] = (feed, task)
    }

    private func ended(_ id: ConversationID, _ error: any Error) {
        feeds[id] = nil
        service.logger.warning(
            "listening ended", metadata: ["conversation": "\(id)", "reason": "\(error)"])
    }
}
