import FirestoreClient

/// Reads the senders of requests, and the users of a suite.
struct SenderReader {
    private var users: [String: [String: ClaimValue]] = [:]

    /// Reads `users`: names with claims.
    mutating func read(users cursor: SuiteCursor) throws(SuiteProblem) {
        for (name, claims) in try cursor.entries() { users[name] = try self.claims(claims) }
    }

    /// Reads `as`.
    func identity(_ cursor: SuiteCursor) throws(SuiteProblem) -> SuiteIdentity {
        if case .map = cursor.node.content {
            let members = try cursor.members(["uid", "token"], of: "a user")
            guard let uid = members["uid"] else { throw cursor.problem("a user needs \"uid\"") }
            let own = try members["token"].map { token throws(SuiteProblem) in try claims(token) }
            return .user(uid: try text(of: uid), claims: own ?? [:])
        }
        switch try cursor.string() {
        case "nobody": return .nobody
        case "admin": return .admin
        case let name: return .user(uid: try text(of: cursor), claims: users[name] ?? [:])
        }
    }

    private func claims(_ cursor: SuiteCursor) throws(SuiteProblem) -> [String: ClaimValue] {
        if cursor.node.isNull { return [:] }
        var claims: [String: ClaimValue] = [:]
        for (name, value) in try cursor.entries() {
            if name == "uid" {
                throw value.problem("a token cannot have a claim uid; set the user's id instead")
            }
            claims[name] = value.node.claim
        }
        return claims
    }

    private func text(of uid: SuiteCursor) throws(SuiteProblem) -> String {
        let text = try uid.string()
        if text.isEmpty { throw uid.problem("a user's id cannot be empty") }
        return text
    }
}

extension SuiteIdentity {
    var summary: String {
        switch self {
        case .nobody: "nobody"
        case .admin: "admin"
        case .user(let uid, _): uid
        }
    }
}
