import ReadReceipts

/// The receipts of messages that are not settled yet, in memory. A value.
///
/// For each user and message of a chat it holds one receipt, whatever the number of events: a later stage covers an earlier one. A message
/// is finished once all its receipts are settled.
struct HeldReceipts {
    /// A message all of whose receipts are settled, and those that can never be written.
    struct Finished: Equatable {
        let message: Int64
        let refusals: [EventRefusal]
    }

    private struct Entry {
        var receipt: QueuedReceipt
        /// The messages that wait for it.
        var messages: [Int64]
        /// Whether it is being written.
        var isOut = false
    }

    private struct HeldLane {
        let conversationID: ConversationID
        let userID: UserID
        var entries: [Int64: Entry] = [:]
        /// The receipts, in the order in which they arrived.
        var order: [Int64] = []
        /// The receipts that are not being written, by message of the chat.
        var waiting: [MessageID: Int64] = [:]
        var failures = 0
        var postponedUntil: Int64 = 0
    }

    private struct LaneKey: Hashable {
        let conversationID: ConversationID
        let userID: UserID
    }

    private struct Message {
        var open = 0
        var refusals: [EventRefusal] = []
        var receipts: [(lane: Int64, id: Int64)] = []
    }

    private var lanes: [Int64: HeldLane] = [:]
    private var numbers: [LaneKey: Int64] = [:]
    /// The lanes in the order in which they arrived, and some that are gone.
    private var order: [Int64] = []
    private var messages: [Int64: Message] = [:]
    private var lastID: Int64 = 0
    /// The number of receipts.
    private(set) var count = 0

    /// The messages that are not finished.
    var openMessages: [Int64] { messages.keys.sorted() }
}

// MARK: Adding and removing

extension HeldReceipts {
    /// Adds the events of a message.
    ///
    /// - Parameters:
    ///   - message: Its number, which is new.
    ///   - refusals: What it contains beside events.
    /// - Returns: The message, if it has no events.
    mutating func add(
        _ events: [ReceiptEvent], of message: Int64, refusals: [EventRefusal] = [], at now: Int64
    ) -> Finished? {
        if events.isEmpty { return Finished(message: message, refusals: refusals) }
        var held = Message(refusals: refusals)
        for event in events {
            let lane = laneNumber(of: event)
            let id = add(event, to: lane, for: message, at: now)
            if held.receipts.contains(where: { $0.id == id }) { continue }
            held.receipts.append((lane, id))
            held.open += 1
        }
        messages[message] = held
        return nil
    }

    private mutating func laneNumber(of event: ReceiptEvent) -> Int64 {
        let key = LaneKey(conversationID: event.conversationID, userID: event.userID)
        if let number = numbers[key] { return number }
        lastID += 1
        numbers[key] = lastID
        lanes[lastID] = HeldLane(conversationID: key.conversationID, userID: key.userID)
        order.append(lastID)
        return lastID
    }

    private mutating func add(
        _ event: ReceiptEvent, to number: Int64, for message: Int64, at now: Int64
    ) -> Int64 {
        guard var lane = lanes.removeValue(forKey: number) else { return 0 }
        defer { lanes[number] = lane }
        if let id = lane.waiting[event.messageID], var entry = lane.entries.removeValue(forKey: id) {
            if event.receipt > entry.receipt.receipt {
                entry.receipt = entry.receipt.moved(to: event.receipt)
            }
            if entry.messages.last != message { entry.messages.append(message) }
            lane.entries[id] = entry
            return id
        }
        lastID += 1
        let receipt = QueuedReceipt(
            id: lastID, messageID: event.messageID, receipt: event.receipt, storedAt: now)
        lane.entries[lastID] = Entry(receipt: receipt, messages: [message])
        lane.order.append(lastID)
        lane.waiting[event.messageID] = lastID
        count += 1
        return lastID
    }

    /// Gives a message up. Its receipts are no longer held, unless others wait for them or they are being written.
    mutating func drop(_ message: Int64) {
        guard let held = messages.removeValue(forKey: message) else { return }
        for (lane, id) in held.receipts {
            guard var entry = lanes[lane]?.entries[id] else { continue }
            entry.messages.removeAll { $0 == message }
            lanes[lane]?.entries[id] = entry
            if entry.messages.isEmpty, !entry.isOut { remove(id, from: lane) }
            if lanes[lane]?.entries.isEmpty == true { removeLane(lane) }
        }
    }

    @discardableResult
    private mutating func remove(_ id: Int64, from lane: Int64) -> Entry? {
        guard let entry = lanes[lane]?.entries.removeValue(forKey: id) else { return nil }
        if lanes[lane]?.waiting[entry.receipt.messageID] == id {
            lanes[lane]?.waiting[entry.receipt.messageID] = nil
        }
        count -= 1
        return entry
    }

    private mutating func removeLane(_ number: Int64) {
        guard let lane = lanes.removeValue(forKey: number) else { return }
        numbers[LaneKey(conversationID: lane.conversationID, userID: lane.userID)] = nil
        if order.count > 2 * lanes.count + 64 { order.removeAll { lanes[$0] == nil } }
    }
}

// MARK: Writing

extension HeldReceipts {
    /// The next receipts to write, those of lanes that arrived earlier first; nil if there are none.
    mutating func handOut(
        except busy: Set<Int64>, without documents: Set<ReceiptDocument>, limit: Int, mixesLanes: Bool,
        at now: Int64
    ) -> OutboxBatch? {
        var batch = OutboxBatch(parts: [])
        var room = limit
        for number in order where room > 0 && !busy.contains(number) {
            guard let lane = lanes[number], lane.postponedUntil <= now else { continue }
            let receipts = takeOut(of: number, without: documents, limit: room)
            if receipts.isEmpty { continue }
            let part = Lane(
                id: number, conversationID: lane.conversationID, userID: lane.userID, failures: lane.failures)
            batch.parts.append((part, receipts))
            room = mixesLanes ? room - receipts.count : 0
        }
        return batch.parts.isEmpty ? nil : batch
    }

    private mutating func takeOut(
        of number: Int64, without documents: Set<ReceiptDocument>, limit: Int
    ) -> [QueuedReceipt] {
        guard var lane = lanes.removeValue(forKey: number) else { return [] }
        defer { lanes[number] = lane }
        var receipts: [QueuedReceipt] = []
        for id in lane.order where receipts.count < limit {
            guard let receipt = lane.entries[id]?.receipt else { continue }
            let document = ReceiptDocument(
                conversationID: lane.conversationID, messageID: receipt.messageID)
            if documents.contains(document) { continue }
            lane.entries[id]?.isOut = true
            if lane.waiting[receipt.messageID] == id { lane.waiting[receipt.messageID] = nil }
            receipts.append(receipt)
        }
        return receipts
    }

    /// Records the results of trying to write receipts.
    ///
    /// - Returns: The messages that are finished now.
    mutating func settle(_ settlements: [LaneSettlement]) -> [Finished] {
        var finished: [Finished] = []
        for settlement in settlements {
            let number = settlement.lane.id
            for result in settlement.receipts {
                finished += settle(result, settlement.lane)
            }
            if let until = settlement.postponedUntil {
                lanes[number]?.failures = settlement.lane.failures + 1
                lanes[number]?.postponedUntil = until
            } else {
                lanes[number]?.failures = 0
                lanes[number]?.postponedUntil = 0
            }
            takeBack(number)
        }
        return finished
    }

    private mutating func settle(_ result: Settlement, _ lane: Lane) -> [Finished] {
        let (receipt, refusal): (QueuedReceipt, EventRefusal?) =
            switch result {
            case .done(let receipt): (receipt, nil)
            case .dead(let receipt, let code, let reason):
                (receipt, EventRefusal(lane.event(receipt), code: code, reason: reason))
            }
        guard let entry = remove(receipt.id, from: lane.id) else { return [] }
        return entry.messages.compactMap { number in
            guard var message = messages.removeValue(forKey: number) else { return nil }
            message.open -= 1
            if let refusal { message.refusals.append(refusal) }
            if message.open == 0 { return Finished(message: number, refusals: message.refusals) }
            messages[number] = message
            return nil
        }
    }

    /// What is left of a lane waits again.
    private mutating func takeBack(_ number: Int64) {
        guard var lane = lanes.removeValue(forKey: number) else { return }
        lane.order.removeAll { lane.entries[$0] == nil }
        for id in lane.order where lane.entries[id]?.isOut == true {
            lane.entries[id]?.isOut = false
            guard let entry = lane.entries[id] else { continue }
            if lane.waiting[entry.receipt.messageID] == nil { lane.waiting[entry.receipt.messageID] = id }
        }
        lanes[number] = lane
        // Those whose messages were given up meanwhile.
        for id in lane.order where lane.entries[id]?.messages.isEmpty == true { remove(id, from: number) }
        if lanes[number]?.entries.isEmpty == true { removeLane(number) }
    }

    /// When the first postponed lane is due again, in milliseconds since 1970; nil if none is postponed.
    func firstPostponement(after now: Int64) -> Int64? {
        lanes.values.lazy.map(\.postponedUntil).filter { $0 > now }.min()
    }

    /// What is held.
    var statistics: OutboxStatistics {
        var statistics = OutboxStatistics()
        statistics.queued = count
        for lane in lanes.values {
            if lane.failures > 0 { statistics.retrying += lane.entries.count }
            let oldest = lane.entries.values.lazy.map(\.receipt.storedAt).min()
            statistics.oldestStoredAt = [statistics.oldestStoredAt, oldest].compactMap(\.self).min()
        }
        return statistics
    }
}

extension QueuedReceipt {
    fileprivate func moved(to receipt: Receipt) -> QueuedReceipt {
        QueuedReceipt(id: id, messageID: messageID, receipt: receipt, storedAt: storedAt)
    }
}

extension Lane {
    fileprivate func event(_ receipt: QueuedReceipt) -> ReceiptEvent {
        ReceiptEvent(
            receipt.receipt, conversationID: conversationID, messageID: receipt.messageID, userID: userID)
    }
}
