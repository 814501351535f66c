import FirestoreClient
import Synchronization

/// The details of a message while they are on the screen: first loading, then who has read it, updated with each new reader.
///
/// Sends requests only during calls of `next()`. Once loaded, the details stay as they are if the connection is lost or the message is
/// deleted.
public struct LiveReceiptDetails: AsyncSequence, Sendable {
    /// What a view shows.
    public enum State: Sendable {
        /// They are loading; show placeholders.
        case loading
        /// The details.
        case loaded(ReceiptDetails)
        /// They cannot be loaded. ``LiveReceiptDetails/retry()`` tries again; without a connection, this also retries by itself.
        case failed(ReceiptsError)
    }

    /// What a view shows.
    public typealias Element = State
    /// Never thrown: failures are states.
    public typealias Failure = Never

    private let interval: Duration
    private let sleep: WakeableSleep
    /// Holds the details of large groups back.
    private let pause: WakeableSleep
    private let signals: @Sendable () -> AsyncStream<Void>?
    private let load: @Sendable () async throws(ReceiptsError) -> ReceiptDetails

    /// - Parameters:
    ///   - interval: The time between two polls while somebody reads the message.
    ///   - signals: Yields when something may have changed; nil if nobody reports that.
    init(
        interval: Duration, clock: any Clock<Duration>,
        signals: @escaping @Sendable () -> AsyncStream<Void>? = { nil },
        load: @escaping @Sendable () async throws(ReceiptsError) -> ReceiptDetails
    ) {
        self.interval = Swift.max(.milliseconds(10), interval)
        sleep = WakeableSleep(clock: clock)
        pause = WakeableSleep(clock: clock)
        self.signals = signals
        self.load = load
    }

    /// Tries again at once, for example when the user asks for it after a failure.
    public func retry() { sleep.wake() }

    /// Starts loading.
    public func makeAsyncIterator() -> Iterator { Iterator(details: self) }

    /// Listens for signals until it is deallocated.
    private final class Waking: Sendable {
        private let task: Task<Void, Never>?
        private let listening: Listening

        /// Whether changes are signalled at the moment.
        private final class Listening: Sendable {
            let isAlive: Mutex<Bool>

            init(_ isAlive: Bool) { self.isAlive = Mutex(isAlive) }
        }

        init(_ signals: AsyncStream<Void>?, wake: @escaping @Sendable () -> Void) {
            let listening = Listening(signals != nil)
            self.listening = listening
            task = signals.map { signals in
                Task {
                    for await _ in signals { wake() }
                    listening.isAlive.withLock { $0 = false }
                    wake()
                }
            }
        }

        var isAlive: Bool { listening.isAlive.withLock { $0 } }

        deinit { task?.cancel() }
    }

    /// One view of the details.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Phase {
            case opened
            case loading
            case shown(ReceiptDetails)
            case failed(ReceiptsError)
        }

        private let details: LiveReceiptDetails
        private var phase = Phase.opened
        private var pace: PollingPace
        private let waking: Waking

        fileprivate init(details: LiveReceiptDetails) {
            self.details = details
            waking = Waking(details.signals(), wake: details.sleep.wake)
            pace = PollingPace(interval: details.interval, patience: .seconds(10))
        }

        /// Waits for the next state.
        ///
        /// - Returns: The state, or nil if the task was cancelled.
        public mutating func next() async -> State? { await advance() }

        /// Waits for the next state, on the caller's actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> State? {
            await advance()
        }

        private nonisolated(nonsending) mutating func advance() async -> State? {
            while !Task.isCancelled {
                switch phase {
                case .opened:
                    phase = .loading
                    return .loading
                case .loading:
                    return await loaded()
                case .shown(let shown):
                    await details.sleep.wait(
                        for: waking.isAlive ? Swift.max(pace.wait, .seconds(60)) : pace.wait)
                    // Hundreds may read a message within a second, and each time a page is read.
                    if shown.isPage { await details.pause.wait(for: .seconds(1)) }
                    if let state = await changed(from: shown) { return state }
                case .failed(let error):
                    if await details.sleep.wait(for: details.interval * PollingPace.slowest) {
                        phase = .opened
                    } else if error.code == .offline, let state = await loadedByItself() {
                        return state
                    }
                }
            }
            return nil
        }

        private nonisolated(nonsending) mutating func loaded() async -> State? {
            do throws(ReceiptsError) {
                let loaded = try await details.load()
                phase = .shown(loaded)
                return .loaded(loaded)
            } catch {
                if error.code == .cancelled { return nil }
                phase = .failed(error)
                return .failed(error)
            }
        }

        private nonisolated(nonsending) mutating func loadedByItself() async -> State? {
            do throws(ReceiptsError) {
                let loaded = try await details.load()
                phase = .shown(loaded)
                return .loaded(loaded)
            } catch {
                phase = .failed(error)
                return error.code == .offline ? nil : .failed(error)
            }
        }

        private nonisolated(nonsending) mutating func changed(from shown: ReceiptDetails) async -> State? {
            do throws(ReceiptsError) {
                let loaded = try await details.load()
                pace.polled(foundChanges: loaded != shown)
                if loaded == shown { return nil }
                phase = .shown(loaded)
                return .loaded(loaded)
            } catch {
                switch error.code {
                case .offline, .notFound, .cancelled:
                    pace.polled(foundChanges: false)
                    return nil
                case .invalidArgument, .invalidConversation, .notAMember, .permissionDenied,
                    .notAuthenticated, .otherSchema, .server:
                    phase = .failed(error)
                    return .failed(error)
                }
            }
        }
    }
}
