import HTTPTypes
import ReadReceipts

/// One page that is open in a browser: its panes, and what it is told.
actor Visit {
    /// How many panes a page may have.
    private static let paneLimit = 8

    nonisolated let feed = VisitFeed()
    private let chats: [ChatDatabase]
    private let pace: ConsolePace
    private let signal: ChangeSignal
    private var panes: [String: ChatPane] = [:]
    private var following: Task<Void, Never>?
    private var hasEnded = false

    init(_ chats: [ChatDatabase], pace: ConsolePace, signal: ChangeSignal) {
        self.chats = chats
        self.pace = pace
        self.signal = signal
    }

    /// Follows what changes in the database.
    func begin() {
        if hasEnded { return }
        let changes = signal.changes()
        following = Task {
            for await _ in changes {
                feed.emit(ConsoleEvent(kind: "changed", data: "{}"))
                for pane in panes.values { await pane.refresh() }
                try? await Task.sleep(for: pace.changes)
            }
        }
    }

    /// Closes all panes. A page that is there after all hears it, comes back, and begins anew.
    func end() async {
        hasEnded = true
        following?.cancel()
        feed.end()
        let open = panes.values
        panes = [:]
        for pane in open { await pane.close() }
    }

    /// Does what the page wants.
    ///
    /// - Returns: What the page is answered; nil for nothing but that it is done.
    /// - Throws: ``ConsoleFailure``, ``ReceiptsError``.
    func perform(_ command: VisitCommand) async throws -> (any Encodable & Sendable)? {
        if hasEnded { throw ConsoleFailure.notConnected }
        switch command {
        case .leave: await end()
        case .openPane(let opening): try await open(opening)
        case .closePane(let id): await panes.removeValue(forKey: id)?.close()
        case .setOffline(let id, let isOffline): try await pane(id).set(isOffline: isOffline)
        case .see(let id, let shown, let hidden): try await pane(id).see(shown: shown, hidden: hidden)
        case .send(let id, let text, let again): try await pane(id).send(text, again: again)
        case .loadOlder(let id): return try await pane(id).loadOlder()
        case .openSheet(let id, let message): try await pane(id).openSheet(message)
        case .closeSheet(let id): try await pane(id).closeSheet()
        case .retrySheet(let id): try await pane(id).retrySheet()
        }
        return nil
    }

    private func open(_ opening: PaneOpening) async throws {
        let schema = opening.schema ?? chats.first?.schema.name ?? ""
        guard let chats = chats.first(where: { $0.schema.name == schema }) else {
            throw ConsoleFailure(.badRequest, "there is no schema \"\(schema.prefix(40))\"")
        }
        if opening.user.isEmpty { throw ConsoleFailure(.badRequest, "the pane has no user") }
        if panes[opening.pane] == nil, panes.count >= Visit.paneLimit {
            throw ConsoleFailure(.badRequest, "a page has at most \(Visit.paneLimit) panes")
        }
        let network = NetworkSwitch { [signal] in signal.notify() }
        let pane = try ChatPane(opening, chats: chats, network: network, pace: pace) { [feed] in feed.emit($0)
        }
        let before = panes.updateValue(pane, forKey: opening.pane)
        await before?.close()
        await pane.begin()
    }

    private func pane(_ id: String) throws -> ChatPane {
        guard let pane = panes[id] else {
            throw ConsoleFailure(.notFound, "there is no pane \"\(id.prefix(40))\"; open it first")
        }
        return pane
    }
}
