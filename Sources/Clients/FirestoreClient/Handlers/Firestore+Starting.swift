import ClientCore
import FirestoreModel
import Logging

extension Firestore {
    /// Starts a read, and calls a handler with its result or error.
    func read<Result: Sendable>(
        _ completion: @escaping (Result?, (any Error)?) -> Void,
        _ work: @escaping @Sendable () async throws(FirestoreError) -> Result
    ) {
        let handler = QueuedHandler<Swift.Result<Result, FirestoreError>>(on: settings.dispatchQueue) {
            switch $0 {
            case .success(let result): completion(result, nil)
            case .failure(let error): completion(nil, error)
            }
        }
        Task {
            do throws(FirestoreError) {
                handler.call(.success(try await work()))
            } catch {
                handler.call(.failure(error))
            }
        }
    }

    /// Starts a write after all earlier ones, and calls a handler with nil or the error. Without a handler, an error is
    /// logged.
    func write(
        _ completion: (((any Error)?) -> Void)?,
        _ work: @escaping @Sendable () async throws(FirestoreError) -> Void
    ) {
        let handler = completion.map {
            QueuedHandler<FirestoreError?>(on: settings.dispatchQueue, $0)
        }
        let logger = logger
        writes.start {
            do throws(FirestoreError) {
                try await work()
                handler?.call(nil)
            } catch {
                handler?.call(error)
                if handler == nil {
                    logger.error(
                        "a write that nobody awaited failed",
                        metadata: [
                            "firestore-code": "\(error.code.name)", "firestore-error": "\(error.message)",
                        ])
                }
            }
        }
    }

    /// Builds a write now, so that the data may change afterwards, and starts it.
    func write(
        _ completion: (((any Error)?) -> Void)?, _ make: () throws(FirestoreError) -> Write
    ) {
        let write: Swift.Result<Write, FirestoreError>
        do throws(FirestoreError) {
            write = .success(try make())
        } catch {
            write = .failure(error)
        }
        self.write(completion) { () throws(FirestoreError) in
            _ = try await self.commit([EncodedWrite(try write.get())], over: self.usableChannel())
        }
    }
}
