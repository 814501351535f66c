import HTTPTransport
import Synchronization

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
#else
    import Foundation
#endif

/// Hands what a session reports to the exchange that it belongs to.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var isShutDown = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// How many exchanges are under way or queued.
    var count: Int { state.withLock { $0.exchanges.count } }

    /// Starts an exchange with a new task, unless the client is shut down.
    func begin(_ exchange: Exchange, _ session: URLSession, _ request: URLRequest) -> Bool {
        let task = state.withLock { state -> URLSessionDataTask? in
            if state.isShutDown { return nil }
            let task = session.dataTask(with: request)
            state.exchanges[ObjectIdentifier(task)] = exchange
            return task
        }
        guard let task else { return false }
        exchange.begin(task)
        return true
    }

    /// Ends all exchanges, waits until they have ended, and refuses new ones.
    func shutDown() async {
        let exchanges = state.withLock { state in
            state.isShutDown = true
            return Array(state.exchanges.values)
        }
        for exchange in exchanges { exchange.stop(.shutDown(at: exchange.endpoint)) }
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                if !state.exchanges.isEmpty { state.waiters.append(waiter) }
                return state.exchanges.isEmpty
            }
            if isOver { waiter.resume() }
        }
    }

    // MARK: URLSessionDataDelegate

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let exchange = exchange(dataTask), let response = response as? HTTPURLResponse else {
            return completionHandler(.cancel)
        }
        // On Linux, interim responses are reported too.
        if response.statusCode >= 200 { exchange.received(response.head) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if !data.isEmpty { exchange(dataTask)?.received(Array(data)) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
        exchange(task)?.sentBody()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // Gone before anybody learns of its end, so that nobody finds it under way afterwards.
        let (exchange, waiters) = state.withLock { state in
            let exchange = state.exchanges.removeValue(forKey: ObjectIdentifier(task))
            guard state.exchanges.isEmpty else { return (exchange, [CheckedContinuation<Void, Never>]()) }
            defer { state.waiters = [] }
            return (exchange, state.waiters)
        }
        if let exchange { exchange.ended(error.map { HTTPTransportError($0, at: exchange.endpoint) }) }
        for waiter in waiters { waiter.resume() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The redirect itself is the response.
        completionHandler(nil)
    }

    #if canImport(FoundationNetworking)
        // Here URLSession knows no default for a server that asks for a password: it waits for ever. Turned down, it fails the request,
        // although the response has come.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            exchange(task)?.completed()
            completionHandler(.rejectProtectionSpace, nil)
        }
    #endif

    private func exchange(_ task: URLSessionTask) -> Exchange? {
        state.withLock { $0.exchanges[ObjectIdentifier(task)] }
    }
}
