import FirestoreModel

/// What a listener knows about one conversation, updated by polls and local changes. A value without I/O.
struct ConversationTracker: Sendable {
    let conversationID: ConversationID
    /// The user who listens, or nil.
    let viewer: UserID?
    let schema: ReceiptSchema
    /// How many of the newest messages to listen to; nil for all.
    let newest: Int?
    /// Whether the viewer reports messages as delivered.
    private let reportsDelivery: Bool
    /// Evidence about the schema before any message is known.
    private let noEvidence: LayoutEvidence

    /// The messages as stored on the server.
    private var known = MessageTable()
    /// The times of those that may still change.
    private var unsettled: [MessageID: Timestamp?] = [:]
    private var newestTime: Timestamp?
    private var audience: ReceiptAudience?
    /// The cursors of members and of former ones, in schemas with cursors.
    private var cursors: [UserID: ReceiptCursor] = [:]
    /// What the server has counted, where not all cursors are read.
    private var counted: CountedMessages?
    /// Counted messages that cursors have passed since.
    private var outdated: Set<MessageID> = []
    /// Messages of the viewer that no poll has found yet.
    private var outgoing: [MessageID: Message] = [:]
    /// Those of them that the server had accepted but the last refresh has not found.
    private var missing: Set<MessageID> = []
    private var localChanges: [TrackedChange] = []
    /// Messages from others that are not reported delivered to the viewer yet.
    private var undelivered: Set<MessageID> = []
    /// Whether the server pushes the messages, so that nobody asks how far back to look.
    private var isPushed = false

    /// A local change, its messages, and whether the server has it.
    private struct TrackedChange: Sendable {
        let change: LocalChange
        var messageIDs: Set<MessageID>
        var hasLanded = false
        /// How many refreshes have begun since it landed.
        var refreshes = 0
    }

    init(
        conversationID: ConversationID, viewer: UserID?, schema: ReceiptSchema, newest: Int? = nil,
        noEvidence: LayoutEvidence = LayoutEvidence(of: 1), reportsDelivery: Bool = true
    ) {
        self.reportsDelivery = reportsDelivery
        self.noEvidence = noEvidence
        self.conversationID = conversationID
        self.viewer = viewer
        self.schema = schema
        self.newest = newest
    }

    /// Whether the server has no messages.
    var isEmpty: Bool { known.isEmpty }

    // MARK: Polling

    /// How far back the next poll must reach.
    var horizon: Horizon {
        guard let newestTime else { return .everything }
        var earliest: Timestamp?
        for time in unsettled.values {
            // No query by time finds a message without one.
            guard let time else { return .everything }
            earliest = min(earliest ?? time, time)
        }
        return earliest.map { .from($0) } ?? .after(newestTime)
    }

    /// One poll, with what was known when it started.
    struct Look: Sendable {
        /// How far back it reaches.
        var horizon: Horizon
        /// Whether it reads everything.
        var isRefresh: Bool
        /// The local changes that the server already had: the poll sees their results.
        var landedChanges: Set<LocalChange.ID>
    }

    /// The poll that starts now: of everything, or of what may have changed.
    func look(atEverything: Bool) -> Look {
        Look(
            horizon: atEverything ? .everything : horizon, isRefresh: atEverything,
            landedChanges: Set(localChanges.filter(\.hasLanded).map(\.change.id)))
    }

    /// Receives the members.
    ///
    /// - Returns: The messages whose receipts now show differently.
    mutating func received(_ conversation: Conversation?) -> [ReceiptUpdate] {
        guard conversation != audience?.conversation else { return [] }
        let before = self
        audience = conversation.map {
            ReceiptAudience($0, cursors: Array(cursors.values), counted: counted, schema: schema)
        }
        for message in known.values { note(message) }
        return changes(of: known.values, since: before)
    }

    /// Receives the cursors that have moved, and the users whose cursors are gone.
    ///
    /// - Returns: The messages whose receipts now show differently.
    mutating func received(_ moved: [ReceiptCursor], removed users: [UserID]) -> [ReceiptUpdate] {
        let moved = moved.filter { cursors[$0.userID] != $0 }
        if moved.isEmpty, users.allSatisfy({ cursors[$0] == nil }) { return [] }
        let before = self
        for cursor in moved { set(cursor, of: cursor.userID) }
        for user in users { set(nil, of: user) }
        let changed = moved.map(\.userID) + users
        let passed = CursorSpan(changed.map { (before.cursors[$0], cursors[$0]) }, schema: schema)
        noteOutdated(by: changed, since: before)
        return known.values.filter { $0.position.map(passed.contains) ?? false }
            .sorted(by: Message.isOlder).compactMap { message in
                noteDelivery(message)
                let (new, old) = (shown(message), before.shown(message))
                let previousReceipt = before.receipt(of: message)
                if new == old, receipt(of: message) == previousReceipt { return nil }
                return update(.modified, new, previous: old, previousReceipt: previousReceipt)
            }
    }

    private mutating func set(_ cursor: ReceiptCursor?, of user: UserID) {
        cursors[user] = cursor
        audience?.set(cursor, of: user)
    }

    /// Notes the counts that moved cursors may have changed. Where a cursor was before its first move is unknown.
    private mutating func noteOutdated(by users: [UserID], since before: ConversationTracker) {
        guard let counted else { return }
        // The sender is no recipient.
        let others = users.filter { $0 != viewer }.map { (before.cursors[$0], cursors[$0]) }
        let passed = CursorSpan(others, schema: schema)
        for id in counted.counts.keys where known[id]?.position.map(passed.contains) ?? false {
            outdated.insert(id)
        }
    }

    // MARK: Large groups

    /// How many members there are; nil if unknown.
    var memberCount: Int? { audience?.conversation.members.count }

    /// Whether the server counts for messages older than the listening.
    var isCounting: Bool { counted != nil }

    /// Whether any message shows a receipt.
    var showsReceipts: Bool { known.values.contains(where: showsReceipt) }

    /// Goes on with cursors that have moved since a time, and counts for older messages; with counts alone if there is no time.
    mutating func beginCounting(since time: Timestamp?) {
        var next = CountedMessages(since: time)
        // What shows stays until the server has counted again.
        if counted != nil {
            for message in known.values where next.concerns(message) && showsReceipt(message) {
                next.counts[message.id] = audience?.counts(of: message)
            }
        }
        counted = next
        outdated = Set(next.counts.keys)
        audience?.set(counted)
    }

    /// What shows is counted again.
    mutating func outdateCounts() { outdated = Set((counted?.counts ?? [:]).keys) }

    /// How many reads it is billed to count what shows a receipt, and that not all recipients have read.
    func costOfCounting(stages: Int) -> Int {
        let messages = known.values.count { showsReceipt($0) && audience?.isComplete($0) != true }
        return LargeGroup.reads(toCount: messages, stages: stages, members: memberCount ?? 0)
    }

    /// By how much one of these counts differs most from what is known.
    func largestChange(in counts: [MessageID: [Int]]) -> Int {
        counts.flatMap { id, new in
            zip(new, counted?.counts[id] ?? new.map { _ in 0 }).map { abs($0 - $1) }
        }.max() ?? 0
    }

    /// All cursors are known from now on.
    ///
    /// - Returns: The messages whose receipts now show differently.
    mutating func endCounting() -> [ReceiptUpdate] {
        guard let counted else { return [] }
        let before = self
        self.counted = nil
        outdated = []
        audience?.set(nil)
        return changes(of: known.values.filter(counted.concerns), since: before)
    }

    /// The messages whose recipients only the server can count, and has not yet, or not since cursors have passed them.
    var uncounted: [Message] {
        guard let counted else { return [] }
        return known.values.filter { message in
            guard counted.concerns(message), showsReceipt(message) else { return false }
            return counted.counts[message.id] == nil
                || outdated.contains(message.id) && audience?.isComplete(message) != true
        }
    }

    /// How many messages there would be to count, if the server counted from now on.
    var uncountedFromNowOn: Int { known.values.count { $0.position != nil && showsReceipt($0) } }

    /// Begins to count messages: cursors that move meanwhile make the counts outdated again.
    mutating func beginCounting(_ messages: [Message]) {
        for message in messages { outdated.remove(message.id) }
    }

    /// Counting has failed, or was not possible.
    mutating func putBack(uncounted messages: [Message]) {
        for message in messages where counted?.counts[message.id] != nil { outdated.insert(message.id) }
    }

    /// Receives what the server has counted.
    ///
    /// - Returns: The messages whose receipts now show differently.
    mutating func received(_ counts: [MessageID: [Int]]) -> [ReceiptUpdate] {
        guard counted != nil else { return [] }
        let before = self
        counted?.counts.merge(counts) { $1 }
        audience?.set(counted)
        return changes(of: counts.keys.compactMap { known[$0] }, since: before)
    }

    /// Messages whose receipts show differently than before.
    private func changes(
        of messages: some Sequence<Message>, since before: ConversationTracker
    ) -> [ReceiptUpdate] {
        messages.sorted(by: Message.isOlder).compactMap { message in
            let (shown, old) = (shown(message), before.receipt(of: message))
            return receipt(of: message) == old
                ? nil : update(.modified, shown, previous: shown, previousReceipt: old)
        }
    }

    private func showsReceipt(_ message: Message) -> Bool {
        (viewer ?? message.senderID).map(message.showsReceipts) ?? false
    }

    /// Receives the result of a poll, or all that the server has.
    ///
    /// - Parameters:
    ///   - messages: All messages within the horizon.
    ///   - look: The poll.
    /// - Returns: The changes: removals first, then the others in the order of the chat.
    mutating func received(_ messages: [Message], by look: Look) -> [ReceiptUpdate] {
        let before = self
        let (horizon, dropped) = (look.horizon, look.landedChanges)
        localChanges.removeAll { dropped.contains($0.change.id) }
        var removed: [ReceiptUpdate] = []
        var changed: [MessageID: Message] = [:]
        var current: Set<MessageID> = []
        current.reserveCapacity(messages.count)
        for message in messages {
            current.insert(message.id)
            let isOutgoing = outgoing.removeValue(forKey: message.id) != nil
            if !isOutgoing, known[message.id] == message { continue }
            known[message.id] = message
            note(message)
            changed[message.id] = message
            noteDelivery(message)
        }
        for message in known.values where horizon.includes(message.timestamp) && !current.contains(message.id)
        {
            removed.append(remove(message, before))
        }
        if look.isRefresh { removed += removeMissing() }
        if let newest, known.count > newest {
            for message in known.values.sorted(by: Message.isOlder).dropLast(newest) {
                removed.append(remove(message, before))
                changed[message.id] = nil
            }
        }
        // New messages may be older than removed ones.
        if horizon == .everything { newestTime = known.values.compactMap(\.timestamp).max() }
        // A dropped change may have shown something other than what the server stored.
        for tracked in before.localChanges where dropped.contains(tracked.change.id) {
            for id in tracked.messageIDs { changed[id] = known[id] ?? changed[id] }
        }
        return removed.sorted { Message.isOlder($0.message, $1.message) }
            + changed.values.sorted(by: Message.isOlder).compactMap { updated($0, before) }
    }

    /// Receives what the server has pushed.
    ///
    /// A push may be older than a local change that the server has accepted meanwhile. So such a change shows until the messages have it,
    /// at most to the second refresh from then on: the first may come before the push.
    ///
    /// - Parameters:
    ///   - messages: The messages that are new or have changed.
    ///   - ids: Those that are gone.
    ///   - look: The look that has found them.
    /// - Returns: The changes: removals first, then the others in the order of the chat.
    mutating func received(
        _ messages: [Message], removed ids: [MessageID], by look: Look
    ) -> [ReceiptUpdate] {
        let landed = localChanges.filter { look.landedChanges.contains($0.change.id) }
        let concerned = landed.reduce(into: Set(messages.map(\.id)).union(ids)) {
            $0.formUnion($1.messageIDs)
        }
        isPushed = true
        let before = narrowed(to: concerned)
        var removed = ids.compactMap { id in known[id].map { remove($0, before) } }
        for message in messages {
            outgoing[message.id] = nil
            known[message.id] = message
            note(message)
            noteDelivery(message)
        }
        if look.isRefresh { removed += removeMissing() }
        settle(landed: look)
        return removed.sorted { Message.isOlder($0.message, $1.message) }
            + concerned.compactMap { known[$0] }.sorted(by: Message.isOlder).compactMap {
                updated($0, before)
            }
    }

    /// Drops local changes that the messages have by now, and those that they should have had for some time.
    private mutating func settle(landed look: Look) {
        for index in localChanges.indices where look.landedChanges.contains(localChanges[index].change.id) {
            let change = localChanges[index].change
            if look.isRefresh { localChanges[index].refreshes += 1 }
            let isOverdue = localChanges[index].refreshes > 1
            localChanges[index].messageIDs = localChanges[index].messageIDs.filter { id in
                guard !isOverdue, let message = known[id].map(stored) else { return false }
                return change.applied(to: message, schema: schema) != message
            }
        }
        localChanges.removeAll { $0.hasLanded && $0.messageIDs.isEmpty }
    }

    /// A copy that knows only some of the messages, so that keeping it does not cost a copy of all.
    private func narrowed(to ids: Set<MessageID>) -> ConversationTracker {
        var copy = self
        copy.known = known.only(ids)
        copy.unsettled = [:]
        copy.undelivered = []
        return copy
    }

    /// All messages, as additions for a new listener.
    var additions: [ReceiptUpdate] {
        known.values.sorted(by: Message.isOlder).map { update(.added, shown($0)) }
    }

    /// The viewer's messages that no poll has found yet, as additions for a new listener.
    var outgoingMessages: [ReceiptUpdate] {
        outgoing.values.sorted(by: Message.isOlder).map { update(.added, $0) }
    }

    /// Removes and returns the messages to report delivered to the viewer, oldest first; none if the conversation has another schema.
    mutating func takeUndelivered() -> [Message] {
        if undelivered.isEmpty { return [] }
        var evidence = noEvidence
        for message in known.values { evidence.note(message.layout) }
        defer { undelivered = [] }
        return evidence.isForeign
            ? []
            : undelivered.compactMap { known[$0].map(stored) }.sorted(by: Message.isOlder)
    }

    /// Puts back messages that could not be reported.
    mutating func putBack(undelivered messages: [Message]) {
        undelivered.formUnion(messages.map(\.id).filter { known[$0] != nil })
    }

    /// Whether there are messages to report delivered.
    var hasUndelivered: Bool { !undelivered.isEmpty }

    // MARK: Local changes

    /// Receives an action of this device.
    ///
    /// - Returns: What now shows differently.
    mutating func received(_ event: LocalEvent) -> [ReceiptUpdate] {
        let before = self
        var concerned: Set<MessageID> = []
        switch event {
        case .began(let change):
            // The change does not concern messages that arrive later.
            concerned = messages(concernedBy: change)
            localChanges.append(TrackedChange(change: change, messageIDs: concerned))
        case .landed(let ids, let failed):
            for index in localChanges.indices where ids.contains(localChanges[index].change.id) {
                concerned.formUnion(localChanges[index].messageIDs.intersection(failed))
                localChanges[index].messageIDs.subtract(failed)
                localChanges[index].hasLanded = true
            }
        case .refused(let ids):
            for tracked in localChanges where ids.contains(tracked.change.id) {
                concerned.formUnion(tracked.messageIDs)
            }
            localChanges.removeAll { ids.contains($0.change.id) }
        case .sending(let message):
            // The server's version takes precedence.
            if known[message.id] != nil { return [] }
            let previous = outgoing.updateValue(message, forKey: message.id)
            if previous == message { return [] }
            return [
                update(
                    previous == nil ? .added : .modified, message, previous: previous,
                    previousReceipt: previous.flatMap { before.receipt(of: $0) })
            ]
        case .discarded(let id):
            guard let message = outgoing.removeValue(forKey: id) else { return [] }
            return [
                update(.removed, message, previous: message, previousReceipt: before.receipt(of: message))
            ]
        case .refresh:
            return []
        }
        return concerned.compactMap { known[$0] }.sorted(by: Message.isOlder)
            .compactMap { updated($0, before) }
    }

    /// The messages that a change marks: with cursors, also all before those that it names.
    private func messages(concernedBy change: LocalChange) -> Set<MessageID> {
        let named = known.values.lazy.filter { change.concerns($0) }
        guard schema.cursors != nil, let last = named.compactMap(\.position).max() else {
            return Set(named.map(\.id))
        }
        return Set(known.values.lazy.filter { $0.position.map { $0 <= last } ?? false }.map(\.id))
    }

    // MARK: What shows

    /// The message as stored, with how far the viewer's own cursor has come.
    private func stored(_ message: Message) -> Message {
        viewer.flatMap { cursors[$0] }?.marked(message) ?? message
    }

    /// The message with the local changes applied.
    private func shown(_ message: Message) -> Message {
        localChanges.reduce(stored(message)) { message, tracked in
            tracked.messageIDs.contains(message.id)
                ? tracked.change.applied(to: message, schema: schema) : message
        }
    }

    private func hasPendingWrites(_ message: Message) -> Bool {
        outgoing[message.id] != nil || localChanges.contains { $0.messageIDs.contains(message.id) }
    }

    /// What shows next to a message.
    private func receipt(of message: Message) -> DisplayedReceipt? {
        guard let audience, let user = viewer ?? message.senderID else { return nil }
        return DisplayedReceipt(of: shown(message), among: audience, seenBy: user, schema: schema)
    }

    /// The update for a message that may have changed; nil if nothing visible has.
    private func updated(_ message: Message, _ before: ConversationTracker) -> ReceiptUpdate? {
        let new = shown(message)
        guard let old = before.known[message.id].map({ before.shown($0) }) ?? before.outgoing[message.id]
        else {
            return update(.added, new)
        }
        let previousReceipt = before.receipt(of: before.known[message.id] ?? old)
        if old == new, hasPendingWrites(message) == before.hasPendingWrites(message) { return nil }
        return update(.modified, new, previous: old, previousReceipt: previousReceipt)
    }

    private func update(
        _ kind: ReceiptUpdate.Kind, _ message: Message, previous: Message? = nil,
        previousReceipt: DisplayedReceipt? = nil
    ) -> ReceiptUpdate {
        ReceiptUpdate(
            kind, conversationID: conversationID, message: message, previous: previous,
            receipt: kind == .removed ? nil : receipt(of: known[message.id] ?? message),
            previousReceipt: previousReceipt, hasPendingWrites: hasPendingWrites(message))
    }

    // MARK: Bookkeeping

    private mutating func remove(_ message: Message, _ before: ConversationTracker) -> ReceiptUpdate {
        known[message.id] = nil
        counted?.counts[message.id] = nil
        unsettled[message.id] = nil
        undelivered.remove(message.id)
        let shown = before.shown(message)
        return update(.removed, shown, previous: shown, previousReceipt: before.receipt(of: message))
    }

    /// Removes messages of the viewer that the server no longer has: two refreshes in a row have not found them. One is not enough, because it
    /// may have started before they arrived.
    private mutating func removeMissing() -> [ReceiptUpdate] {
        let before = self
        let arrived = outgoing.values.filter { $0.sending == .sent }
        missing.formIntersection(arrived.map(\.id))
        defer { missing = Set(arrived.map(\.id)).subtracting(missing) }
        return arrived.filter { missing.contains($0.id) }.map { message in
            outgoing[message.id] = nil
            return update(.removed, message, previous: message, previousReceipt: before.receipt(of: message))
        }
    }

    /// Notes the time of a message, and whether it may still change.
    private mutating func note(_ message: Message) {
        if isPushed { return }
        if let time = message.timestamp { newestTime = max(newestTime ?? time, time) }
        if isSettled(message) {
            unsettled[message.id] = nil
        } else {
            unsettled[message.id] = .some(message.timestamp)
        }
    }

    /// Whether all recipients have read a message.
    private func isSettled(_ message: Message) -> Bool {
        // Cursors move, not messages.
        if message.isSystemMessage || message.senderID == nil || schema.cursors != nil { return true }
        guard let audience, schema.status == nil || message.status == .read else { return false }
        let recipients = Recipients(
            of: message, among: audience, countsDelivered: schema.waitsForFormerMembers,
            includesFormerMembers: schema.waitsForFormerMembers)
        return recipients.readCount == recipients.count
    }

    private mutating func noteDelivery(_ message: Message) {
        guard let viewer, reportsDelivery else { return }
        if stored(message).isUndelivered(to: viewer, schema: schema) {
            undelivered.insert(message.id)
        } else {
            undelivered.remove(message.id)
        }
    }
}
