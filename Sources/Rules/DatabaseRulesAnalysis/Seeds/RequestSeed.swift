import RealtimeDatabaseModel
package import RealtimeDatabaseRules

extension DatabaseScenario {
    /// A request that was sent, such as one of a suite; nil for one by a user without an id.
    package init?(_ request: DatabaseRequest) {
        var user: User?
        if request.auth != .null {
            guard let uid = request.auth.uid, !uid.isEmpty else { return nil }
            user = User(uid: uid, claims: AuthValue.claims(of: request.auth["token"]))
        }
        let operation: Operation =
            switch request.operation {
            case .read(let path, let query): .read(path, query)
            case .write(let paths, let after):
                .write(paths.map { DatabaseUpdate.Entry($0, after.value(at: $0)) })
            }
        self.init(operation, by: user, in: request.root, at: request.now)
    }
}

extension AuthValue {
    /// The claims of a token beside those that every token has.
    fileprivate static func claims(of token: AuthValue) -> [DataKey: AuthValue] {
        guard case .map(let members) = token else { return [:] }
        let plain = DatabaseScenario.User(uid: "").auth["token"]
        return members.filter { name, claim in
            !["sub", "user_id"].contains(name.string) && plain[name] != claim
        }
    }
}
