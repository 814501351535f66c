import ReadReceipts

/// What a pane shows of its conversation while it is open.
extension ChatPane {
    /// Shows pending messages while nobody listens, for example on a device that was opened offline.
    func waiting(_ messages: [PendingMessage]) async {
        var waiting: [MessageID: Message] = [:]
        for message in messages where message.conversationID == opening.conversation {
            waiting[message.id] = await session.message(message)
        }
        if hasBegun { return }
        let gone = shownWaiting.values.filter { waiting[$0.id] == nil }
        shownWaiting = waiting
        let changes =
            gone.map { PaneMessages.Change(kind: "removed", message: view($0, nil, pending: true)) }
            + waiting.values.sorted(by: Message.isOlder).map {
                PaneMessages.Change(kind: "added", message: view($0, nil, pending: true))
            }
        if changes.isEmpty { return }
        tell("messages", PaneMessages(pane: opening.pane, isFirst: false, changes: changes))
    }

    /// Listens, and retries while the server is unreachable.
    func listen() async {
        var failures = 0
        while !Task.isCancelled {
            do throws(ReceiptsError) {
                try await loadConversation()
                var iterator = try session.listen(
                    conversationID: opening.conversation, options: pace.listening
                ).makeAsyncIterator()
                while let updates = try await iterator.next() {
                    failures = 0
                    received(updates)
                }
                return
            } catch {
                if error.code == .cancelled { return }
                if network.isOff {
                    // Restarted when the network is back.
                    listening = nil
                    return
                }
                if await isGone(error) {
                    tellGone()
                } else if error.code == .offline || error.code == .server {
                    waits(error)
                } else {
                    return await failed(error)
                }
            }
            failures += 1
            isWaiting = true
            try? await Task.sleep(for: pace.probes.wait(after: failures))
            isWaiting = false
        }
    }

    /// Tries again at once after a wait or a refusal, because something may have changed.
    func listenAgain() {
        guard isWaiting || state.state == .failed else { return }
        listening?.cancel()
        isWaiting = false
        listening = Task { await listen() }
    }

    /// The server refuses to let the user listen.
    private func failed(_ error: ReceiptsError) async {
        let before = state
        (state.state, state.error, state.decision) = (.failed, error.message, RefusedDecision(error))
        if state != before { tellState() }
        guard hasBegun else { return }
        // Hide what the user may no longer read, except pending messages.
        (hasBegun, history, shownWaiting) = (false, MessageHistory(), [:])
        tell("messages", PaneMessages(pane: opening.pane, isFirst: true, changes: []))
        await waiting(await session.pendingMessages)
    }

    /// Whether a refusal means that the conversation was deleted: rules that look up its members then deny everything.
    private func isGone(_ error: ReceiptsError) async -> Bool {
        guard hasBegun || state.isGone else { return false }
        switch error.code {
        case .permissionDenied, .notFound, .notAMember: return await chats.isGone(opening.conversation)
        case _: return false
        }
    }

    /// The conversation was deleted: shows nothing until it exists again.
    private func tellGone() {
        let isKnown = state.isGone && !hasBegun
        hasBegun = false
        history = MessageHistory()
        if isKnown { return }
        tell("messages", PaneMessages(pane: opening.pane, isFirst: true, changes: []))
        (state.isGone, state.state, state.error) = (true, .open, nil)
        tellState()
    }

    /// The server is unreachable: keeps showing what there is.
    private func waits(_ error: ReceiptsError) {
        hasBegun = false
        history = MessageHistory()
        let text = "\(error.message); trying again"
        if state.error == text { return }
        state.error = text
        tellState()
    }

    private func received(_ updates: [ReceiptUpdate]) {
        let told = history.received(updates, isFirst: !hasBegun)
        noteLayout()
        let changes = told.map { update in
            PaneMessages.Change(
                kind: update.kind.rawValue,
                message: view(update.message, update.receipt, pending: update.hasPendingWrites))
        }
        if !changes.isEmpty || !hasBegun {
            tell("messages", PaneMessages(pane: opening.pane, isFirst: !hasBegun, changes: changes))
        }
        if !hasBegun {
            hasBegun = true
            shownWaiting = [:]
            state.isComplete = history.isComplete
            state.state = network.isOff ? .offline : .open
            (state.error, state.decision) = (nil, nil)
            tellState()
        }
    }

    /// Updates which schema the messages have.
    func noteLayout() {
        let layout = PaneLayout(session.service.layout(of: history.messages))
        if state.layout == layout { return }
        state.layout = layout
        tellState()
    }

    /// Polls what no listener reports: the members, and queued receipts.
    func watch() async {
        var untilConversation = pace.conversation
        while !Task.isCancelled {
            do { try await Task.sleep(for: pace.queue) } catch { return }
            await countQueue()
            untilConversation -= pace.queue
            if untilConversation <= .zero, state.state == .failed {
                untilConversation = pace.conversation
                listenAgain()
            }
            if untilConversation <= .zero, hasBegun, !network.isOff {
                untilConversation = pace.conversation
                try? await loadConversation()
                await refreshOlder()
            }
        }
    }

    private func countQueue() async {
        let queued = await session.queuedReceipts.reduce(0) { $0 + ($1.messageIDs?.count ?? 1) }
        let failures = await reader.failures
        let isNewFailure = failures.count > knownFailures
        if queued == state.queued, !isNewFailure { return }
        state.queued = queued
        knownFailures = failures.count
        if isNewFailure, state.state == .open, let failure = failures.last {
            state.error = "read receipts could not be written: \(failure.message)"
            state.decision = RefusedDecision(failure)
        }
        tellState()
    }

    /// Shows whether the server can be reached.
    func reached(_ isReached: Bool, _ reason: String?) {
        guard hasBegun, state.state == .open else { return }
        let error = isReached ? nil : reason.map { "\($0); trying again" }
        if state.error == error { return }
        state.error = error
        tellState()
    }

    func loadConversation() async throws(ReceiptsError) {
        guard
            let (view, conversation) = try await chats.conversation(
                opening.conversation, through: session.service)
        else {
            if hasBegun || isPast, !state.isGone {
                state.isGone = true
                tellState()
            }
            return
        }
        let before = state
        state.isGone = false
        try await loadAudience(of: conversation)
        people = Dictionary(view.members.map { ($0.id, $0) }) { first, _ in first }
        (state.title, state.isGroup, state.members) = (view.title, view.isGroup, view.members)
        if state != before { tellState() }
    }

    /// Learns what the receipts of older messages depend on; the listener tells those of its own. In a large group, the server counts for the
    /// user's own messages.
    func loadAudience(of conversation: Conversation) async throws(ReceiptsError) {
        audience =
            chats.schema.cursors != nil && history.hasOlder
            ? try await session.service.audience(
                of: conversation.id, for: history.olderMessages(of: opening.user), seenBy: opening.user)
            : ReceiptAudience(conversation)
    }

    /// Reads older messages again, some pages at a time.
    func refreshOlder() async {
        if isRefreshingOlder { return }
        isRefreshingOlder = true
        defer { isRefreshingOlder = false }
        for _ in 0..<pace.olderPages {
            guard let refresh = history.pageToRefresh,
                let page = try? await session.service.messages(
                    conversation: opening.conversation, before: refresh.end, limit: MessageHistory.pageSize)
            else { return }
            let (added, changed, gone, isRoundOver) = history.received(page, of: refresh)
            noteLayout()
            let changes =
                gone.map { PaneMessages.Change(kind: "removed", message: view($0, nil, pending: false)) }
                + views(added).map { PaneMessages.Change(kind: "added", message: $0) }
                + views(changed).map { PaneMessages.Change(kind: "modified", message: $0) }
            if !changes.isEmpty {
                tell("messages", PaneMessages(pane: opening.pane, isFirst: false, changes: changes))
            }
            if isRoundOver { return }
        }
    }
}
