package import Dispatch

/// A closure of an app, called on a queue that the app chooses.
///
/// Unchecked because app code passes closures that are not `Sendable`, as to Firebase's SDK: it expects them on the
/// queue, the main one by default, which is where it made them.
package struct QueuedHandler<Value: Sendable>: @unchecked Sendable {
    private let queue: DispatchQueue
    private let handler: (Value) -> Void

    package init(on queue: DispatchQueue, _ handler: @escaping (Value) -> Void) {
        self.queue = queue
        self.handler = handler
    }

    /// Calls the closure, after those that were called before on the same queue. Returns at once.
    package func call(_ value: Value) {
        queue.async { handler(value) }
    }

    /// Calls the closure likewise, and returns when it has returned.
    package func deliver(_ value: Value) async {
        await withCheckedContinuation { continuation in
            queue.async {
                handler(value)
                continuation.resume()
            }
        }
    }
}
