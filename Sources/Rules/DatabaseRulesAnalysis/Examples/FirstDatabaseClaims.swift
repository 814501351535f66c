package import AnalysisCore
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// Claims to begin with: what rules of the Realtime Database were not found to allow, said as promises.
package struct FirstDatabaseClaims: Sendable {
    /// So many requests are tried against each claim.
    private static let patience = 1500

    package let claims: [Claim]

    /// - Parameter allowed: What the rules were found to allow.
    /// - Throws: `CancellationError` when the task is cancelled.
    package init(_ allowed: AllowedDatabaseRequests) throws(CancellationError) {
        let rules = allowed.rules.rules
        let found = allowed.found
        var claims: [Claim] = []
        var seen: Set<String> = []
        for statement in rules.statements where statement.kind != .validate {
            let methods: [DatabaseClaim.Method] =
                statement.kind == .read ? [.read] : [.create, .update, .delete]
            for claim in FirstDatabaseClaims.claims(methods, statement.pathText, found)
            where seen.insert(claim.on).inserted {
                if Task.isCancelled { throw CancellationError() }
                if FirstDatabaseClaims.holds(claim, rules) { claims.append(claim) }
            }
        }
        self.claims = claims
    }

    /// The promises about one path that no request breaks that was found.
    private static func claims(
        _ methods: [DatabaseClaim.Method], _ path: String, _ found: [DatabaseScenario]
    ) -> [Claim] {
        var (signedIn, never) = ([String](), [String]())
        for method in methods {
            let word = method.rawValue
            guard
                let probe = try? DatabaseClaim(Claim(name: "", on: "\(word) \(path)", holds: "auth != null"))
            else {
                continue
            }
            let concerned = found.filter { !probe.nodes(of: $0).isEmpty }
            if concerned.isEmpty {
                never.append(word)
            } else if concerned.allSatisfy({ $0.user != nil }) {
                signedIn.append(word)
            }
        }
        func claim(_ words: [String], _ name: (String) -> String, _ holds: String) -> [Claim] {
            let list = words.joined(separator: ", ")
            return words.isEmpty ? [] : [Claim(name: name(list), on: "\(list) \(path)", holds: holds)]
        }
        return claim(signedIn, { "who is not signed in may not \($0) \(path)" }, "auth != null")
            + claim(never, { "nobody may \($0) \(path)" }, "false")
    }

    private static func holds(_ claim: Claim, _ rules: DatabaseRuleset) -> Bool {
        guard var attack = try? DatabaseAttack([claim], on: rules, seed: 1) else { return false }
        while attack.requests < patience, attack.requestsSinceFinding == nil { attack.advance() }
        return attack.requestsSinceFinding == nil
    }
}
