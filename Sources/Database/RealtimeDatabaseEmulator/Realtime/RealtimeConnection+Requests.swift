import CoreValues
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire
import Synchronization

extension RealtimeConnection {
    /// The maximum number of listeners of a connection.
    static let maximumListeners = 100_000

    /// Carries a request out, and records it if calls are recorded.
    ///
    /// - Parameter size: The size of the message, in bytes.
    /// - Returns: The answer, and the record; nil if the connection has ended.
    func answer(
        _ request: ClientRequest, size: Int, over sentBy: CallProtocol
    ) -> (ServerAnswer, CallRecord?)? {
        state.withLock { state in
            if state.hasEnded { return nil }
            guard let calls = database.calls, let content = CallContent(request) else {
                return (carryOut(request, size, nil, &state), nil)
            }
            let call = calls.begin(
                content, by: state.caller, over: sentBy, size: size, at: configuration.clock.now())
            let answer = carryOut(request, size, call.record, &state)
            calls.append(call, answer.outcome)
            return (answer, call.record)
        }
    }

    private func carryOut(
        _ request: ClientRequest, _ size: Int, _ record: CallRecord?, _ state: inout State
    ) -> ServerAnswer {
        switch request {
        case .listen(let target, let hash): return listen(target, hash, record, &state)
        case .unlisten(let target):
            if let id = state.listeners.removeValue(forKey: target) { database.remove(id) }
            return .ok
        case .get(let target): return read(target, state.caller, record)
        case .write(let path, let write, let hash):
            var request = WriteRequest(path: path, write, by: state.caller, size: size)
            request.condition = hash.map { .hash($0) }
            return self.write(request, record)
        case .onDisconnect(let path, let write):
            let entry = DisconnectWrites.Entry(path: path, write: write, caller: state.caller, size: size)
            return leave(entry, record, &state)
        case .cancelOnDisconnect(let path):
            state.disconnectWrites.cancel(path)
            return .ok
        case .authenticate(let credential): return authenticate(credential, &state)
        case .unauthenticate:
            identify(as: .anonymous, &state)
            return .ok
        case .noted: return .ok
        }
    }

    private func listen(
        _ target: ClientRequest.Target, _ hash: String?, _ record: CallRecord?, _ state: inout State
    ) -> ServerAnswer {
        if let id = state.listeners.removeValue(forKey: target) { database.remove(id) }
        guard state.listeners.count < Self.maximumListeners else {
            return .refusal(.tooMany, "A connection has at most \(Self.maximumListeners) listeners.")
        }
        let listener = Listener(
            path: target.path, query: target.query?.query, caller: state.caller,
            sink: OutboxListener(outbox: outbox, target: target, record: record), knownHash: hash,
            record: record)
        do throws(RulesDenial) { state.listeners[target] = try database.add(listener) } catch {
            return .denied
        }
        return missingIndex(target) == nil ? .ok : ServerAnswer("ok", .noIndex)
    }

    private func read(
        _ target: ClientRequest.Target, _ caller: Caller, _ record: CallRecord?
    ) -> ServerAnswer {
        let query = target.query?.query
        do throws(RulesDenial) {
            let node = try database.read(target.path, query, by: caller, record)
            if let index = missingIndex(target) {
                return .refusal(
                    .failed,
                    "Index not defined, add \".indexOn\": \"\(index)\", for path \"\(target.path)\", to the rules"
                )
            }
            return ServerAnswer("ok", .node(query?.result(in: node) ?? node))
        } catch {
            return .denied
        }
    }

    /// The index that a query lacks. Without rules, none is needed.
    private func missingIndex(_ target: ClientRequest.Target) -> String? {
        guard let query = target.query?.query, let rules = database.rules else { return nil }
        return rules.missingIndex(for: query, at: target.path)
    }

    private func write(_ request: WriteRequest, _ record: CallRecord?) -> ServerAnswer {
        do throws(WriteRefusal) {
            _ = try database.write(request, record)
            return .ok
        } catch {
            return ServerAnswer(error)
        }
    }

    /// Keeps a write for the end of the connection, if it could be executed now.
    private func leave(
        _ entry: DisconnectWrites.Entry, _ record: CallRecord?, _ state: inout State
    ) -> ServerAnswer {
        guard state.disconnectWrites.hasRoom(for: entry.size) else {
            return .refusal(
                .tooMany,
                "A connection has at most \(DisconnectWrites.maximumCount) writes for its end, of "
                    + "\(configuration.maximumRequestSize) bytes in total.")
        }
        do throws(WriteRefusal) { try database.check(entry.request, record) } catch {
            return ServerAnswer(error)
        }
        state.disconnectWrites.add(entry)
        return .ok
    }
}

extension RealtimeConnection {
    private func authenticate(
        _ credential: ClientRequest.Credential, _ state: inout State
    ) -> ServerAnswer {
        let caller: Caller
        if credential.isAdministrator || credential.token == "owner" {
            guard let acting = credential.override.map({ Caller(override: $0) }) ?? .admin else {
                return .refusal(.failed, "authvar must be an object or null.")
            }
            caller = acting
        } else {
            do throws(TokenProblem) {
                caller = try Caller(token: credential.token, at: configuration.clock.now())
            } catch {
                return ServerAnswer(error.status, .text(error.reason))
            }
        }
        identify(as: caller, &state)
        guard case .user(let claims) = caller.identity else { return .ok }
        return ServerAnswer("ok", .auth(claims))
    }

    /// Makes the client another user: the rules decide anew about each of its listeners.
    private func identify(as caller: Caller, _ state: inout State) {
        state.expiry?.cancel()
        state.expiry = nil
        guard caller != state.caller else { return scheduleExpiry(of: caller, &state) }
        state.caller = caller
        database.identify(Array(state.listeners.values), as: caller)
        scheduleExpiry(of: caller, &state)
    }

    private func scheduleExpiry(of caller: Caller, _ state: inout State) {
        guard let expiry = caller.expiry else { return }
        state.expiry = Task { [weak self, configuration] in
            while true {
                let rest = expiry.duration(since: configuration.clock.now())
                if rest <= .zero { break }
                do { try await configuration.sleepClock.sleep(for: rest) } catch { return }
            }
            self?.expire(caller)
        }
    }

    /// The token has expired: from now on the client is nobody, and should bring a new one.
    private func expire(_ caller: Caller) {
        state.withLock { state in
            guard state.caller == caller, !state.hasEnded else { return }
            let problem = TokenProblem.expired
            outbox.send(.authRevoked(status: problem.status, reason: problem.reason))
            identify(as: .anonymous, &state)
        }
    }
}

extension ServerAnswer {
    /// Statuses of refused requests.
    fileprivate enum Status: String {
        case failed, denied = "permission_denied", stale = "datastale", invalid = "invalid_data", tooMany =
            "too_many"
    }

    fileprivate static func refusal(_ status: Status, _ reason: String) -> ServerAnswer {
        ServerAnswer(status.rawValue, .text(reason))
    }

    /// How a call with this answer ended.
    fileprivate var outcome: LoggedCall.Outcome {
        if status == "ok" { return .ok }
        guard case .text(let message) = content else {
            return LoggedCall.Outcome(status: status.uppercased())
        }
        return LoggedCall.Outcome(status: status.uppercased(), message: message)
    }

    fileprivate static let denied = refusal(.denied, "Permission denied")

    fileprivate init(_ refusal: WriteRefusal) {
        switch refusal {
        case .invalid(let problem): self = .refusal(.invalid, "Invalid data; \(problem.reason)")
        case .changed: self = .refusal(.stale, "Transaction hash does not match")
        case .denied: self = .denied
        }
    }
}
