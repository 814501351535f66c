import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of standard input in pieces, as they come; each is read only when the one before was dealt with.
enum InputBytes {
    /// The next piece; nil at the end.
    static func next() async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            // Reading blocks, which the threads of tasks must not.
            DispatchQueue.global().async {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                var count = -1
                repeat { count = read(STDIN_FILENO, &buffer, buffer.count) } while count < 0 && errno == EINTR
                continuation.resume(returning: count > 0 ? Array(buffer[..<count]) : nil)
            }
        }
    }
}
