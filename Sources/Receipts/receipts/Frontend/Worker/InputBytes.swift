import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads standard input in pieces, one at a time.
enum InputBytes {
    /// How often to check for cancellation, in milliseconds.
    private static let patience: Int32 = 200

    /// The next piece; nil at the end, and if the task is cancelled.
    static func next() async -> [UInt8]? {
        let isCancelled = Flag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Reading blocks, which tasks must not do.
                DispatchQueue.global().async {
                    continuation.resume(returning: wait(unless: isCancelled) ? read() : nil)
                }
            }
        } onCancel: {
            isCancelled.value.store(true, ordering: .relaxed)
        }
    }

    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    /// Waits for data or the end.
    ///
    /// - Returns: False if the task was cancelled.
    private static func wait(unless isCancelled: Flag) -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !isCancelled.value.load(ordering: .relaxed) {
            let count = poll(&input, 1, patience)
            if count > 0 || (count < 0 && errno != EINTR) { return true }
        }
        return false
    }

    private static func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count = -1
        repeat { count = systemRead(&buffer, buffer.count) } while count < 0 && errno == EINTR
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

private func systemRead(_ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(STDIN_FILENO, buffer, count)
}
