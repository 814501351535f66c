#if Foundation
    import Dispatch
    import Synchronization

    extension Transaction {
        /// Reads a document in the block of a transaction that has an error pointer. The thread waits for the answer.
        ///
        /// - Returns: The document's state; `exists` is false for a missing one.
        /// - Throws: ``FirestoreError``, as the awaited form does; `.failedPrecondition` in the body of a transaction that can
        ///   await, because that has no thread to block.
        public func getDocument(_ document: DocumentReference) throws(FirestoreError) -> DocumentSnapshot {
            guard mayBlock else {
                throw FirestoreError(
                    .failedPrecondition,
                    "getDocument of \(document.path.quotedForMessage): write try await in this transaction.")
            }
            let answer = BlockingAnswer<Result<DocumentSnapshot, FirestoreError>>()
            Task {
                do throws(FirestoreError) {
                    answer.give(.success(try await read(document)))
                } catch {
                    answer.give(.failure(error))
                }
            }
            return try answer.wait().get()
        }
    }

    /// Carries one value from a task to a thread that waits for it.
    private final class BlockingAnswer<Value: Sendable>: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let value = Mutex<Value?>(nil)

        func give(_ answer: Value) {
            value.withLock { $0 = answer }
            semaphore.signal()
        }

        func wait() -> Value {
            while true {
                semaphore.wait()
                if let answer = value.withLock({ $0 }) { return answer }
            }
        }
    }
#endif
