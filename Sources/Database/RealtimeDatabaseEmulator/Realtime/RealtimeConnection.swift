import CoreValues
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire
import Synchronization

/// A client's connection to a database, whatever carries it: messages in, and an outbox of messages.
///
/// Requests are carried out one after the other, in the order of their arrival.
final class RealtimeConnection: Sendable {
    /// What a connection has.
    struct State {
        var caller = Caller.anonymous
        /// The listeners' numbers in the database.
        var listeners: [ClientRequest.Target: Int] = [:]
        var disconnectWrites: DisconnectWrites
        /// Ends the identity when its token expires.
        var expiry: Task<Void, Never>?
        var hasEnded = false
    }

    /// The name of the session, which nobody can guess.
    let session: String
    let database: DatabaseInstance
    let configuration: DatabaseEmulatorConfiguration
    let outbox: Outbox
    let state: Mutex<State>

    init(_ database: DatabaseInstance, session: String, configuration: DatabaseEmulatorConfiguration) {
        self.database = database
        self.session = session
        self.configuration = configuration
        outbox = Outbox(limit: configuration.limitOfConnectionLag)
        state = Mutex(
            State(disconnectWrites: DisconnectWrites(maximumSize: configuration.maximumRequestSize)))
    }

    /// Greets the client.
    ///
    /// - Parameter host: The server's address, as the client knows it.
    func open(host: String) {
        outbox.send(.hello(time: configuration.clock.now().milliseconds, host: host, session: session))
    }

    /// Takes a message of the client, which came by one of the two protocols of SDKs.
    ///
    /// - Returns: The message; nil if it is none, which ends the connection.
    func receive(_ bytes: [UInt8], over sentBy: CallProtocol) -> ClientMessage? {
        let message: ClientMessage
        do throws(DataProblem) { message = try ClientMessage(bytes) } catch {
            outbox.send(.error(reason: error.reason))
            outbox.finish()
            return nil
        }
        switch message {
        case .ping: outbox.send(.pong)
        case .request(let number, let request):
            if let (answer, record) = answer(request, size: bytes.count, over: sentBy) {
                outbox.send(.answer(number, answer), for: record)
            }
        case .wrongRequest(let number, let reason):
            outbox.send(.answer(number, ServerAnswer("invalid_request", .text(reason))))
        case .switchReady, .switched, .unknown: break
        }
        return message
    }

    /// Ends the connection, however that came about: its listeners are gone, and what it left to be written is written.
    func end() {
        let (listeners, writes) = state.withLock { state -> ([Int], [DisconnectWrites.Entry]) in
            if state.hasEnded { return ([], []) }
            state.hasEnded = true
            state.expiry?.cancel()
            defer { state.listeners = [:] }
            return (Array(state.listeners.values), state.disconnectWrites.entries)
        }
        for id in listeners { database.remove(id) }
        // Who may no longer write then writes nothing.
        for write in writes { _ = try? database.write(write.request) }
        outbox.finish()
    }
}
