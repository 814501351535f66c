import FirestoreClient
import FirestoreModel
import Synchronization

/// Polls one conversation, or follows what the server pushes, and emits its changes.
actor ConversationFeed {
    private let service: ReceiptService
    private let session: ReceiptSession?
    private let source: any ConversationSource
    private let options: ListenerOptions
    private let clock: any Clock<Duration>
    private let usage: ListeningUsageCounter
    private let emit: @Sendable ([ReceiptUpdate]) -> Void
    /// Whether the feed itself reads the members.
    private let readsMembers: Bool

    private var tracker: ConversationTracker
    private var pace: PollingPace
    private var refreshes: RefreshSchedule
    private var hasBegun = false
    private var hasConversation = true
    /// The time since the members were read; nil if they never were.
    private var ageOfMembers: Duration?
    /// Which cursors to read; nil in schemas without cursors.
    private var plan: CursorPlan?
    private var scope: CursorScope?
    /// Whether more cursors move than should be heard.
    private var rush = CursorRush()
    /// The time since the server last counted.
    private var ageOfCounts = ConversationFeed.countingPause
    private let sleep: WakeableSleep
    /// Marks messages delivered, in schemas with cursors.
    private var marking: Task<Void, Never>?
    /// What the server has pushed since the last poll.
    private nonisolated let pushes = Mutex<Set<ConversationSignal>>([])

    init(
        _ conversationID: ConversationID, service: ReceiptService, session: ReceiptSession?,
        options: ListenerOptions, clock: any Clock<Duration>, usage: ListeningUsageCounter,
        readsMembers: Bool, conversation: Conversation? = nil,
        emit: @escaping @Sendable ([ReceiptUpdate]) -> Void
    ) throws(ReceiptsError) {
        source = try service.store.source(of: conversationID, options, readsMembers: readsMembers)
        self.service = service
        self.session = session
        self.options = options
        self.clock = clock
        sleep = WakeableSleep(clock: clock)
        self.usage = usage
        self.readsMembers = readsMembers
        self.emit = emit
        tracker = ConversationTracker(
            conversationID: conversationID, viewer: session?.userID, schema: service.schema,
            newest: options.newest, noEvidence: service.store.noEvidence,
            reportsDelivery: options.marksDelivered)
        if service.schema.cursors != nil { plan = CursorPlan(stages: service.schema.stages.count) }
        if let conversation { _ = tracker.received(conversation) }
        pace = PollingPace(interval: options.interval, patience: options.patience)
        refreshes = RefreshSchedule(interval: options.refreshInterval)
    }

    /// Polls until the task is cancelled.
    ///
    /// - Throws: ``ReceiptsError`` if the server refuses. After the first success, an unreachable server is retried instead.
    func run() async throws(ReceiptsError) {
        let local = await session?.localEvents(of: tracker.conversationID)
        let hearing = local.map { local in
            Task {
                for await event in local { received(event) }
            }
        }
        let following = Task { await source.follow { self.hear($0) } }
        defer {
            hearing?.cancel()
            following.cancel()
            marking?.cancel()
        }
        while !Task.isCancelled {
            let stopwatch = Stopwatch(clock)
            do throws(ReceiptsError) {
                try await poll()
            } catch {
                switch error.code {
                case .cancelled: return
                case .offline where hasBegun:
                    pace.polled(foundChanges: false)
                    // The server may come back with other data.
                    askForEverything()
                case .offline, .invalidArgument, .invalidConversation, .notFound, .notAMember,
                    .permissionDenied, .notAuthenticated, .otherSchema, .server:
                    throw error
                }
            }
            // Measured from the start of one poll to the start of the next, so a change waits half an interval on average.
            await sleep.wait(for: max(.zero, wait - stopwatch.elapsed))
            let passed = max(stopwatch.elapsed, .zero)
            ageOfMembers = ageOfMembers.map { $0 + passed }
            ageOfCounts += passed
            rush.passed(passed)
            refreshes.passed(passed)
        }
    }

    /// Receives the members, read by somebody else.
    func received(_ conversation: Conversation) {
        report(tracker.received(conversation))
    }

    // MARK: Polling

    /// How long to wait before the next poll.
    private var wait: Duration {
        // A signal ends the wait. What could not be reported delivered is tried again.
        let wait =
            if source.isPushed, !tracker.hasUndelivered {
                max(options.refreshInterval ?? Self.checkup, pace.wait)
            } else {
                refreshes.wait.map { min($0, pace.wait) } ?? pace.wait
            }
        let isCounting = rush.isOn || !tracker.uncounted.isEmpty
        return isCounting ? min(wait, max(.zero, countingPause - ageOfCounts)) : wait
    }

    /// How long the server is not asked to count again: hundreds may read a message within a second.
    private static let countingPause = Duration.seconds(1)

    private var countingPause: Duration { rush.isOn ? CursorRush.countingPause : Self.countingPause }

    /// How often to look at what the server pushes without a signal from it.
    private static let checkup = Duration.seconds(60)

    private func poll() async throws(ReceiptsError) {
        let news = pushes.withLock { pushes in
            defer { pushes = [] }
            return pushes
        }
        if news.contains(.members) { ageOfMembers = nil }
        if readsMembers, ageOfMembers.map({ $0 >= options.membersInterval }) ?? true {
            try await readMembers()
        }
        var updates = hasBegun ? try await readCursors() : []
        var look = tracker.look(atEverything: refreshes.isDue)
        // Whoever asks for a refresh in the meantime gets another one.
        if look.isRefresh { refreshes.refreshed() }
        let reading: MessagesReading
        do throws(ReceiptsError) {
            reading = try await source.messages(within: look.horizon)
        } catch {
            if look.isRefresh { refreshes.demand() }
            report(updates)
            throw error
        }
        usage.add {
            $0.polls += 1
            if look.isRefresh { $0.refreshes += 1 }
            $0.documentsRead += reading.documentsRead
        }
        switch reading.content {
        case .complete(let messages, let horizon):
            look.horizon = horizon
            updates += tracker.received(messages, by: look)
        case .changes(let messages, let removed):
            updates += tracker.received(messages, removed: removed, by: look)
        }
        // A conversation without a document is accepted if it has messages.
        if !hasBegun, !hasConversation, tracker.isEmpty {
            throw service.store.noConversation(tracker.conversationID)
        }
        if !hasBegun {
            // Which cursors to read depends on the messages.
            _ = try await readCursors()
            _ = try await count()
            updates = tracker.additions + tracker.outgoingMessages
        }
        pace.polled(foundChanges: !updates.isEmpty)
        if !updates.isEmpty || !hasBegun { emit(updates) }
        if hasBegun {
            report(try await count())
            chooseCursors()
            if isScopeOutdated { sleep.wake() }
        }
        hasBegun = true
        await session?.hasConnection()
        guard options.marksDelivered else { return }
        if service.schema.cursors == nil { try await markDelivered() } else { beginMarkingDelivered() }
    }

    // MARK: Cursors

    private func chooseCursors() {
        let uncounted = tracker.isCounting ? tracker.uncounted.count : tracker.uncountedFromNowOn
        plan?.choose(
            members: tracker.memberCount, hasViewer: tracker.viewer != nil, shown: tracker.showsReceipts,
            uncounted: uncounted)
    }

    /// Whether other cursors should be read: somebody who had only read has sent a message, or counting has become too expensive.
    private var isScopeOutdated: Bool {
        switch (plan?.choice, scope) {
        case (.moved, .own), (.all, .own), (.all, .moved), (.all, .counted): true
        case (.moved, .counted): !rush.isOn
        case (.moved, _), (.own, _), (.all, _), (nil, _): false
        }
    }

    /// Reads the cursors that have changed, among those that the plan asks for.
    private func readCursors() async throws(ReceiptsError) -> [ReceiptUpdate] {
        if plan == nil { return [] }
        chooseCursors()
        var updates: [ReceiptUpdate] = []
        switch (plan?.choice, scope) {
        case (.moved, .moved), (.moved, .all): break
        case (.moved, .counted) where rush.isOn: break
        case (.moved, _):
            if let present = try await source.present(of: tracker.viewer) {
                usage.add { $0.documentsRead += present.cursors.documentsRead }
                scope = .moved(since: present.time)
                tracker.beginCounting(since: present.time)
                updates += tracker.received(present.cursors.changed, removed: [])
            } else {
                scope = .all
            }
        case (.own, _): scope = tracker.viewer.map { .own($0) } ?? .all
        case (.all, _), (nil, _): scope = .all
        }
        guard let scope else { return updates }
        let cursors = try await source.cursors(scope)
        usage.add { $0.documentsRead += cursors.documentsRead }
        updates += tracker.received(cursors.changed, removed: cursors.removed)
        if scope == .all { updates += tracker.endCounting() }
        if case .moved = scope { noteRush(cursors.documentsRead) }
        return updates
    }

    /// Notes moves that were heard. After too many, none is heard until the rush is over.
    private func noteRush(_ moves: Int) {
        rush.heard(moves, costOfCounting: tracker.costOfCounting(stages: service.schema.stages.count))
        if !rush.isOn { return }
        scope = .counted
        tracker.beginCounting(since: nil)
        // What was heard is as good as a count.
        ageOfCounts = .zero
        sleep.wake()
    }

    /// Has the server count what only it can, at most once a second, or twice while many cursors move.
    private func count() async throws(ReceiptsError) -> [ReceiptUpdate] {
        guard ageOfCounts >= countingPause else { return [] }
        chooseCursors()
        let messages = tracker.uncounted
        // All have read everything, or from now on all cursors are read, which cost less.
        if messages.isEmpty || plan?.choice == .all {
            if rush.isOn { rush = CursorRush() }
            return []
        }
        tracker.beginCounting(messages)
        ageOfCounts = .zero
        do throws(ReceiptsError) {
            let reading = try await service.store.counts(of: messages, in: tracker.conversationID)
            usage.add { $0.documentsRead += reading.documentsRead }
            if rush.isOn {
                rush.counted(change: tracker.largestChange(in: reading.counts))
                defer { tracker.outdateCounts() }
                return tracker.received(reading.counts)
            }
            plan?.counted(reads: reading.documentsRead)
            return tracker.received(reading.counts)
        } catch {
            tracker.putBack(uncounted: messages)
            throw error
        }
    }

    /// Marks messages delivered beside the polls: a cursor that has just moved waits for a second.
    private func beginMarkingDelivered() {
        guard marking == nil, tracker.hasUndelivered else { return }
        marking = Task {
            do throws(ReceiptsError) {
                try await markDelivered()
            } catch {
                try? await clock.sleep(for: pace.wait)
            }
            marking = nil
            if tracker.hasUndelivered, !Task.isCancelled { sleep.wake() }
        }
    }

    private func readMembers() async throws(ReceiptsError) {
        let reading = try await source.conversation()
        let conversation = reading.conversation
        usage.add { $0.documentsRead += reading.documentsRead }
        hasConversation = conversation != nil
        if let conversation, let viewer = tracker.viewer {
            try service.store.check(viewer, isMemberOf: conversation)
        }
        ageOfMembers = .zero
        report(tracker.received(conversation))
    }

    private func markDelivered() async throws(ReceiptsError) {
        let messages = tracker.takeUndelivered()
        guard !messages.isEmpty, let session else { return }
        do throws(ReceiptsError) {
            let result = try await session.markDelivered(messages, in: tracker.conversationID)
            usage.add { $0.documentsWritten += result.documentsWritten }
        } catch {
            switch error.code {
            case .offline, .cancelled, .server:
                tracker.putBack(undelivered: messages)
                if error.code != .server { throw error }
            // A user who may not mark anything may still see everything. The session has logged the error.
            case .invalidArgument, .invalidConversation, .notFound, .notAMember, .permissionDenied,
                .notAuthenticated, .otherSchema:
                break
            }
        }
    }

    /// Hears that the server has pushed something.
    private nonisolated func hear(_ signal: ConversationSignal) {
        pushes.withLock { _ = $0.insert(signal) }
        sleep.wake()
    }

    // MARK: Local changes

    private func received(_ event: LocalEvent) {
        report(tracker.received(event))
        switch event {
        // See at once what the server made of it.
        case .landed, .refresh(everything: false): askAtOnce()
        case .refresh(everything: true):
            askForEverything()
            askAtOnce()
        case .sending(let message) where message.sending == .sent: askAtOnce()
        case .began, .refused, .sending, .discarded: break
        }
    }

    private func report(_ updates: [ReceiptUpdate]) {
        if hasBegun, !updates.isEmpty { emit(updates) }
    }

    private func askForEverything() {
        // A copy that the server keeps up to date is complete.
        if !source.isPushed { refreshes.demand() }
        ageOfMembers = nil
    }

    private func askAtOnce() {
        pace.polled(foundChanges: true)
        sleep.wake()
    }
}
