import ReadReceipts

/// The conversations of a schema with what was said in them last: the list that a page shows, for all pages together.
///
/// What is known is kept. One round of looking asks for a bounded number of messages, whatever the number of conversations: the newest ones of
/// all conversations in one query where the database answers such a one, and else those of a few conversations, of which nothing is known or that
/// have not been looked at for longest.
actor ConversationOverview {
    private struct Entry {
        var last: Message?
        /// When it was looked at for itself; nil for never.
        var lookedAt: ContinuousClock.Instant?
        /// What users have not read, by user.
        var unread: [UserID: Unread] = [:]
    }

    private struct Unread {
        let count: Int
        let isMore: Bool
    }

    /// How many members of a conversation are looked up by name: more of them fit no line.
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
    /// Whether the newest messages of all conversations can be asked for; nil before that was tried.
    private var knowsNewest: Bool?

    init(_ place: ChatPlace, schema: ReceiptSchema, profiles: UserProfiles, pace: OverviewPace) {
        self.place = place
        self.profiles = profiles
        self.pace = pace
        service = place.service(schema: schema)
    }

    /// The conversations, those in which something was said last first.
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

    /// Looks at conversations that are shown just now.
    ///
    /// - Parameter user: Whose unread messages to count; nil for nobody's.
    /// - Returns: What is known of them, by id.
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

    /// Asks for the newest messages of all conversations together.
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

    /// Looks at a few conversations for themselves.
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
                    // One after the other begins when one has ended.
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

    /// Looks at one conversation: at its newest message, and at more only to count anew.
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
            let count = messages.count { $0.isUnread(by: user) }
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
