import RealtimeDatabase

/// One receipt at its place: that a user has read a message, with the server's time.
struct ReadStamp: Hashable, Sendable {
    let conversationID: ConversationID
    let messageID: MessageID
    let userID: UserID

    /// How many are written at once. A receipt takes about 100 bytes, and a request may have 16 MB.
    static let maximumCount = 10_000
}

extension RealtimeChats {
    /// Writes receipts all at once, or none of them.
    func write(_ stamps: ArraySlice<ReadStamp>) async throws(DatabaseError) {
        guard let first = stamps.first else { return }
        let isOneConversation = stamps.allSatisfy { $0.conversationID == first.conversationID }
        let values = stamps.map { stamp in
            let path = "\(stamp.messageID)/\(schema.readBy)/\(stamp.userID)"
            return (
                path: isOneConversation ? path : "\(stamp.conversationID)/\(path)",
                value: ServerValue.timestamp()
            )
        }
        let all = database.reference(withPath: schema.messages)
        try await (isOneConversation ? all.child(first.conversationID.string) : all).updateChildValues(values)
    }

    /// Writes receipts, and splits off what cannot be written until it is alone.
    ///
    /// - Parameter settle: Told of each part what became of it: nil when it was written.
    func settle(
        _ stamps: ArraySlice<ReadStamp>, _ settle: (ArraySlice<ReadStamp>, DatabaseError?) -> Void
    ) async {
        if stamps.isEmpty { return }
        do throws(DatabaseError) {
            try await write(stamps)
            settle(stamps, nil)
        } catch {
            guard error.concernsSomeMessage, stamps.count > 1 else { return settle(stamps, error) }
            let middle = stamps.startIndex + stamps.count / 2
            await self.settle(stamps[..<middle], settle)
            await self.settle(stamps[middle...], settle)
        }
    }
}

extension DatabaseError {
    /// Whether some of what was to be written together may be the reason, and not the server or the sign-in.
    var concernsSomeMessage: Bool {
        switch code {
        case .permissionDenied, .invalidArgument, .preconditionFailed: true
        case .unauthenticated, .notFound, .indexNotDefined, .resourceExhausted, .unavailable,
            .deadlineExceeded, .cancelled, .internal, .unknown:
            false
        }
    }
}
