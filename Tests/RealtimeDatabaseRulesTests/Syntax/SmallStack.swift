import Foundation

/// A thread with the stack that threads have where stacks are small. Frames of debug builds are several times as large.
enum SmallStack {
    #if DEBUG
        private static let size = 1024 * 1024
    #else
        private static let size = 512 * 1024
    #endif

    static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = size
            thread.start()
        }
    }
}
