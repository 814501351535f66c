import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

/// The system threads that run curl, one for each client. A curl loop mostly waits, and Swift's own threads must never
/// block.
///
/// They end before the process does: a TLS library frees its memory in an exit handler, and would crash a thread that
/// still uses it.
enum DriverThread {
    /// Identifies a thread. It is never dereferenced, even where it is a pointer.
    private struct Handle: @unchecked Sendable {
        let thread: pthread_t

        /// Waits until the thread has ended and released its resources.
        func join() { pthread_join(thread, nil) }
    }

    private struct Running: Sendable {
        let handle: Handle
        let stop: @Sendable () -> Void
    }

    private struct State {
        var processID: pid_t = 0
        var isExiting = false
        var lastID = 0
        var running: [Int: Running] = [:]
        /// Threads that have ended and are not joined yet.
        var finished: [Handle] = []
    }

    private static let state = Mutex(State())

    /// Runs `body` on a new thread.
    ///
    /// - Parameters:
    ///   - stop: Makes `body` return soon; called when the process exits.
    ///   - body: What the thread does.
    /// - Returns: Whether the thread was created. The system may be out of threads, or the process may be exiting.
    static func start(stop: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.isExiting { return false }
            for handle in state.finished { handle.join() }
            state.finished = []
            state.lastID += 1
            let id = state.lastID
            guard
                let handle = create({
                    body()
                    finish(id)
                })
            else { return false }
            state.running[id] = Running(handle: handle, stop: stop)
            return true
        }
    }

    /// From now on, `exit` ends all threads first.
    static func endAllAtExit() {
        state.withLock { $0.processID = getpid() }
        atexit { DriverThread.endAll() }
    }

    private static func endAll() {
        let (running, finished) = state.withLock { state in
            defer { state = State(isExiting: true) }
            // A forked child has the handler but not the threads.
            return state.processID == getpid() ? (Array(state.running.values), state.finished) : ([], [])
        }
        for thread in running { thread.stop() }
        // A call of exit on one of these threads cannot wait for that thread.
        for thread in running where pthread_equal(thread.handle.thread, pthread_self()) == 0 {
            thread.handle.join()
        }
        for handle in finished { handle.join() }
    }

    private static func finish(_ id: Int) {
        state.withLock { state in
            if let thread = state.running.removeValue(forKey: id) { state.finished.append(thread.handle) }
        }
    }

    private static func create(_ body: @escaping @Sendable () -> Void) -> Handle? {
        let context = Unmanaged.passRetained(Box(body)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, entry, context) == 0 else {
            Unmanaged<Box>.fromOpaque(context).release()
            return nil
        }
        #if canImport(Darwin)
            return thread.map { Handle(thread: $0) }
        #else
            return Handle(thread: thread)
        #endif
    }

    #if canImport(Darwin)
        private typealias Entry = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    #else
        private typealias Entry = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    #endif

    // A constant and not a closure at the call, which crashes the region analysis of Swift 6.3.1.
    private static let entry: Entry = { context in
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
