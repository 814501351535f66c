#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

/// One detached system thread. Swift's own threads must never block, and a curl loop does nothing but wait.
enum DriverThread {
    /// Runs `body` on a thread of its own.
    ///
    /// - Returns: Whether the system had a thread to give.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = Unmanaged.passRetained(Box(body)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, entry, context) == 0 else {
            Unmanaged<Box>.fromOpaque(context).release()
            return false
        }
        return true
    }

    #if canImport(Darwin)
        private typealias Entry = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    #else
        private typealias Entry = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    #endif

    // A constant rather than a closure at the call: Swift 6.3.1 crashes on the latter when it checks what the
    // thread may share.
    private static let entry: Entry = { context in
        // Nobody waits for the thread by its handle.
        pthread_detach(pthread_self())
        blockSignals()
        run(context)
        return nil
    }

    private static func run(_ context: UnsafeMutableRawPointer?) {
        guard let context else { return }
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
    }

    /// Keeps the program's signal handlers off this thread, and a write to a closed connection from ending the
    /// program with SIGPIPE: the write returns an error instead.
    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
