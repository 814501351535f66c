#if Foundation
    import Foundation

    /// The block of a transaction in the form of Firebase's SDK, which reads without `await`.
    ///
    /// Unchecked because app code passes closures that are not `Sendable`, as to Firebase's SDK, which calls them on another
    /// thread too. The calls come one after the other.
    struct UpdateBlock: @unchecked Sendable {
        private let block: (Transaction, NSErrorPointer) -> Any?

        init(_ block: @escaping (Transaction, NSErrorPointer) -> Any?) {
            self.block = block
        }

        /// Calls the block on a thread of its own, which ends with it.
        ///
        /// The block waits for reads, which need threads of Swift's pool. That has only as many as there are cores, and a dispatch
        /// queue may take its threads from where the pool takes them: blocks there could wait for one another forever.
        ///
        /// - Throws: The error that the block has set.
        func run(_ transaction: Transaction) async throws -> UpdateResult {
            let outcome: Result<UpdateResult, any Error> = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var error: NSError?
                    let object = block(transaction, &error)
                    continuation.resume(
                        returning: error.map { .failure($0) } ?? .success(UpdateResult(object: object)))
                }
            }
            return try outcome.get()
        }
    }

    /// What the block of a transaction has returned.
    ///
    /// Unchecked because it may be anything: the block hands it over, and keeps no hold on it that the SDK would not let it keep.
    struct UpdateResult: @unchecked Sendable {
        let object: Any?
    }
#endif
