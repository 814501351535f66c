import ClientCore

extension DatabaseReference {
    /// Starts a transaction after the writes that were started before. See ``runTransactionBlock(_:)``.
    ///
    /// - Parameters:
    ///   - block: Changes the data and returns `.success(withValue:)` or `.abort()`. Runs on the callback queue, as often
    ///     as needed.
    ///   - completionBlock: Gets the error, whether something was written, and the current data.
    ///   - localEvents: Without effect: observers only see what the server has.
    public func runTransactionBlock(
        _ block: @escaping (MutableData) -> TransactionResult,
        andCompletionBlock completionBlock: (((any Error)?, Bool, DataSnapshot?) -> Void)? = nil,
        withLocalEvents localEvents: Bool = true
    ) {
        typealias Request = (DatabaseValue, CheckedContinuation<TransactionDecision, Never>)
        typealias Outcome = Result<(committed: Bool, snapshot: DataSnapshot), DatabaseError>
        let key = key
        let decider = QueuedHandler<Request>(on: database.callbackQueue) { value, continuation in
            continuation.resume(returning: TransactionDecision(block, on: value, key: key))
        }
        let completion = completionBlock.map { block in
            QueuedHandler<Outcome>(on: database.callbackQueue) { outcome in
                switch outcome {
                case .success(let (committed, snapshot)): block(nil, committed, snapshot)
                case .failure(let error): block(error, false, nil)
                }
            }
        }
        database.start(completion == nil ? nil : { _ in }) { () throws(DatabaseError) in
            do throws(DatabaseError) {
                let result = try await self.transact(over: self.database.usableChannel()) { value in
                    await withCheckedContinuation { decider.call((value, $0)) }
                }
                completion?.call(.success(result))
            } catch {
                completion?.call(.failure(error))
                throw error
            }
        }
    }
}
