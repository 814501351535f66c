import FirestoreClient
import FirestoreModel
import ReadReceipts

/// A conversation on the device of one of its members: shows, marks and sends messages through a ``ReceiptSession``.
actor ChatPane {
    nonisolated let device: ChatDevice
    let opening: PaneOpening
    let chats: ChatDatabase
    let reader: ConversationReader
    private let formatter: ReceiptFormatter
    let pace: ConsolePace
    private let emit: @Sendable (ConsoleEvent) -> Void

    var state: PaneState
    var audience: ReceiptAudience?
    var people: [UserID: PersonView] = [:]
    var history = MessageHistory()
    var hasBegun = false
    private var hasClosed = false
    var isRefreshingOlder = false
    /// Whether the pane waits before it tries to listen again.
    var isWaiting = false
    /// The pending messages that show without a listener.
    var shownWaiting: [MessageID: Message] = [:]
    /// The number of failures of the reader that the page knows.
    var knownFailures = 0
    var listening: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    private var followingNetwork: Task<Void, Never>?
    private var followingQueue: Task<Void, Never>?
    private var sheet: (message: MessageID, details: LiveReceiptDetails, task: Task<Void, Never>)?

    /// Creates a pane; ``begin()`` starts listening.
    ///
    /// - Parameters:
    ///   - opening: What to show, and to whom.
    ///   - chats: The database.
    ///   - device: The user's device.
    ///   - pace: How often to poll.
    ///   - emit: Sends an event to the page.
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
        // The page writes the times, because only the browser knows the reader's time zone.
        formatter = ReceiptFormatter(
            strings: .english(for: chats.schema), notation: EnglishNotation { _ in "{time}" })
        state = PaneState(
            pane: opening.pane, state: .loading,
            labelsLastOnly: chats.schema.labelsLastMessageOnly)
    }

    /// Listens until the pane is closed.
    func begin() {
        if hasClosed { return }
        if isPast {
            listening = Task { await look() }
            return
        }
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

    /// Closes the pane, and marks what has been read.
    func close() async {
        hasClosed = true
        listening?.cancel()
        watching?.cancel()
        followingNetwork?.cancel()
        followingQueue?.cancel()
        closeSheet()
        await reader.close()
    }

    // MARK: Commands of the page

    /// The device went offline or online.
    func networkChanged() async {
        if isPast { return }
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

    /// Messages have appeared on the screen or disappeared.
    func see(shown: [MessageID], hidden: [MessageID]) async {
        if isPast || state.layout?.isReadOnly ?? false { return }
        for id in hidden { await reader.messageDisappeared(id) }
        for id in shown { await reader.messageBecameVisible(id) }
    }

    /// Sends a message, now or when there is a connection.
    func send(_ text: String) async throws(ReceiptsError) {
        if isPast {
            throw ReceiptsError(.invalidArgument, "not sent: this is the past, which cannot be changed")
        }
        if let layout = state.layout, layout.isReadOnly {
            let names = layout.schemas.isEmpty ? ["another one"] : layout.schemas
            throw ReceiptsError(
                .otherSchema,
                "not sent: the messages have the schema \(names.joined(separator: " or ")), not \(chats.schema.name)"
            )
        }
        try await session.addMessage(text, conversationID: opening.conversation)
    }

    /// Reads the messages before the known ones.
    func loadOlder() async throws(ReceiptsError) -> PanePage {
        guard !history.isComplete, let oldest = history.oldest else {
            return PanePage(messages: [], isComplete: true)
        }
        let page = try await session.service.messages(
            conversation: opening.conversation, before: oldest, limit: MessageHistory.pageSize)
        history.received(page: page)
        if chats.schema.cursors != nil, let conversation = audience?.conversation {
            try await loadAudience(of: conversation)
        }
        state.isComplete = history.isComplete
        noteLayout()
        return PanePage(messages: views(page), isComplete: history.isComplete)
    }

    /// The database may have changed.
    func refresh() async {
        if network.isOff || isPast { return }
        listenAgain()
        await session.refresh(conversationID: opening.conversation, everything: pace.refreshesOnChange)
        switch sheetState {
        case .loaded, .failed: sheet?.details.retry()
        case .loading, nil: break
        }
        await refreshOlder()
    }

    var network: NetworkSwitch { device.network }
    var session: ReceiptSession { device.session }

    // MARK: Details

    private var sheetState: LiveReceiptDetails.State?

    /// Opens the sheet with the readers of a message.
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
                    DetailsView(state, pane: opening.pane, message: message, formatter: formatter))
            }
        }
        sheet = (message, details, task)
    }

    /// Closes the sheet.
    func closeSheet() {
        sheet?.task.cancel()
        (sheet, sheetState) = (nil, nil)
    }

    /// Tries again to load the sheet.
    func retrySheet() { sheet?.details.retry() }

    // MARK: Events

    func views(_ messages: [Message]) -> [MessageView] {
        messages.map { message in
            let receipt = audience.flatMap {
                DisplayedReceipt(of: message, among: $0, seenBy: opening.user, schema: chats.schema)
            }
            return view(
                audience?.marked(message, by: opening.user) ?? message, receipt, pending: false)
        }
    }

    func view(_ message: Message, _ receipt: DisplayedReceipt?, pending: Bool) -> MessageView {
        MessageView(
            message, receipt, seenBy: opening.user, isGroup: state.isGroup, pending: pending,
            sender: message.senderID.map { people[$0] ?? PersonView($0, nil) }, formatter: formatter,
            store: chats.schema.store)
    }

    func tellState() { tell("pane", state) }

    func tell(_ kind: String, _ value: some Encodable) {
        guard let data = try? ConsoleJSON.bytes(value) else { return }
        emit(ConsoleEvent(kind: kind, data: String(decoding: data, as: UTF8.self)))
    }
}
