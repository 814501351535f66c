import ReadReceipts

/// The conversations of a schema with their last messages: a list, cached for all pages.
///
/// Each round reads a bounded number of messages, whatever the number of conversations: the newest of all conversations in one query, if the
/// database supports that; then those of a few conversations about which nothing is known, or which have waited longest.
actor ConversationOverview {
    private struct Entry {
        var last: Message?
        /// When it was last read by itself; nil for never.
        var lookedAt: ContinuousClock.Instant?
        /// The unread counts, by user.
        var unread: [UserID: Unread] = [:]
    }

    private struct Unread {
        let count: Int
        let isMore: Bool
    }

    /// How many members of a conversation to look up by name; more do not fit on a line.
    private static let namesLimit = 20

    private let place: ChatPlace
    private let service: ReceiptService
    private let profiles: UserProfiles
    private let pace: OverviewPace

    private var conversations: [TitledConversation] = []
    private var isComplete = true
    private var listedAt: ContinuousClock.Instant?
    private var roundAt: ContinuousClock.Instant?
    private var entries: [ConversationID: Entry] = [:]
    /// Whether the database supports the query for the newest messages; nil until it was tried.
    private var knowsNewest: Bool?

    init(_ place: ChatPlace, schema: ReceiptSchema, profiles: UserProfiles, pace: OverviewPace) {
        self.place = place
        self.profiles = profiles
        self.pace = pace
        service = place.service(schema: schema)
    }

    /// The conversations, those with the latest messages first.
    func list() async throws(ReceiptsError) -> ConversationList {
        let now = ContinuousClock.now
        if listedAt.map({ now - $0 >= pace.list }) ?? true { try await readList(now) }
        if roundAt.map({ now - $0 >= pace.round }) ?? true {
            roundAt = now
            try await readNewest()
            try await readRound(now)
        }
        return try await view()
    }

    /// Updates conversations that are visible.
    ///
    /// - Parameter user: Counts the unread messages of this user, or nil.
    /// - Returns: What is known about them, by id.
    func look(
        at ids: [ConversationID], user: UserID?
    ) async throws(ReceiptsError) -> [ConversationID: ConversationActivity] {
        let now = ContinuousClock.now
        let asked = ids.prefix(OverviewPace.lookLimit)
        let due = asked.filter { id in
            let entry = entries[id]
            let isCounted = user.map { entry?.unread[$0] != nil } ?? true
            return !isCounted || entry?.lookedAt.map { now - $0 >= pace.look } ?? true
        }
        try await read(due, now, user: user)
        var found: [ConversationID: ConversationActivity] = [:]
        let senders = asked.compactMap { entries[$0]?.last?.senderID }
        let people = try await profiles.profiles(of: senders)
        for id in asked {
            guard let entry = entries[id] else { continue }
            let unread = user.flatMap { entry.unread[$0] }
            found[id] = ConversationActivity(
                last: entry.last.map { LastMessage($0, people) }, unread: unread?.count,
                isMore: unread?.isMore ?? false)
        }
        return found
    }

    // MARK: Reading

    private func readList(_ now: ContinuousClock.Instant) async throws(ReceiptsError) {
        let found = try await service.titledConversations(limit: pace.limit + 1)
        listedAt = now
        conversations = Array(found.prefix(pace.limit))
        isComplete = found.count <= pace.limit
        let ids = Set(conversations.map(\.conversation.id))
        entries = entries.filter { ids.contains($0.key) }
    }

    /// Reads the newest messages of all conversations together.
    private func readNewest() async throws(ReceiptsError) {
        if knowsNewest == false { return }
        let newest = try await place.newestMessages(
            schema: service.schema, limit: knowsNewest == nil ? pace.firstNewest : pace.newest)
        knowsNewest = newest != nil
        let ids = Set(conversations.map(\.conversation.id))
        var seen: Set<ConversationID> = []
        for (id, message) in newest ?? [] where ids.contains(id) && seen.insert(id).inserted {
            take(message, of: id)
        }
    }

    /// Reads a few conversations by themselves.
    private func readRound(_ now: ContinuousClock.Instant) async throws(ReceiptsError) {
        let ids = conversations.map(\.conversation.id)
        let unknown = ids.filter { entries[$0] == nil }
        let due =
            unknown.isEmpty
            ? ids.sorted { left, right in
                guard let right = entries[right]?.lookedAt else { return false }
                return entries[left]?.lookedAt.map { $0 < right } ?? true
            }.prefix(pace.rotation)
            : unknown.prefix(pace.first)
        try await read(Array(due), now, user: nil)
    }

    private func read(
        _ ids: [ConversationID], _ now: ContinuousClock.Instant, user: UserID?
    ) async throws(ReceiptsError) {
        let (service, window) = (service, pace.window)
        let known = entries
        do {
            try await withThrowingTaskGroup(of: (id: ConversationID, entry: Entry).self) { group in
                for (count, id) in ids.enumerated() {
                    // The next one starts when one has ended.
                    if count >= OverviewPace.concurrentLooks, let (id, entry) = try await group.next() {
                        entries[id] = entry
                    }
                    group.addTask {
                        let before = known[id]
                        return (
                            id, try await Self.looked(at: id, before, now, user: user, service, window)
                        )
                    }
                }
                for try await (id, entry) in group { entries[id] = entry }
            }
        } catch let error as ReceiptsError {
            throw error
        } catch {
            throw ReceiptsError(.cancelled, "the reading of conversations was cancelled")
        }
    }

    /// Reads one conversation: its newest message, and more only to count again.
    private static func looked(
        at id: ConversationID, _ before: Entry?, _ now: ContinuousClock.Instant, user: UserID?,
        _ service: ReceiptService, _ window: Int
    ) async throws(ReceiptsError) -> Entry {
        var entry = before ?? Entry()
        entry.lookedAt = now
        if let user, let unread = entry.unread[user], unread.count == 0 || entry.last == nil {
            let last = try await service.messages(conversation: id, before: nil, limit: 1).last
            if last == entry.last { return entry }
        }
        let messages = try await service.messages(
            conversation: id, before: nil, limit: user == nil ? 1 : window)
        if messages.last != entry.last { entry.unread = [:] }
        entry.last = messages.last
        if let user {
            let cursor = try await service.cursor(of: user, in: id)
            let count = messages.count { (cursor?.marked($0) ?? $0).isUnread(by: user) }
            entry.unread[user] = Unread(count: count, isMore: count == window)
        }
        return entry
    }

    private func take(_ message: Message, of id: ConversationID) {
        guard entries[id]?.last != message else { return }
        var entry = entries[id] ?? Entry()
        entry.last = message
        entry.unread = [:]
        entries[id] = entry
    }

    // MARK: Showing

    private func view() async throws(ReceiptsError) -> ConversationList {
        let people = try await profiles.profiles(
            of: conversations.flatMap { $0.conversation.members.prefix(ConversationOverview.namesLimit) }
                + conversations.compactMap { entries[$0.conversation.id]?.last?.senderID })
        let views = conversations.map { found in
            ConversationView(
                found, people, last: entries[found.conversation.id]?.last.map { LastMessage($0, people) })
        }
        return ConversationList(
            conversations: views.sorted(by: ConversationView.isMoreRecent), isComplete: isComplete,
            isSettled: conversations.allSatisfy { entries[$0.conversation.id] != nil })
    }
}
