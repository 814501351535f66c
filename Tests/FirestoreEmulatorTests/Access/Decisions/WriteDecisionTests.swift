import EmulatorAccess
import FirestoreModel
import FirestoreRules
import JSONText
import Testing

@testable import FirestoreEmulator

@Suite("Decisions on writes")
struct WriteDecisionTests {
    private static func caller(_ condition: String) -> Caller {
        let content = """
            rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {
            match /c/{id} { allow write: if \(condition); } } }
            """
        return Caller(
            Sender(.user(claims: .object([.init("sub", .string("bob"))]))),
            rules: ProjectRules([ProjectRules.File(name: nil, content: content)]))
    }

    private static let write = Write(.update(.make("c/a"), ["n": 2], mask: nil))
    private static let before = DatabaseState.make([
        .make("c/a", ["n": 1]), .make("c/b"), .make("members/bob"),
    ])

    private func holds(on state: DatabaseState) throws -> Bool {
        let caller = Self.caller(
            "exists(/databases/$(database)/documents/members/bob) || exists(/databases/$(database)/documents/members/all)"
        )
        let decision = try #require(
            try caller.decision(on: [Self.write], in: .test, on: Self.before, at: .make(5)))
        try decision.check()
        return decision.holds(on: state)
    }

    @Test func `a decision holds for as long as nothing that it looked at has changed`() throws {
        var state = Self.before
        #expect(try holds(on: state))
        state.set(DocumentName.make("c/b").path, to: .make("c/b", ["n": 9], updated: 9))
        state.delete(DocumentName.make("c/b").path, at: .make(10))
        #expect(try holds(on: state))
    }

    @Test(arguments: ["c/a", "members/bob"])
    func `a decision no longer holds once a document that it looked at is another or gone`(path: String)
        throws
    {
        var state = Self.before
        state.set(DocumentName.make(path).path, to: .make(path, ["n": 1], updated: 9))
        #expect(try !holds(on: state))
        state.delete(DocumentName.make(path).path, at: .make(10))
        #expect(try !holds(on: state))
    }

    @Test func `a decision no longer holds once a document that was missing is there`() throws {
        let caller = Self.caller("!exists(/databases/$(database)/documents/banned/bob)")
        let decision = try #require(
            try caller.decision(on: [Self.write], in: .test, on: Self.before, at: .make(5)))
        var state = Self.before
        #expect(decision.holds(on: state))
        state.set(DocumentName.make("banned/bob").path, to: .make("banned/bob"))
        #expect(!decision.holds(on: state))
    }

    @Test func `nobody asks rules about what administrators write, or about nothing`() throws {
        #expect(try Caller.admin.decision(on: [Self.write], in: .test, on: Self.before, at: .make(5)) == nil)
        #expect(try Self.caller("false").decision(on: [], in: .test, on: Self.before, at: .make(5)) == nil)
    }

    @Test func `of commits at the same time each is decided on what the one before it left`() async throws {
        let database = Database(id: .test, clock: ManualClock().clock, historySize: 1 << 20)
        _ = try database.commit([Write(.update(.make("c/a"), ["n": 0], mask: nil))])
        let caller = Self.caller("request.resource.data.n == resource.data.n + 1")
        let landed = await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<100).count { _ in
                        guard
                            case .integer(let number)? =
                                try? database.documents([DocumentName.make("c/a").path])
                                .documents[0]?.fields["n"]
                        else { return false }
                        let next = Write(.update(.make("c/a"), ["n": .integer(number + 1)], mask: nil))
                        return (try? database.commit([next], by: caller)) != nil
                    }
                }
            }
            return await group.reduce(0, +)
        }
        let document = try database.documents([DocumentName.make("c/a").path]).documents[0]
        #expect(landed > 0)
        #expect(document?.fields["n"] == .integer(Int64(landed)))
    }

    @Test func `server timestamps are the time that the rules were shown`() throws {
        // Each look at this clock finds it a second later.
        let clock = ManualClock(.make(7))
        let ticking = EmulatorClock {
            defer { clock.set(.make(clock.clock.now().seconds + 1)) }
            return clock.clock.now()
        }
        let database = Database(id: .test, clock: ticking, historySize: 1 << 20)
        let write = Write(
            .update(.make("c/a"), [:], mask: nil),
            transforms: [FieldTransform(FieldPath(["at"]), .setToServerTime)])
        _ = try database.commit([write], by: Self.caller("request.resource.data.at == request.time"))
        #expect(
            try database.documents([DocumentName.make("c/a").path]).documents[0]?.fields["at"]
                == .timestamp(.make(7)))
    }
}
