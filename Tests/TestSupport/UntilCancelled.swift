/// Waits until the task is cancelled, however long that takes.
package func untilCancelled() async throws {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
        for await _ in never {}
    } onCancel: {
        continuation.finish()
    }
    throw CancellationError()
}
