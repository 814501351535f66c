#if Foundation
    import ClientCore

    #if canImport(ObjectiveC)
        // For NSErrorPointer, which is ours elsewhere.
        public import Foundation
    #endif

    // The forms of Firebase's SDK, whose blocks read without `await` and report errors through a pointer.
    extension Firestore {
        /// Runs a transaction, and calls a handler on the settings' queue with what the block returns, or with the error.
        ///
        /// - Parameters:
        ///   - updateBlock: Reads documents, adds writes, and returns any value. To end the transaction, it sets the error and returns
        ///     nil. It runs on a thread of its own, several times if others change what it has read.
        ///   - completion: Gets the value of the block, or the block's or the server's error.
        public func runTransaction(
            _ updateBlock: @escaping (Transaction, NSErrorPointer) -> Any?,
            completion: @escaping (Any?, (any Error)?) -> Void
        ) {
            runTransaction(with: nil, block: updateBlock, completion: completion)
        }

        /// Runs a transaction with options; see ``runTransaction(_:completion:)``.
        ///
        /// - Parameters:
        ///   - options: How often to try; nil for five times.
        ///   - updateBlock: Reads documents, adds writes, and returns any value.
        ///   - completion: Gets the value of the block, or the error.
        public func runTransaction(
            with options: TransactionOptions?,
            block updateBlock: @escaping (Transaction, NSErrorPointer) -> Any?,
            completion: @escaping (Any?, (any Error)?) -> Void
        ) {
            let handler = QueuedHandler<Result<UpdateResult, any Error>>(on: settings.dispatchQueue) {
                switch $0 {
                case .success(let result): completion(result.object, nil)
                case .failure(let error): completion(nil, error)
                }
            }
            let block = UpdateBlock(updateBlock)
            Task {
                do {
                    handler.call(.success(try await run(block, options)))
                } catch {
                    handler.call(.failure(error))
                }
            }
        }

        /// Runs a transaction whose block reads without `await`; see ``runTransaction(_:completion:)``.
        ///
        /// - Returns: What the block returns.
        /// - Throws: The error that the block has set, or a ``FirestoreError``.
        @discardableResult
        public nonisolated(nonsending) func runTransaction(
            _ updateBlock: @escaping (Transaction, NSErrorPointer) -> Any?
        ) async throws -> Any? {
            try await run(UpdateBlock(updateBlock), nil).object
        }

        /// Runs a transaction with options whose block reads without `await`; see ``runTransaction(_:completion:)``.
        ///
        /// - Returns: What the block returns.
        /// - Throws: The error that the block has set, or a ``FirestoreError``.
        @discardableResult
        public nonisolated(nonsending) func runTransaction(
            with options: TransactionOptions?,
            block updateBlock: @escaping (Transaction, NSErrorPointer) -> Any?
        ) async throws -> Any? {
            try await run(UpdateBlock(updateBlock), options).object
        }

        private nonisolated(nonsending) func run(
            _ block: UpdateBlock, _ options: TransactionOptions?
        ) async throws -> UpdateResult {
            try await transact(options, mayBlock: true) { try await block.run($0) }
        }
    }
#endif
