import RealtimeDatabase

/// The stages of one message that one user has reached, to be written with the server's time.
struct ReceiptStamp: Sendable {
    /// Identifies a stamp within a batch.
    struct Key: Hashable {
        let conversationID: ConversationID
        let messageID: MessageID
        let userID: UserID
    }

    let key: Key
    /// The message's fields for these stages.
    private(set) var fields: [String] = []
    /// The indexes of its receipts.
    private(set) var receipts: [Int] = []

    init(_ key: Key) { self.key = key }

    /// Adds a receipt that is written to some fields.
    mutating func add(_ receipt: Int, to added: [String]) {
        receipts.append(receipt)
        fields += added.filter { !fields.contains($0) }
    }

    /// The maximum number per request. A receipt takes about 100 bytes, and a request may have 16 MB.
    static let maximumCount = 10_000
}

extension RealtimeChats {
    /// Writes all receipts or none.
    func write(_ stamps: ArraySlice<ReceiptStamp>) async throws(DatabaseError) {
        guard let first = stamps.first else { return }
        let conversation = first.key.conversationID
        let isOneConversation = stamps.allSatisfy { $0.key.conversationID == conversation }
        // A list, because a dictionary treats two paths that differ only in their normal form as one.
        let values = stamps.flatMap { stamp in
            stamp.fields.map { field in
                let path = "\(stamp.key.messageID)/\(field)/\(stamp.key.userID)"
                return (
                    path: isOneConversation ? path : "\(stamp.key.conversationID)/\(path)",
                    value: ServerValue.timestamp()
                )
            }
        }
        let all = database.reference(withPath: schema.messages)
        try await (isOneConversation ? all.child(conversation.string) : all).updateChildValues(values)
    }

    /// Writes receipts. Splits a request that fails until each receipt that cannot be written is alone.
    ///
    /// - Parameter settle: Called with each part and its error; nil if it was written.
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
    /// Whether a single receipt may be the cause, rather than the server or the sign-in.
    var concernsSomeMessage: Bool {
        switch code {
        case .permissionDenied, .invalidArgument, .preconditionFailed: true
        case .unauthenticated, .notFound, .indexNotDefined, .resourceExhausted, .unavailable,
            .deadlineExceeded, .cancelled, .internal, .unsupported, .unknown:
            false
        }
    }
}
