import RealtimeDatabase

/// One receipt at its places: that a user has reached stages of a message, with the server's time.
struct ReceiptStamp: Hashable, Sendable {
    let conversationID: ConversationID
    let messageID: MessageID
    let userID: UserID
    /// The message's fields that keep these stages.
    let fields: [String]

    /// How many are written at once. A receipt takes about 100 bytes, and a request may take 16 MB.
    static let maximumCount = 10_000
}

extension RealtimeChats {
    /// Writes all receipts at once, or none.
    func write(_ stamps: ArraySlice<ReceiptStamp>) async throws(DatabaseError) {
        guard let first = stamps.first else { return }
        let isOneConversation = stamps.allSatisfy { $0.conversationID == first.conversationID }
        // A list, as a dictionary cannot hold two paths that differ only in their normal form.
        let values = stamps.flatMap { stamp in
            stamp.fields.map { field in
                let path = "\(stamp.messageID)/\(field)/\(stamp.userID)"
                return (
                    path: isOneConversation ? path : "\(stamp.conversationID)/\(path)",
                    value: ServerValue.timestamp()
                )
            }
        }
        let all = database.reference(withPath: schema.messages)
        try await (isOneConversation ? all.child(first.conversationID.string) : all).updateChildValues(values)
    }

    /// Writes receipts; halves a request that fails until each receipt that cannot be written is alone.
    ///
    /// - Parameter settle: Called with each part and its error, nil when it was written.
    func settle(
        _ stamps: ArraySlice<ReceiptStamp>, _ settle: (ArraySlice<ReceiptStamp>, DatabaseError?) -> Void
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
    /// Whether a single receipt may be the reason, rather than the server or the sign-in.
    var concernsSomeMessage: Bool {
        switch code {
        case .permissionDenied, .invalidArgument, .preconditionFailed: true
        case .unauthenticated, .notFound, .indexNotDefined, .resourceExhausted, .unavailable,
            .deadlineExceeded, .cancelled, .internal, .unknown:
            false
        }
    }
}
