import HTTPTypes
import ReadReceipts

/// An open page in a browser, with its panes and events.
actor Visit {
    /// The maximum number of panes.
    private static let paneLimit = 8
    /// The maximum number of devices, including offline ones.
    private static let deviceLimit = 64

    nonisolated let feed = VisitFeed()
    private let chats: [ChatDatabase]
    private let pace: ConsolePace
    private let signal: ChangeSignal
    private var panes: [String: ChatPane] = [:]
    private var devices: [ChatDevice.ID: (device: ChatDevice, following: Task<Void, Never>)] = [:]
    private let connection: ConnectionWatch
    private let worker: WorkerReader
    private let faults: FaultsDesk
    /// Whether the schedule of a device had taken it offline at the last look.
    private var scheduled: [ChatDevice.ID: Bool] = [:]
    private var following: Task<Void, Never>?
    private var watching: Task<Void, Never>?
    private var hasEnded = false

    init(
        _ chats: [ChatDatabase], pace: ConsolePace, signal: ChangeSignal, connection: ConnectionWatch,
        worker: WorkerReader, faults: FaultsDesk
    ) {
        self.chats = chats
        self.pace = pace
        self.signal = signal
        self.connection = connection
        self.worker = worker
        self.faults = faults
    }

    /// Follows changes of the database, and its health.
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
        watching = Task { await watch() }
    }

    /// Sends the health of the databases whenever it changes, and refreshes everything when one is back.
    private func watch() async {
        var told: HealthView?
        var toldFaults: FaultsView?
        var knowsWorker = false
        while !Task.isCancelled {
            await connection.look()
            let now = connection.view()
            if now != told {
                if let data = try? ConsoleJSON.bytes(now) {
                    let text = String(decoding: data, as: UTF8.self)
                    feed.emit(ConsoleEvent(kind: "health", data: text), stands: true)
                }
                let hasReturned = told.map { now.hasReturned(since: $0) } ?? false
                told = now
                if hasReturned {
                    feed.emit(ConsoleEvent(kind: "changed", data: "{}"))
                    for pane in panes.values { await pane.refresh() }
                    for (device, _) in devices.values { await device.session.sendPendingMessages() }
                }
            }
            let faults = await faults.current()
            if faults != toldFaults, let text = try? faults.json() {
                toldFaults = faults
                feed.emit(ConsoleEvent(kind: "faults", data: text), stands: true)
            }
            await keep(faults.devices)
            if !knowsWorker, worker.knowsWorker {
                knowsWorker = true
                feed.emit(ConsoleEvent(kind: "worker", data: "{}"), stands: true)
            }
            try? await Task.sleep(for: pace.probes.tick)
        }
    }

    /// Closes all panes. A page that is still open notices, reconnects, and starts again.
    func end() async {
        hasEnded = true
        following?.cancel()
        watching?.cancel()
        feed.end()
        let open = panes.values
        panes = [:]
        for (_, following) in devices.values { following.cancel() }
        devices = [:]
        for pane in open { await pane.close() }
    }

    /// Performs a command of the page.
    ///
    /// - Returns: The response; nil for an empty one.
    /// - Throws: ``ConsoleFailure``, ``ReceiptsError``.
    func perform(_ command: VisitCommand) async throws -> (any Encodable & Sendable)? {
        if hasEnded { throw ConsoleFailure.notConnected }
        switch command {
        case .leave: await end()
        case .openPane(let opening): try await open(opening)
        case .closePane(let id): await close(panes.removeValue(forKey: id))
        case .setOffline(let id, let isOffline): try await set(isOffline: isOffline, of: pane(id).device)
        case .see(let id, let shown, let hidden): try await pane(id).see(shown: shown, hidden: hidden)
        case .send(let id, let text): try await pane(id).send(text)
        case .retryMessage(let id, let message): try await pane(id).device.session.retryMessage(message)
        case .discardMessage(let id, let message): try await pane(id).device.session.discardMessage(message)
        case .restore(let unsent): try await restore(unsent)
        case .loadOlder(let id): return try await pane(id).loadOlder()
        case .openSheet(let id, let message): try await pane(id).openSheet(message)
        case .closeSheet(let id): try await pane(id).closeSheet()
        case .retrySheet(let id): try await pane(id).retrySheet()
        case .usage: return devices.values.compactMap { DeviceUsage($0.device) }
        }
        return nil
    }

    private func open(_ opening: PaneOpening) async throws {
        let chats = try self.chats(of: opening.schema ?? self.chats.first?.schema.name ?? "")
        if opening.user.string.isEmpty { throw ConsoleFailure(.badRequest, "the pane has no user") }
        if panes[opening.pane] == nil, panes.count >= Visit.paneLimit {
            throw ConsoleFailure(.badRequest, "a page has at most \(Visit.paneLimit) panes")
        }
        let device =
            if let past = opening.at {
                try ChatDevice(opening.user, chats, at: past.time)
            } else {
                try device(of: opening.user, chats)
            }
        let pane = ChatPane(opening, chats: chats, device: device, pace: pace) { [feed] in feed.emit($0) }
        await close(panes.updateValue(pane, forKey: opening.pane))
        await pane.begin()
    }

    private func close(_ pane: ChatPane?) async {
        guard let pane else { return }
        await pane.close()
        await release(pane.device.id)
    }

    private func chats(of schema: String) throws(ConsoleFailure) -> ChatDatabase {
        guard let chats = chats.first(where: { $0.schema.name == schema }) else {
            throw ConsoleFailure(.badRequest, "there is no schema \"\(schema.prefix(40))\"")
        }
        return chats
    }

    // MARK: Devices

    /// The device of a user; created the first time.
    private func device(of user: UserID, _ chats: ChatDatabase) throws -> ChatDevice {
        let id = ChatDevice.ID(schema: chats.schema.name, user: user)
        if let (device, _) = devices[id] { return device }
        if devices.count >= Visit.deviceLimit {
            throw ConsoleFailure(
                .badRequest,
                "a page has at most \(Visit.deviceLimit) devices; bring offline ones back online first")
        }
        let device = try ChatDevice(user, chats, signal)
        let following = Task { [weak self] in
            var isKnown = false
            for await messages in await device.session.pendingMessageUpdates() {
                if messages.isEmpty, !isKnown { continue }
                isKnown = !messages.isEmpty
                await self?.waiting(messages, on: device)
            }
        }
        devices[id] = (device, following)
        return device
    }

    /// Sends the pending messages of a device to the page.
    private func waiting(_ messages: [PendingMessage], on device: ChatDevice) async {
        guard devices[device.id]?.device === device,
            let data = try? ConsoleJSON.bytes(UnsentMessages(device, messages))
        else { return }
        feed.emit(ConsoleEvent(kind: "unsent", data: String(decoding: data, as: UTF8.self)))
        if messages.isEmpty { await release(device.id) }
    }

    /// Drops a device that no pane shows and that is idle.
    private func release(_ id: ChatDevice.ID) async {
        guard let (device, following) = devices[id], await device.isIdle,
            !panes.values.contains(where: { $0.device === device }), devices[id]?.device === device
        else { return }
        following.cancel()
        devices[id] = nil
    }

    /// Takes a device offline or online.
    private func set(isOffline: Bool, of device: ChatDevice) async {
        device.network.set(isOff: isOffline)
        for pane in panes.values where pane.device === device { await pane.networkChanged() }
        if !isOffline { await device.session.sendPendingMessages() }
        let messages = await device.session.pendingMessages
        if !messages.isEmpty { await waiting(messages, on: device) }
    }

    /// Takes devices offline and online as their schedules say. What somebody does by hand holds until the next step of the schedule.
    private func keep(_ schedules: [DeviceSchedule]) async {
        if schedules.isEmpty, scheduled.isEmpty { return }
        for (id, (device, _)) in devices {
            var isOffline = false
            if let schedule = schedules.first(where: { $0.user == id.user }) {
                isOffline = await faults.isOffline(schedule)
            } else if scheduled[id] == nil {
                continue
            }
            if scheduled[id] ?? false != isOffline {
                await set(isOffline: isOffline, of: device)
                if !isOffline { await release(id) }
            }
            scheduled[id] = schedules.contains { $0.user == id.user } ? isOffline : nil
        }
        scheduled = scheduled.filter { devices[$0.key] != nil }
    }

    private func restore(_ unsent: UnsentMessages) async throws {
        if unsent.user.string.isEmpty { throw ConsoleFailure(.badRequest, "the device has no user") }
        let device = try device(of: unsent.user, chats(of: unsent.schema))
        if unsent.offline { await set(isOffline: true, of: device) }
        for message in unsent.messages { try await device.session.restoreMessage(PendingMessage(message)) }
    }

    private func pane(_ id: String) throws -> ChatPane {
        guard let pane = panes[id] else {
            throw ConsoleFailure(.notFound, "there is no pane \"\(id.prefix(40))\"; open it first")
        }
        return pane
    }
}
