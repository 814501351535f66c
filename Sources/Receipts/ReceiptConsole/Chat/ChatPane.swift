import FirestoreClient
import FirestoreModel
import ReadReceipts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A conversation as one of its members sees it, on a device of their own: what they are shown, read and send.
///
/// All receipts go through a ``ReceiptSession`` of that user.
actor ChatPane {
    nonisolated let device: ChatDevice
    private let opening: PaneOpening
    private let chats: ChatDatabase
    private let reader: ConversationReader
    private let formatter: ReceiptFormatter
    private let pace: ConsolePace
    private let emit: @Sendable (ConsoleEvent) -> Void

    private var state: PaneState
    private var audience: ReceiptAudience?
    private var people: [UserID: PersonView] = [:]
    private var history = MessageHistory()
    private var hasBegun = false
    private var hasClosed = false
    private var isRefreshingOlder = false
    /// Whether nobody listens until the server has been tried again.
    private var isWaiting = false
    /// The messages that wait, as far as they are shown without a listener.
    private var shownWaiting: [MessageID: Message] = [:]
    /// How many failures of the reader the page has been told of.
    private var knownFailures = 0
    private var listening: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    private var followingNetwork: Task<Void, Never>?
    private var followingQueue: Task<Void, Never>?
    private var sheet: (message: MessageID, details: LiveReceiptDetails, task: Task<Void, Never>)?

    /// Opens a pane; ``begin()`` has it listen.
    ///
    /// - Parameters:
    ///   - opening: What to show, and to whom.
    ///   - chats: The database.
    ///   - device: Whose session it is, and the way to the database.
    ///   - pace: How often to ask.
    ///   - emit: Tells the page.
    init(
        _ opening: PaneOpening, chats: ChatDatabase, device: ChatDevice, pace: ConsolePace,
        emit: @escaping @Sendable (ConsoleEvent) -> Void
    ) {
        self.opening = opening
        self.chats = chats
        self.device = device
        self.pace = pace
        self.emit = emit
        reader = device.session.reader(
            conversationID: opening.conversation,
            timing: pace.reading(in: chats.schema.store))
        formatter = ReceiptFormatter(
            strings: .english(for: chats.schema),
            locale: opening.locale.map { Locale(identifier: $0) } ?? .current,
            timeZone: opening.timeZone.flatMap { TimeZone(identifier: $0) } ?? .current)
        state = PaneState(
            pane: opening.pane, state: .loading,
            labelsLastOnly: chats.schema.labelsLastMessageOnly)
    }

    /// Listens until the pane is closed.
    func begin() {
        if hasClosed { return }
        if network.isOff { state.state = .offline }
        tellState()
        if !network.isOff { listening = Task { await listen() } }
        watching = Task { await watch() }
        followingNetwork = Task {
            for await (isReached, reason) in network.reachability() { reached(isReached, reason) }
        }
        followingQueue = Task {
            for await messages in await session.pendingMessageUpdates() { await waiting(messages) }
        }
    }

    /// Closes the pane: what has been read is reported.
    func close() async {
        hasClosed = true
        listening?.cancel()
        watching?.cancel()
        followingNetwork?.cancel()
        followingQueue?.cancel()
        closeSheet()
        await reader.close()
    }

    // MARK: What the page does

    /// The device's connection was taken away, or given back.
    func networkChanged() async {
        state.error = nil
        if network.isOff {
            if state.state == .open || state.state == .loading { state.state = .offline }
            tellState()
            return
        }
        if state.state == .offline { state.state = hasBegun ? .open : .loading }
        tellState()
        if listening == nil { listening = Task { await listen() } }
        await session.refresh(conversationID: opening.conversation, everything: pace.refreshesOnChange)
    }

    /// Takes in which messages have come onto the screen, and which have left it.
    func see(shown: [MessageID], hidden: [MessageID]) async {
        if state.layout?.isReadOnly ?? false { return }
        for id in hidden { await reader.messageDisappeared(id) }
        for id in shown { await reader.messageBecameVisible(id) }
    }

    /// Sends a message: now, or when there is a connection.
    func send(_ text: String) async throws(ReceiptsError) {
        if let layout = state.layout, layout.isReadOnly {
            let names = layout.schemas.isEmpty ? ["another one"] : layout.schemas
            throw ReceiptsError(
                .otherSchema,
                "not sent: the messages have the schema \(names.joined(separator: " or ")), not \(chats.schema.name)"
            )
        }
        try await session.addMessage(text, conversationID: opening.conversation)
    }

    /// Looks up the messages before those that are known.
    func loadOlder() async throws(ReceiptsError) -> PanePage {
        guard !history.isComplete, let oldest = history.oldest else {
            return PanePage(messages: [], isComplete: true)
        }
        let page = try await session.service.messages(
            conversation: opening.conversation, before: oldest, limit: MessageHistory.pageSize)
        history.received(page: page)
        state.isComplete = history.isComplete
        noteLayout()
        return PanePage(messages: views(page), isComplete: history.isComplete)
    }

    /// Somebody has changed something.
    func refresh() async {
        if network.isOff { return }
        listenAgain()
        await session.refresh(conversationID: opening.conversation, everything: pace.refreshesOnChange)
        switch sheetState {
        case .loaded, .failed: sheet?.details.retry()
        case .loading, nil: break
        }
        await refreshOlder()
    }

    private var network: NetworkSwitch { device.network }
    private var session: ReceiptSession { device.session }

    // MARK: Listening

    /// Shows what waits while nobody listens, as before a device that was opened without a connection has one.
    private func waiting(_ messages: [PendingMessage]) async {
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

    /// Listens, again and again while the server is away.
    private func listen() async {
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
                    // It begins when the network is back.
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

    /// Tries at once what is waited for, or was refused: somebody may have changed that.
    private func listenAgain() {
        guard isWaiting || state.state == .failed else { return }
        listening?.cancel()
        isWaiting = false
        listening = Task { await listen() }
    }

    /// What was asked for is refused: only somebody else can change that.
    private func failed(_ error: ReceiptsError) async {
        let before = state
        (state.state, state.error, state.decision) = (.failed, error.message, RefusedDecision(error))
        if state != before { tellState() }
        guard hasBegun else { return }
        // What may not be read any more is not shown any more, but for what waits to be sent.
        (hasBegun, history, shownWaiting) = (false, MessageHistory(), [:])
        tell("messages", PaneMessages(pane: opening.pane, isFirst: true, changes: []))
        await waiting(await session.pendingMessages)
    }

    /// Whether a refusal only means that the conversation is there no more: rules that ask who its members are refuse everything then.
    private func isGone(_ error: ReceiptsError) async -> Bool {
        guard hasBegun || state.isGone else { return false }
        switch error.code {
        case .permissionDenied, .notFound, .notAMember: return await chats.isGone(opening.conversation)
        case _: return false
        }
    }

    /// The conversation has been deleted: nothing of it is shown, until it is there again.
    private func tellGone() {
        let isKnown = state.isGone && !hasBegun
        hasBegun = false
        history = MessageHistory()
        if isKnown { return }
        tell("messages", PaneMessages(pane: opening.pane, isFirst: true, changes: []))
        (state.isGone, state.state, state.error) = (true, .open, nil)
        tellState()
    }

    /// The server is away, and what is shown stays until it is back.
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

    /// Finds out which schema the messages have.
    private func noteLayout() {
        let layout = PaneLayout(session.service.layout(of: history.messages))
        if state.layout == layout { return }
        state.layout = layout
        tellState()
    }

    /// Looks at what no listener tells of: who takes part, and what waits to be reported.
    private func watch() async {
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
            state.error = "what was read could not be reported: \(failure.message)"
            state.decision = RefusedDecision(failure)
        }
        tellState()
    }

    /// Tells whether the server is there.
    private func reached(_ isReached: Bool, _ reason: String?) {
        guard hasBegun, state.state == .open else { return }
        let error = isReached ? nil : reason.map { "\($0); trying again" }
        if state.error == error { return }
        state.error = error
        tellState()
    }

    private func loadConversation() async throws(ReceiptsError) {
        guard
            let (view, conversation) = try await chats.conversation(
                opening.conversation, through: session.service)
        else {
            if hasBegun, !state.isGone {
                state.isGone = true
                tellState()
            }
            return
        }
        let before = state
        state.isGone = false
        audience = ReceiptAudience(conversation)
        people = Dictionary(view.members.map { ($0.id, $0) }) { first, _ in first }
        (state.title, state.isGroup, state.members) = (view.title, view.isGroup, view.members)
        if state != before { tellState() }
    }

    /// Looks again at older messages, some pages at a time.
    private func refreshOlder() async {
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

    // MARK: Details

    private var sheetState: LiveReceiptDetails.State?

    /// Opens the sheet that says who has read a message.
    func openSheet(_ message: MessageID) {
        closeSheet()
        let details = session.service.liveDetails(
            of: message, conversation: opening.conversation, user: opening.user, profiles: device.profiles,
            formatter: formatter, interval: pace.details)
        let task = Task {
            for await state in details {
                if Task.isCancelled { return }
                sheetState = state
                tell(
                    "sheet",
                    DetailsView(
                        state, pane: opening.pane, message: message, formatter: formatter, at: Timestamp()))
            }
        }
        sheet = (message, details, task)
    }

    /// Closes it.
    func closeSheet() {
        sheet?.task.cancel()
        (sheet, sheetState) = (nil, nil)
    }

    /// Tries again to load it.
    func retrySheet() { sheet?.details.retry() }

    // MARK: Telling the page

    private func views(_ messages: [Message]) -> [MessageView] {
        messages.map { message in
            let receipt = audience.flatMap {
                DisplayedReceipt(of: message, among: $0, seenBy: opening.user, schema: chats.schema)
            }
            return view(message, receipt, pending: false)
        }
    }

    private func view(_ message: Message, _ receipt: DisplayedReceipt?, pending: Bool) -> MessageView {
        MessageView(
            message, receipt, seenBy: opening.user, isGroup: state.isGroup, pending: pending,
            sender: message.senderID.map { people[$0] ?? PersonView($0, nil) }, formatter: formatter,
            store: chats.schema.store)
    }

    private func tellState() { tell("pane", state) }

    private func tell(_ kind: String, _ value: some Encodable) {
        guard let data = try? ConsoleJSON.bytes(value) else { return }
        emit(ConsoleEvent(kind: kind, data: String(decoding: data, as: UTF8.self)))
    }
}
