import ClientCore
import Logging

extension Database {
    /// Starts a read, and calls a handler with its error or result.
    func read<Result: Sendable>(
        _ completion: @escaping ((any Error)?, Result?) -> Void,
        _ work: @escaping @Sendable () async throws(DatabaseError) -> Result
    ) {
        let handler = QueuedHandler<Swift.Result<Result, DatabaseError>>(on: callbackQueue) {
            switch $0 {
            case .success(let result): completion(nil, result)
            case .failure(let error): completion(error, nil)
            }
        }
        Task {
            do throws(DatabaseError) {
                handler.call(.success(try await work()))
            } catch {
                handler.call(.failure(error))
            }
        }
    }

    /// Starts a write after those that were started before, and calls a handler with its error, or nil. Without a handler
    /// an error is logged.
    ///
    /// - Parameter make: Makes the request at once, so that the data may change afterwards; nil if there is nothing to do.
    func write(
        _ completion: (((any Error)?) -> Void)?, _ make: () throws(DatabaseError) -> Call?
    ) {
        let call: Swift.Result<Call?, DatabaseError>
        do throws(DatabaseError) { call = .success(try make()) } catch { call = .failure(error) }
        start(completion) { () throws(DatabaseError) in
            if let call = try call.get() { try await self.usableChannel().perform(call) }
        }
    }

    /// Starts work after the writes that were started before.
    func start(
        _ completion: (((any Error)?) -> Void)?,
        _ work: @escaping @Sendable () async throws(DatabaseError) -> Void
    ) {
        let handler = completion.map { QueuedHandler<DatabaseError?>(on: callbackQueue, $0) }
        let logger = logger
        startWrite {
            do throws(DatabaseError) {
                try await work()
                handler?.call(nil)
            } catch {
                handler?.call(error)
                if handler == nil {
                    logger.error(
                        "a write that nobody awaited failed",
                        metadata: [
                            "database-code": "\(error.code.rawValue)", "database-error": "\(error.message)",
                        ])
                }
            }
        }
    }
}
