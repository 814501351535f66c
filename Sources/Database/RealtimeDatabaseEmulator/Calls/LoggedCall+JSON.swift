import JSONText
import RealtimeDatabaseModel

/// The JSON of calls, like that of Firestore's. What was asked for is a request of the REST API where it has one.
extension LoggedCall {
    func write(to writer: inout JSONWriter) {
        let facts = record.facts
        let outcome = facts.isRevoked ? Outcome.revoked : outcome
        writer.object { writer in
            writer.member("number") { $0.integer(number) }
            writer.member("time") { $0.string(time.description) }
            writer.member("protocol") { $0.string(sentBy.rawValue) }
            writer.member("method") { $0.string(content.method.rawValue) }
            switch caller.identity {
            case .admin: writer.member("admin") { $0.boolean(true) }
            case .user(let claims): writer.member("claims") { $0.tree(claims) }
            case .anonymous: break
            }
            writer.member("status") { $0.string(outcome.status) }
            if let message = outcome.message { writer.member("message") { $0.string(message) } }
            let (seconds, attoseconds) = duration.components
            writer.member("microseconds") {
                $0.integer(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
            }
            writer.member("bytes") { $0.integer(facts.bytesSent) }
            if let decision = facts.decision { writer.member("decision") { $0.integer(decision) } }
            if isBackground { writer.member("background") { $0.boolean(true) } }
            if facts.isOpen { writer.member("open") { $0.boolean(true) } }
            content.writeMembers(to: &writer)
        }
    }
}

extension LoggedCall.Outcome {
    fileprivate static let revoked = Self(
        status: "PERMISSION_DENIED", message: "The rules no longer allow the listener.")
}

extension CallContent {
    fileprivate func writeMembers(to writer: inout JSONWriter) {
        guard let path else { return }
        let text = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        writer.member("targets") {
            $0.array([text.isEmpty ? "\(path)" : "\(path)?\(text)"]) { $0.string($1) }
        }
        writer.member("path") { $0.string(path.description) }
        guard let verb, isRead || method == .remove || value != nil else { return }
        writer.member("request") { writer in
            writer.object { writer in
                writer.member("method") { $0.string(verb) }
                writer.member("query") { writer in
                    writer.object { writer in
                        for (name, value) in query { writer.member(name) { $0.string(value) } }
                    }
                }
                if let value { writer.member("body") { $0.tree(value) } }
            }
        }
    }

    /// The method of the REST API; nil if it has none.
    private var verb: String? {
        switch method {
        case .get, .listen: "GET"
        case .set: "PUT"
        case .update: "PATCH"
        case .push: "POST"
        case .remove: "DELETE"
        case .setOnDisconnect, .updateOnDisconnect, .cancelOnDisconnect, .signIn, .signOut: nil
        }
    }
}
