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
    private let opening: PaneOpening
    private let chats: ChatDatabase
    private let network: NetworkSwitch
    private let session: ReceiptSession
    private let reader: ConversationReader
    private let formatter: ReceiptFormatter
    /// The names of users, as this one may see them.
    private let profiles: UserProfiles
    private let pace: ConsolePace
    private let emit: @Sendable (ConsoleEvent) -> Void

    private var state: PaneState
    private var audience: ReceiptAudience?
    private var people: [String: PersonView] = [:]
    private var history = MessageHistory()
    private var hasBegun = false
    private var hasClosed = false
    /// How many failures of the reader the page has been told of.
    private var knownFailures = 0
    private var listening: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    private var followingNetwork: Task<Void, Never>?
    private var sheet: (message: String, details: LiveReceiptDetails, task: Task<Void, Never>)?

    /// Opens a pane; ``begin()`` has it listen.
    ///
    /// - Parameters:
    ///   - opening: What to show, and to whom.
    ///   - chats: The database.
    ///   - network: The way to it.
    ///   - pace: How often to ask.
    ///   - emit: Tells the page.
    init(
        _ opening: PaneOpening, chats: ChatDatabase, network: NetworkSwitch, pace: ConsolePace,
        emit: @escaping @Sendable (ConsoleEvent) -> Void
    ) throws(ReceiptsError) {
        self.opening = opening
        self.chats = chats
        self.network = network
        self.pace = pace
        self.emit = emit
        let service = try chats.service(of: opening.user, over: network)
        profiles = UserProfiles(of: service, patience: .seconds(5))
        session = ReceiptSession(service: service, userID: opening.user)
        reader = session.reader(
            conversationID: opening.conversation,
            timing: chats.schema.store == .firestore ? pace.reading : pace.databaseReading)
        formatter = ReceiptFormatter(
            strings: .english(for: chats.schema),
            locale: opening.locale.map { Locale(identifier: $0) } ?? .current,
            timeZone: opening.timeZone.flatMap { TimeZone(identifier: $0) } ?? .current)
        state = PaneState(
            pane: opening.pane, state: .loading,
            labelsLastOnly: chats.schema.status == nil && chats.schema.deliveredTo != nil)
    }

    /// Listens until the pane is closed.
    func begin() {
        if hasClosed { return }
        tellState()
        listening = Task { await listen() }
        watching = Task { await watch() }
        followingNetwork = Task {
            for await (isReached, reason) in network.reachability { reached(isReached, reason) }
        }
    }

    /// Closes the pane: what has been read is reported.
    func close() async {
        hasClosed = true
        listening?.cancel()
        watching?.cancel()
        followingNetwork?.cancel()
        closeSheet()
        await reader.close()
    }

    // MARK: What the page does

    /// Takes the device's connection away, or gives it back.
    func set(isOffline: Bool) async {
        network.set(isOff: isOffline)
        state.error = nil
        if isOffline {
            if state.state == .open { state.state = .offline }
            tellState()
        } else {
            if state.state == .offline { state.state = .open }
            tellState()
            await session.refresh(conversationID: opening.conversation)
        }
    }

    /// Takes in which messages have come onto the screen, and which have left it.
    func see(shown: [String], hidden: [String]) async {
        for id in hidden { await reader.messageDisappeared(id) }
        for id in shown { await reader.messageBecameVisible(id) }
    }

    /// Sends a message.
    ///
    /// - Parameter failed: The message that could not be sent, and whose place this one takes.
    func send(_ text: String, again failed: String?) async throws(ReceiptsError) {
        if let message = failed.flatMap({ history.removeFailed($0) }) {
            let change = PaneMessages.Change(kind: "removed", message: view(message, nil, pending: false))
            tell("messages", PaneMessages(pane: opening.pane, isFirst: false, changes: [change]))
        }
        do throws(ReceiptsError) {
            _ = try await session.send(text, conversationID: opening.conversation)
        } catch {
            throw network.isOff && error.code == .offline
                ? ReceiptsError(.offline, "not sent: this device is offline; switch it on and try again")
                : error
        }
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
        return PanePage(messages: views(page), isComplete: history.isComplete)
    }

    /// Somebody has changed something.
    func refresh() async {
        if network.isOff { return }
        await session.refresh(conversationID: opening.conversation)
        if case .loaded? = sheetState { sheet?.details.retry() }
        await refreshOlder()
    }

    // MARK: Listening

    private func listen() async {
        do throws(ReceiptsError) {
            try await loadConversation()
            var iterator = try session.listen(conversationID: opening.conversation, options: pace.listening)
                .makeAsyncIterator()
            while let updates = try await iterator.next() { received(updates) }
        } catch {
            if error.code == .cancelled { return }
            state.state = .failed
            state.error = error.message
            tellState()
        }
    }

    private func received(_ updates: [ReceiptUpdate]) {
        let told = history.received(updates, isFirst: !hasBegun)
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
            state.isComplete = history.isComplete
            state.state = network.isOff ? .offline : .open
            tellState()
        }
    }

    /// Looks at what no listener tells of: who takes part, and what waits to be reported.
    private func watch() async {
        var untilConversation = pace.conversation
        while !Task.isCancelled {
            do { try await Task.sleep(for: pace.queue) } catch { return }
            await countQueue()
            untilConversation -= pace.queue
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
        else { return }
        let before = state
        audience = ReceiptAudience(conversation)
        people = Dictionary(view.members.map { ($0.id, $0) }) { first, _ in first }
        (state.title, state.isGroup, state.members) = (view.title, view.isGroup, view.members)
        if state != before { tellState() }
    }

    private func refreshOlder() async {
        let ids = history.idsToRefresh
        if ids.isEmpty { return }
        guard
            let (found, missing) = try? await session.service.messages(
                conversation: opening.conversation, ids: ids)
        else { return }
        let (changed, gone) = history.refreshed(found, missing: missing)
        let changes =
            gone.map { PaneMessages.Change(kind: "removed", message: view($0, nil, pending: false)) }
            + views(changed).map { PaneMessages.Change(kind: "modified", message: $0) }
        if changes.isEmpty { return }
        tell("messages", PaneMessages(pane: opening.pane, isFirst: false, changes: changes))
    }

    // MARK: Details

    private var sheetState: LiveReceiptDetails.State?

    /// Opens the sheet that says who has read a message.
    func openSheet(_ message: String) {
        closeSheet()
        let details = session.service.liveDetails(
            of: message, conversation: opening.conversation, user: opening.user, profiles: profiles,
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
        var settled: Set<String> = []
        let views = messages.map { message in
            let receipt = audience.flatMap {
                DisplayedReceipt(of: message, among: $0, seenBy: opening.user, schema: chats.schema)
            }
            let view = view(message, receipt, pending: false)
            if view.mine ? receipt?.isFinal ?? false : !view.unread { settled.insert(message.id) }
            return view
        }
        history.settle(settled)
        return views
    }

    private func view(_ message: Message, _ receipt: DisplayedReceipt?, pending: Bool) -> MessageView {
        MessageView(
            message, receipt, seenBy: opening.user, isGroup: state.isGroup, pending: pending,
            sender: message.senderID.map { people[$0] ?? PersonView($0, nil) }, formatter: formatter)
    }

    private func tellState() { tell("pane", state) }

    private func tell(_ kind: String, _ value: some Encodable) {
        guard let data = try? ConsoleJSON.bytes(value) else { return }
        emit(ConsoleEvent(kind: kind, data: String(decoding: data, as: UTF8.self)))
    }
}

extension DisplayedReceipt {
    /// Whether everybody has read the message, so that nothing more can come.
    fileprivate var isFinal: Bool {
        switch self {
        case .status(let displayed): displayed.status == .read
        case .delivery(let status, _): status == .readByAll
        case .progress(let progress), .checkmark(let progress): progress == .read || progress == .readByAll
        }
    }
}
