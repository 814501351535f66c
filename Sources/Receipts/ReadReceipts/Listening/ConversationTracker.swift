import FirestoreModel

/// What a listener knows of one conversation, and what each poll and each local change makes of it. A value: it asks for nothing
/// and waits for nothing.
struct ConversationTracker: Sendable {
    let conversationID: ConversationID
    /// Who listens; nil for nobody in particular.
    let viewer: UserID?
    let schema: ReceiptSchema
    /// How many of the newest messages are listened to; nil for all.
    let newest: Int?
    /// What the layouts of messages say, of which none is known yet.
    private let noEvidence: LayoutEvidence

    /// The messages as the server has them.
    private var known: [MessageID: Message] = [:]
    /// Those of them that may still change, with their times.
    private var unsettled: [MessageID: Timestamp?] = [:]
    private var newestTime: Timestamp?
    private var audience: ReceiptAudience?
    /// Messages of the viewer that no look at the server has found yet.
    private var outgoing: [MessageID: Message] = [:]
    /// Those of them that the server had taken, and that the last look at everything has not found.
    private var missing: Set<MessageID> = []
    private var localChanges: [TrackedChange] = []
    /// Messages from others as they came, which nobody has reported delivered to the viewer.
    private var undelivered: [Message] = []

    /// A local change, the messages that it is about and how far it has come.
    private struct TrackedChange: Sendable {
        let change: LocalChange
        var messageIDs: Set<MessageID>
        var hasLanded = false
    }

    init(
        conversationID: ConversationID, viewer: UserID?, schema: ReceiptSchema, newest: Int? = nil,
        noEvidence: LayoutEvidence = LayoutEvidence(of: 1)
    ) {
        self.noEvidence = noEvidence
        self.conversationID = conversationID
        self.viewer = viewer
        self.schema = schema
        self.newest = newest
    }

    // MARK: Polling

    /// How far back the next poll must look.
    var horizon: Horizon {
        guard let newestTime else { return .everything }
        var earliest: Timestamp?
        for time in unsettled.values {
            // A message without a time is found by no query about times.
            guard let time else { return .everything }
            earliest = min(earliest ?? time, time)
        }
        return earliest.map { .from($0) } ?? .after(newestTime)
    }

    /// A look at the server, and what had come about before it began.
    struct Look: Sendable {
        /// How far back it reaches.
        var horizon: Horizon
        /// Whether it is to see everything.
        var isRefresh: Bool
        /// The local changes that had landed: it sees what became of them.
        var landedChanges: Set<LocalChange.ID>
    }

    /// The look that begins now: at everything, or at what may have changed beside what everybody has read.
    func look(atEverything: Bool) -> Look {
        Look(
            horizon: atEverything ? .everything : horizon, isRefresh: atEverything,
            landedChanges: Set(localChanges.filter(\.hasLanded).map(\.change.id)))
    }

    /// Takes in the members.
    ///
    /// - Returns: The messages beside which something else is to be seen now.
    mutating func received(_ conversation: Conversation?) -> [ReceiptUpdate] {
        guard conversation != audience?.conversation else { return [] }
        let before = self
        audience = conversation.map { ReceiptAudience($0) }
        for message in known.values { note(message) }
        return known.values.sorted(by: Message.isOlder).compactMap { message in
            let (shown, old, new) = (shown(message), before.receipt(of: message), receipt(of: message))
            return old == new
                ? nil : update(.modified, shown, previous: shown, previousReceipt: old)
        }
    }

    /// Takes in what a look has found.
    ///
    /// - Parameters:
    ///   - messages: All messages within the horizon.
    ///   - look: How it began.
    /// - Returns: What has changed: removals, then the others in the order of the chat.
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
        // What comes from now on may be older than what is gone.
        if horizon == .everything { newestTime = known.values.compactMap(\.timestamp).max() }
        // What a dropped change has shown may differ from what the server has made of it.
        for tracked in before.localChanges where dropped.contains(tracked.change.id) {
            for id in tracked.messageIDs { changed[id] = known[id] ?? changed[id] }
        }
        return removed.sorted { Message.isOlder($0.message, $1.message) }
            + changed.values.sorted(by: Message.isOlder).compactMap { updated($0, before) }
    }

    /// The viewer's messages that no look has found yet, as added: for whoever begins to listen.
    var outgoingMessages: [ReceiptUpdate] {
        outgoing.values.sorted(by: Message.isOlder).map { update(.added, $0) }
    }

    /// Takes out the messages that are to be reported delivered to the viewer: none where the others show that they have another schema.
    mutating func takeUndelivered() -> [Message] {
        if undelivered.isEmpty { return [] }
        var evidence = noEvidence
        for message in known.values { evidence.note(message.layout) }
        defer { undelivered = [] }
        return evidence.isForeign ? [] : undelivered
    }

    /// Puts messages back that could not be reported now.
    mutating func putBack(undelivered messages: [Message]) {
        undelivered = messages + undelivered
    }

    // MARK: Local changes

    /// Takes in what this device does.
    ///
    /// - Returns: What shows differently.
    mutating func received(_ event: LocalEvent) -> [ReceiptUpdate] {
        let before = self
        var concerned: Set<MessageID> = []
        switch event {
        case .began(let change):
            // Messages that come later are not what the user had before them.
            concerned = Set(known.values.lazy.filter { change.concerns($0) }.map(\.id))
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
            // The server's word counts for more.
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

    // MARK: What is to be seen

    /// The message with the local changes on it.
    private func shown(_ message: Message) -> Message {
        localChanges.reduce(message) { message, tracked in
            tracked.messageIDs.contains(message.id)
                ? tracked.change.applied(to: message, schema: schema) : message
        }
    }

    private func hasPendingWrites(_ message: Message) -> Bool {
        outgoing[message.id] != nil || localChanges.contains { $0.messageIDs.contains(message.id) }
    }

    /// What is to be seen beside a message.
    private func receipt(of message: Message) -> DisplayedReceipt? {
        guard let audience, let user = viewer ?? message.senderID else { return nil }
        return DisplayedReceipt(of: shown(message), among: audience, seenBy: user, schema: schema)
    }

    /// The update for a message that may have changed since; nil when nothing that shows has.
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

    // MARK: Keeping count

    private mutating func remove(_ message: Message, _ before: ConversationTracker) -> ReceiptUpdate {
        known[message.id] = nil
        unsettled[message.id] = nil
        undelivered.removeAll { $0.id == message.id }
        let shown = before.shown(message)
        return update(.removed, shown, previous: shown, previousReceipt: before.receipt(of: message))
    }

    /// Takes out messages of the viewer's that the server has had and lost: two looks at everything in a row have not found them, as the
    /// first one may have begun before they arrived.
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

    /// Notes how new a message is, and whether anything about it may still change.
    private mutating func note(_ message: Message) {
        if let time = message.timestamp { newestTime = max(newestTime ?? time, time) }
        if isSettled(message) {
            unsettled[message.id] = nil
        } else {
            unsettled[message.id] = .some(message.timestamp)
        }
    }

    /// Whether everybody who is to read a message has.
    private func isSettled(_ message: Message) -> Bool {
        if message.isSystemMessage || message.senderID == nil { return true }
        guard let audience, schema.status == nil || message.status == .read else { return false }
        let recipients = Recipients(
            of: message, among: audience, countsDelivered: schema.waitsForFormerMembers,
            includesFormerMembers: schema.waitsForFormerMembers)
        return recipients.readCount == recipients.count
    }

    private mutating func noteDelivery(_ message: Message) {
        guard let viewer else { return }
        undelivered.removeAll { $0.id == message.id }
        if message.isUndelivered(to: viewer, schema: schema) { undelivered.append(message) }
    }
}
