import HTTPTransport
import HTTPTypes
import Synchronization

/// The open pages, by the name that each has chosen.
final class Visits: Sendable {
    /// How long to keep the panes of a disconnected page.
    private static let patience = Duration.seconds(10)
    /// How often to show a page that the connection is alive; a page that receives nothing for longer reconnects.
    private static let keepAliveInterval = Duration.seconds(5)
    /// The maximum number of open pages.
    private static let limit = 64

    private let make: @Sendable () -> Visit
    private let visits = Mutex<[String: Visit]>([:])

    init(make: @escaping @Sendable () -> Visit) {
        self.make = make
    }

    /// Ends all pages, because they cannot reconnect.
    deinit {
        let open = visits.withLock { Array($0.values) }
        if !open.isEmpty { Task { for visit in open { await visit.end() } } }
    }

    /// The page with a name; nil if it is not connected.
    func visit(_ id: String) -> Visit? { visits.withLock { $0[id] } }

    /// Connects a page.
    ///
    /// - Parameter number: The last event that it has received; nil for a new page.
    /// - Returns: The bytes to send to it.
    func connect(_ id: String, after number: Int?) throws(ConsoleFailure) -> AsyncStream<[UInt8]> {
        let found = visits.withLock { visits -> (visit: Visit, isNew: Bool)? in
            if let visit = visits[id] { return (visit, false) }
            if visits.count >= Visits.limit { return nil }
            let visit = make()
            visits[id] = visit
            return (visit, true)
        }
        guard let (visit, isNew) = found else {
            throw ConsoleFailure(
                .tooManyRequests, "\(Visits.limit) pages are open already; close one and try again")
        }
        if isNew { Task { await visit.begin() } }
        let keepingAlive = Task {
            while (try? await Task.sleep(for: Visits.keepAliveInterval)) != nil { visit.feed.keepAlive() }
        }
        return visit.feed.connect(after: isNew ? nil : number) { [weak self, weak visit] isGone in
            keepingAlive.cancel()
            guard isGone else { return }
            Task {
                try? await Task.sleep(for: Visits.patience)
                if let visit { await self?.close(id, visit) }
            }
        }
    }

    /// Removes a page that the user left.
    func forget(_ id: String, _ visit: Visit) {
        visits.withLock { if $0[id] === visit { $0[id] = nil } }
    }

    /// Closes a page that has not reconnected.
    private func close(_ id: String, _ visit: Visit) async {
        let isGone = visits.withLock { visits in
            guard visits[id] === visit, !visit.feed.isConnected else { return false }
            visits[id] = nil
            return true
        }
        if isGone { await visit.end() }
    }

    /// Closes all pages.
    func end() async {
        let open = visits.withLock { visits in
            defer { visits = [:] }
            return Array(visits.values)
        }
        for visit in open { await visit.end() }
    }
}
