import RealtimeDatabaseModel

/// The data at a location, now and after every change.
///
/// Each iterator opens its own connection with its first element. A lost connection is made again without limit; before
/// the first element, as often as the retry policy says. The sequence only ends by an error: `.permissionDenied` when the
/// rules do not allow the read, or no longer do; `.unauthenticated` when a token has expired and there is no other;
/// `.cancelled` when the task is cancelled.
public struct DatabaseChanges: AsyncSequence, Sendable {
    /// A change, and the current data.
    public typealias Element = DatabaseChange
    /// Why listening has ended.
    public typealias Failure = DatabaseError

    private let query: DatabaseQuery

    init(_ query: DatabaseQuery) { self.query = query }

    /// Creates an iterator. Sends nothing yet.
    public func makeAsyncIterator() -> Iterator { Iterator(query: query) }

    /// Returns the changes one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Phase {
            case new
            case listening(Subscription)
            case ended
        }

        private let query: DatabaseQuery
        private var phase = Phase.new

        fileprivate init(query: DatabaseQuery) { self.query = query }

        /// Waits for the next change.
        ///
        /// - Returns: The change; nil after an error only.
        /// - Throws: ``DatabaseError``, see ``DatabaseChanges``.
        public mutating func next() async throws(DatabaseError) -> DatabaseChange? {
            try await next(isolation: nil)
        }

        /// Waits for the next change, on the caller's actor.
        ///
        /// - Parameter actor: The caller's actor.
        /// - Returns: The change; nil after an error only.
        /// - Throws: ``DatabaseError``, see ``DatabaseChanges``.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(DatabaseError) -> DatabaseChange? {
            do throws(DatabaseError) {
                let subscription: Subscription
                switch phase {
                case .new:
                    subscription = try Subscription(query)
                    phase = .listening(subscription)
                case .listening(let running): subscription = running
                case .ended: return nil
                }
                let change = try await subscription.mailbox.next()
                return DatabaseChange(
                    snapshot: DataSnapshot(query.ref, change.node, order: subscription.order),
                    kind: change.kind, path: change.path.description)
            } catch {
                phase = .ended
                throw error
            }
        }
    }
}
