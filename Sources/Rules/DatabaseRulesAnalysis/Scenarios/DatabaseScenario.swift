import AnalysisCore
package import RealtimeDatabaseModel
package import RealtimeDatabaseRules

/// A request, and the database that it finds.
package struct DatabaseScenario: Sendable {
    /// The signed-in user.
    package struct User: Sendable, Equatable {
        package var uid: String
        /// The claims of the token beside those that every token has.
        package var claims: [DataKey: AuthValue] = [:]

        package init(uid: String, claims: [DataKey: AuthValue] = [:]) {
            self.uid = uid
            self.claims = claims
        }
    }

    package enum Operation: Sendable, Equatable {
        case read(DatabasePath, DataQuery?)
        /// Nodes that are written together; null deletes. No path contains another.
        case write([DatabaseUpdate.Entry])
    }

    /// The database before a write, and the one that is read.
    package var root: DataNode
    /// Nil if nobody is signed in.
    package var user: User?
    /// The time, in milliseconds since 1970.
    package var now: Double
    package var operation: Operation

    package init(_ operation: Operation, by user: User?, in root: DataNode, at now: Double) {
        self.operation = operation
        self.user = user
        self.root = root
        self.now = now
    }
}

extension DatabaseScenario {
    /// The paths that are read or written.
    package var paths: [DatabasePath] {
        switch operation {
        case .read(let path, _): [path]
        case .write(let entries): entries.map(\.path)
        }
    }

    package var isWrite: Bool { if case .write = operation { true } else { false } }

    /// The nodes that are written; none for a read.
    package var entries: [DatabaseUpdate.Entry] {
        if case .write(let entries) = operation { entries } else { [] }
    }

    /// The database after the request.
    package var after: DataNode {
        var after = root
        for entry in entries { after.set(entry.node, at: entry.path) }
        return after
    }

    /// The request as the engine takes it.
    package var request: DatabaseRequest {
        let auth = user?.auth ?? .null
        switch operation {
        case .read(let path, let query):
            return DatabaseRequest(.read(path, query), auth: auth, now: now, root: root)
        case .write:
            return DatabaseRequest(.write(paths, after: after), auth: auth, now: now, root: root)
        }
    }

    /// Whether rules allow the request.
    package func isAllowed(by rules: DatabaseRuleset) -> Bool { rules.decide(request).isAllowed }
}

extension DatabaseScenario.User {
    /// The user as rules see them: with the claims that tokens of emulators have.
    var auth: AuthValue {
        var token: [DataKey: AuthValue] = [
            "iss": .string("https://securetoken.google.com/demo-rules"), "aud": .string("demo-rules"),
            "iat": .number(0), "exp": .number(3600), "auth_time": .number(0),
            "firebase": .map(["sign_in_provider": .string("custom"), "identities": .map([:])]),
        ]
        for (name, claim) in claims { token[name] = claim }
        token["sub"] = .string(uid)
        token["user_id"] = .string(uid)
        var provider = "custom"
        if case .map(let firebase)? = token["firebase"],
            case .string(let text)? = firebase["sign_in_provider"]
        {
            provider = text
        }
        return AuthValue(uid: uid, provider: provider, token: .map(token))
    }
}
