import FirestoreClient
import FirestoreModel

/// The changes to a conversation's messages, found by polling, as they happen.
///
/// The first element stands for the first poll and holds every message that is there, as added; it comes even when there
/// are none. Each later element holds the changes that one poll found, at least one. Nothing runs between two calls of
/// `next()`: a consumer that is slow polls less, and none that has gone is polled for. Cancelling the task ends the
/// sequence. While the server cannot be reached the polling goes on, slower, and picks up where it left off.
public struct MessageChanges: AsyncSequence, Sendable {
    /// The changes that one poll found.
    public typealias Element = [MessageChange]
    /// The errors that end the sequence.
    public typealias Failure = ReceiptsError

    let firestore: Firestore
    let schema: ReceiptSchema
    let paths: ChatPaths
    let interval: Duration
    let newest: Int?
    let includesText: Bool
    let sleep: @Sendable (Duration) async throws -> Void

    /// Starts to listen.
    public func makeAsyncIterator() -> Iterator {
        Iterator(sequence: self)
    }

    /// One listening: what it has seen, and how fast it polls.
    public struct Iterator: AsyncIteratorProtocol {
        private let sequence: MessageChanges
        private var diff = MessageDiff()
        private var pace: PollingPace
        private var hasBegun = false

        fileprivate init(sequence: MessageChanges) {
            self.sequence = sequence
            pace = PollingPace(interval: sequence.interval)
        }

        /// Waits for the next changes.
        ///
        /// - Returns: The changes, or nil when the task was cancelled.
        /// - Throws: ``ReceiptsError`` when the server refuses; an unreachable server is waited for.
        public mutating func next() async throws(ReceiptsError) -> [MessageChange]? {
            try await next(isolation: nil)
        }

        /// Waits for the next changes, on the caller's actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(ReceiptsError)
            -> [MessageChange]?
        {
            while true {
                if hasBegun {
                    do { try await sequence.sleep(pace.wait) } catch { return nil }
                }
                if Task.isCancelled { return nil }
                let messages: [Message]
                do throws(FirestoreError) {
                    messages = try await sequence.poll()
                } catch {
                    let failure = ReceiptsError(error)
                    switch failure.code {
                    case .cancelled: return nil
                    case .unreachable where hasBegun:
                        pace.polled(foundChanges: false)
                        continue
                    case .unreachable, .invalidArgument, .conversationNotFound, .messageNotFound, .notAMember,
                        .permissionDenied,
                        .notAuthenticated, .server:
                        throw failure
                    }
                }
                let changes = diff.changes(to: messages)
                pace.polled(foundChanges: !changes.isEmpty)
                if !changes.isEmpty || !hasBegun {
                    hasBegun = true
                    return changes
                }
            }
        }
    }

    /// Reads the messages once, the fields that receipts need of them, oldest first.
    private func poll() async throws(FirestoreError) -> [Message] {
        var fields = schema.displayFields
        if includesText { fields.append(schema.text) }
        var query = StructuredQuery(
            select: DocumentMask(fields.map { FieldPath([$0]) }),
            from: [StructuredQuery.CollectionSelector(schema.messages)])
        if let newest {
            query.orderBy = [StructuredQuery.Order(FieldPath([schema.timestamp]), .descending)]
            query.limit = newest
        }
        let messages = try await firestore.runQuery(parent: paths.conversation, query).documents
            .map { Message($0, schema: schema) }
        return newest != nil ? messages.reversed() : messages.sorted(by: Message.isOlder)
    }
}

extension Message {
    /// The order of a chat: by time, those without a time last, and by id where that does not decide.
    static func isOlder(_ left: Message, _ right: Message) -> Bool {
        switch (left.timestamp, right.timestamp) {
        case (let a?, let b?) where a != b: a < b
        case (_?, nil): true
        case (nil, _?): false
        case (_, _): left.id.compareUTF8(to: right.id) == .less
        }
    }
}
