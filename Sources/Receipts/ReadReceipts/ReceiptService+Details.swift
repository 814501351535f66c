import FirestoreClient
import FirestoreModel

/// Who has read a message.
extension ReceiptService {
    /// Reads who has read a message of a group, and who has not.
    ///
    /// Costs two requests, of which the second is left out once all profiles are known: the message with its conversation, and
    /// the profiles.
    ///
    /// - Parameters:
    ///   - messageID: The message, which must be the user's own.
    ///   - conversation: The conversation's id.
    ///   - user: Who looks at it.
    ///   - profiles: The users' profiles; keep it, so that each is read once.
    ///   - order: The order of those who have read it; nil for the schema's.
    ///   - formatter: The words and the language; nil for English, as the schema's design has it.
    /// - Throws: ``ReceiptsError``, with ``ReceiptsError/Code/notFound`` for a message that is not there and
    ///   ``ReceiptsError/Code/invalidArgument`` for one that has no details for this user.
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
        let people = chat.members.filter { $0 != user }
        // Whoever may not see the details causes no further reads.
        let known = message.showsReceipts(to: user) ? try await profiles.profiles(of: people) : [:]
        do throws(ReceiptDetails.Refusal) {
            return try ReceiptDetails(
                of: message, in: chat, seenBy: user, profiles: known, order: order ?? schema.readersOrder,
                includesFormerMembers: schema.waitsForFormerMembers,
                includesFormerReaders: schema.showsFormerReaders,
                furtherStages: schema.furtherStages.map(\.receipt),
                formatter: formatter ?? ReceiptFormatter(strings: .english(for: schema)))
        } catch {
            let reason =
                switch error {
                case .notOwnMessage:
                    "user \"\(user)\" has not sent it, and only the sender sees who has read it"
                case .systemMessage: "it is a system message, which has no receipts"
                case .notAGroup: "it is not in a group: its receipt says it all"
                }
            throw ReceiptsError(.invalidArgument, "message \"\(messageID)\" has no details: \(reason)")
        }
    }

    /// Who has read a message of a group, for as long as a view shows it.
    ///
    /// - Parameters:
    ///   - interval: The time between two looks at the message while somebody reads it; it grows while nobody does.
    ///   - clock: Waits between them.
    /// - Returns: The states that the view shows, one after the other; the other parameters are as for
    ///   ``details(of:conversation:user:profiles:order:formatter:)``.
    public func liveDetails(
        of messageID: MessageID, conversation: ConversationID, user: UserID, profiles: UserProfiles,
        order: ReceiptDetails.Order? = nil, formatter: ReceiptFormatter? = nil,
        interval: Duration = .milliseconds(150), clock: any Clock<Duration> = ContinuousClock()
    ) -> LiveReceiptDetails {
        LiveReceiptDetails(
            // Where the server reports changes, looking without a report only finds what got lost.
            interval: schema.store.reportsChanges ? max(interval, .seconds(2)) : interval, clock: clock,
            signals: { [store] in store.signals(ofMessage: messageID, in: conversation) }
        ) { () throws(ReceiptsError) in
            try await details(
                of: messageID, conversation: conversation, user: user, profiles: profiles, order: order,
                formatter: formatter)
        }
    }
}
