import FirestoreClient
import FirestoreModel

/// Who has read a message.
extension ReceiptService {
    /// Reads who has read a message of a group, and who has not.
    ///
    /// Takes two requests: one for the message with its conversation, and one for the profiles that are not known yet. With cursors, these are
    /// read too; in a group of more than 200 members, the server counts, and a page of up to 50 readers and 50 others is read.
    ///
    /// - Parameters:
    ///   - messageID: The message, which the user must have sent.
    ///   - conversation: The conversation's id.
    ///   - user: The user who asks.
    ///   - profiles: The users' profiles. Keep this object, so that each profile is read once.
    ///   - order: The order of the readers; nil for the schema's order.
    ///   - formatter: The words and the language; nil for the schema's English words.
    /// - Throws: ``ReceiptsError``, with ``ReceiptsError/Code/notFound`` for a missing message, and
    ///   ``ReceiptsError/Code/invalidArgument`` for one whose details this user may not see.
    public func details(
        of messageID: MessageID, conversation: ConversationID, user: UserID, profiles: UserProfiles,
        order: ReceiptDetails.Order? = nil, formatter: ReceiptFormatter? = nil
    ) async throws(ReceiptsError) -> ReceiptDetails {
        try schema.check(user: user)
        let (found, foundMessage) = try await store.message(messageID, in: conversation)
        guard let chat = found else { throw store.noConversation(conversation) }
        guard let message = foundMessage else {
            throw ReceiptsError(
                .notFound,
                "there is no message \"\(messageID)\" (\(schema.path(ofMessage: messageID, in: conversation)))"
            )
        }
        // No further reads for a user who may not see the details.
        let isShown = message.showsReceipts(to: user)
        var (listed, cursors): (Conversation, [ReceiptCursor]) = (chat, [])
        var page: ReadersPage?
        if isShown, schema.cursors != nil, chat.members.count > LargeGroup.threshold {
            let found = try await store.readers(of: message, in: conversation, limit: LargeGroup.pageSize)
            let members = UserIndex(chat.members)
            cursors = (found.readers + found.others).filter { members.place(of: $0.userID) != nil }
            listed = Conversation(id: chat.id, members: [user] + cursors.map(\.userID))
            page = found
        } else if isShown {
            cursors = try await store.cursors(in: conversation)
        }
        let marked = ReceiptAudience(listed, cursors: cursors, schema: schema).marked(message)
        let people = listed.members.filter { $0 != user }
        let known = isShown ? try await profiles.profiles(of: people) : [:]
        do throws(ReceiptDetails.Refusal) {
            var details = try ReceiptDetails(
                of: marked, in: listed, seenBy: user, profiles: known, order: order ?? schema.readersOrder,
                includesFormerMembers: schema.waitsForFormerMembers,
                includesFormerReaders: schema.showsFormerReaders,
                furtherStages: schema.furtherStages.map(\.receipt), isPage: page != nil,
                formatter: formatter ?? ReceiptFormatter(strings: .english(for: schema)))
            if let page {
                details.recipientCount = chat.members.count - (chat.members.contains(user) ? 1 : 0)
                details.readCount = min(
                    max(details.read.count, page.counts.dropFirst().first ?? 0), details.recipientCount)
            }
            return details
        } catch {
            let reason =
                switch error {
                case .notOwnMessage:
                    "user \"\(user)\" did not send it, and only the sender sees who has read it"
                case .systemMessage: "it is a system message, which has no receipts"
                case .notAGroup: "it is not in a group, and its receipt shows everything"
                }
            throw ReceiptsError(.invalidArgument, "message \"\(messageID)\" has no details: \(reason)")
        }
    }

    /// Follows who has read a message of a group, for a view that shows it.
    ///
    /// The parameters are those of ``details(of:conversation:user:profiles:order:formatter:)``. `interval` is the time between two polls while
    /// somebody reads the message; it grows while nobody does. `clock` waits between the polls.
    ///
    /// - Returns: The states to show, one after the other.
    public func liveDetails(
        of messageID: MessageID, conversation: ConversationID, user: UserID, profiles: UserProfiles,
        order: ReceiptDetails.Order? = nil, formatter: ReceiptFormatter? = nil,
        interval: Duration = .milliseconds(150), clock: any Clock<Duration> = ContinuousClock()
    ) -> LiveReceiptDetails {
        LiveReceiptDetails(
            // If the server pushes changes, polling only catches what was lost.
            interval: schema.store.reportsChanges ? max(interval, .seconds(2)) : interval, clock: clock,
            signals: { [store] in store.signals(ofMessage: messageID, in: conversation) }
        ) { () throws(ReceiptsError) in
            try await details(
                of: messageID, conversation: conversation, user: user, profiles: profiles, order: order,
                formatter: formatter)
        }
    }
}
