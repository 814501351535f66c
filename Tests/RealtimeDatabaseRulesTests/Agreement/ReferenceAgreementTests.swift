import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore
import TestSupport
import Testing

/// Random small rules over random small data decide as the definition says, tried out in the plainest way.
@Suite("Agreement with a reference")
struct ReferenceAgreementTests {
    @Test(arguments: SeededGenerator.seeds(60))
    func `decisions are those of the reference`(seed: UInt64) throws {
        var generator = ReferenceGenerator(random: SeededGenerator(seed: seed))
        for _ in 0..<8 {
            let rules = generator.rules()
            let ruleset: DatabaseRuleset
            do {
                ruleset = try DatabaseRuleset(rules.json)
            } catch {
                Issue.record("seed \(seed): \(error)")
                return
            }
            let old = generator.tree(4)
            for _ in 0..<12 {
                let uid = generator.random.perhaps { $0.pick(ReferenceGenerator.keys) }
                let auth = uid.map { AuthValue.user($0) } ?? .null
                var scope = ReferenceScope(old: old, new: nil, uid: uid, keys: [], variables: [:])
                let path = generator.path()
                let read = DatabaseRequest(
                    .read(DatabasePath(path.map { DataKey($0) }), nil), auth: auth, now: 5, root: old.node)
                #expect(
                    ruleset.decide(read).isAllowed == rules.grants(".read", path, in: scope),
                    "seed \(seed): read \(path) of \(old.node.json) as \(uid ?? "nobody") by \(rules.json)")

                let paths = generator.paths()
                var new = old
                for path in paths { new = new.setting(generator.tree(3), at: path) }
                scope.new = new
                let write = DatabaseRequest(
                    .write(paths.map { DatabasePath($0.map { DataKey($0) }) }, after: new.node), auth: auth,
                    now: 5,
                    root: old.node)
                let decision = ruleset.decide(write)
                #expect(
                    decision.isAllowed == rules.allowsWrite(paths, in: scope),
                    "seed \(seed): write \(paths) from \(old.node.json) to \(new.node.json) as \(uid ?? "nobody") by \(rules.json)"
                )
                let explanation = ruleset.explain(write)
                #expect(
                    explanation.isAllowed == decision.isAllowed
                        && !explanation.text(quoting: ruleset.source).isEmpty)
                let kept = KeptDecision(decision, on: write, by: ruleset)
                #expect(
                    kept.isAllowed == decision.isAllowed && kept.explanation == explanation, "seed \(seed)")
            }
        }
    }

    @Test func `both answers are given`() {
        var generator = ReferenceGenerator(random: SeededGenerator(seed: 1))
        var counts = [true: 0, false: 0]
        for _ in 0..<200 {
            let rules = generator.rules()
            let old = generator.tree(4)
            let paths = generator.paths()
            let new = paths.reduce(old) { $0.setting(generator.tree(3), at: $1) }
            let scope = ReferenceScope(old: old, new: new, uid: "a", keys: [], variables: [:])
            counts[rules.allowsWrite(paths, in: scope), default: 0] += 1
        }
        #expect(counts.values.allSatisfy { $0 > 20 }, "\(counts)")
    }
}

extension ReferenceGenerator {
    /// Paths of which none contains another one.
    fileprivate mutating func paths() -> [[String]] {
        random.list(1...3) { generator in generator.list(0...4) { $0.pick(ReferenceGenerator.keys) } }
            .reduce(into: []) { paths, path in
                if !paths.contains(where: { $0.starts(with: path) || path.starts(with: $0) }) {
                    paths.append(path)
                }
            }
    }
}
