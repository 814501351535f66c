import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Commit plans")
struct CommitPlanTests {
    private static let state = DatabaseState.make([.make("c/a", ["n": 1, "m": .map(["k": 1, "j": 2])])])

    private func plan(_ writes: [Write], in state: DatabaseState = state) throws(RPCStatus) -> CommitPlan {
        try CommitPlan(WriteList(writes), in: state, commitTime: .make(9), requestTime: .make(8))
    }

    /// What a plan makes of the document that is there before.
    private func fields(_ writes: [Write]) throws -> MapValue? {
        let changes = try plan(writes).changes
        return changes.isEmpty
            ? Self.state.document(DocumentName.make("c/a").path)?.fields : changes[0].document?.fields
    }

    private static func update(_ fields: MapValue, _ mask: [[String]]? = nil) -> Write {
        Write(.update(.make("c/a"), fields, mask: mask.map { DocumentMask($0.map { FieldPath($0) }) }))
    }

    @Test(
        arguments: [
            (nil, ["x": 1], ["x": 1]), ([], ["x": 1], ["n": 1, "m": .map(["k": 1, "j": 2])]),
            ([["n"]], ["n": 5, "x": 1], ["n": 5, "m": .map(["k": 1, "j": 2])]),
            ([["n"]], [:], ["m": .map(["k": 1, "j": 2])]),
            ([["m", "k"]], ["m": .map(["k": 9])], ["n": 1, "m": .map(["k": 9, "j": 2])]),
            ([["m", "k"]], [:], ["n": 1, "m": .map(["j": 2])]),
            (
                [["n", "deep"]], ["n": .map(["deep": 1])],
                ["n": .map(["deep": 1]), "m": .map(["k": 1, "j": 2])]
            ),
            ([["n", "deep"]], [:], ["n": 1, "m": .map(["k": 1, "j": 2])]),
            ([["__name__"]], ["n": 2], ["n": 1, "m": .map(["k": 1, "j": 2])]),
        ] as [([[String]]?, MapValue, MapValue)])
    func `a mask names what an update sets and deletes`(
        mask: [[String]]?, fields: MapValue, expected: MapValue
    ) throws {
        #expect(try self.fields([Self.update(fields, mask)]) == expected)
    }

    @Test func `an empty mask creates an empty document`() throws {
        let plan = try plan([Write(.update(.make("c/new"), ["x": 1], mask: DocumentMask([])))])
        #expect(plan.changes[0].document?.fields == [:])
    }

    @Test func `a document that ends as it began is not changed`() throws {
        let plan = try plan([
            Self.update(["n": 2]), Self.update(["m": .map(["j": 2, "k": 1]), "n": 1]),
            Write(.delete(.make("c/none"))), Write(.update(.make("c/new"), [:], mask: nil)),
            Write(.delete(.make("c/new"))),
        ])
        #expect(plan.changes.isEmpty)
        #expect(plan.results.map(\.updateTime) == [.make(1), .make(1), nil, nil, nil])
    }

    @Test func `a document that is deleted and written again begins anew`() throws {
        let plan = try plan([
            Write(.delete(.make("c/a"))), Self.update(["n": 1, "m": .map(["k": 1, "j": 2])]),
        ])
        let document = try #require(plan.changes.first?.document)
        #expect(document.createTime == .make(9) && document.updateTime == .make(9))
        #expect(plan.results.map(\.updateTime) == [.make(9), .make(9)])
    }

    @Test func `a document that changes keeps the time of its creation`() throws {
        let document = try #require(try plan([Self.update(["n": 2])]).changes.first?.document)
        #expect(document.createTime == .make(1) && document.updateTime == .make(9))
    }

    @Test func `a write sees those before it, a transform the update it comes with`() throws {
        let increment = FieldTransform(FieldPath(["n"]), .increment(2))
        let plan = try plan([
            Write(.transform(.make("c/a")), transforms: [increment]),
            Write(.update(.make("c/b"), [:], mask: nil)),
            Write(.update(.make("c/a"), ["n": 10], mask: nil), transforms: [increment, increment]),
            Write(.transform(.make("c/a")), transforms: [FieldTransform(FieldPath(["t"]), .setToServerTime)]),
        ])
        #expect(plan.changes.map(\.path.description) == ["c/a", "c/b"])
        #expect(plan.changes[0].document?.fields == ["n": 14, "t": .timestamp(.make(8))])
        #expect(plan.results.map(\.transformResults) == [[3], [], [12, 14], [.timestamp(.make(8))]])
        #expect(plan.results.allSatisfy { $0.updateTime == .make(9) })
    }

    @Test func `one write that is refused refuses them all`() {
        let refused = refusal { () throws(RPCStatus) in
            try plan([Self.update(["n": 2]), Write(.delete(.make("c/none")), precondition: .exists(true))])
        }
        #expect(refused?.code == .notFound)
    }

    @Test func `a document may be one megabyte large and no larger`() throws {
        // The name, its two segments, and the document itself count 16 + 2 + 2 + 32, the field 2 + 1.
        let most = Document.maximumSize - 16 - 2 - 2 - 32 - 2 - 1
        func write(_ length: Int) -> [Write] {
            let half = length / 2
            return [
                Write(.update(.make("c/a"), ["x": .string(String(repeating: "x", count: half))], mask: nil)),
                Write(
                    .update(
                        .make("c/a"), ["y": .string(String(repeating: "y", count: length - half - 3))],
                        mask: DocumentMask([FieldPath(["y"])]))),
            ]
        }
        #expect(try plan(write(most)).changes.count == 1)
        let refused = refusal { () throws(RPCStatus) in try plan(write(most + 1)) }
        #expect(refused == .invalidArgument("maximum entity size is 1048576 bytes"))
    }

    @Test func `verifying changes nothing and tells the version`() throws {
        var state = Self.state
        state.delete(DocumentName.make("c/gone").path, at: .make(3))
        let plan = try plan(
            ["c/a": true, "c/none": false, "c/gone": false].sorted { $0.key < $1.key }.map { path, exists in
                Write(.verify(.make(path)), precondition: .exists(exists))
            }, in: state)
        #expect(plan.changes.isEmpty)
        let before = Timestamp(microseconds: Timestamp.make(9).microseconds - 1)
        #expect(plan.results.map(\.updateTime) == [.make(1), .make(3), before])
    }

    @Test(
        arguments: [
            (["verify", "verify"], "cannot be verified more than once in"),
            (["verify", "set"], "cannot be verified and then written in"),
            (["delete", "verify"], "cannot be written and then verified in"),
        ])
    func `a document is verified alone`(kinds: [String], words: String) {
        let writes = kinds.map { kind in
            Write(
                kind == "verify"
                    ? .verify(.make("c/a"))
                    : kind == "set" ? .update(.make("c/a"), [:], mask: nil) : .delete(.make("c/a")),
                precondition: kind == "verify" ? .exists(true) : nil)
        }
        let refused = refusal { () throws(RPCStatus) in try plan(writes) }
        #expect(refused == .invalidArgument("the same document \(words) a single request"))
    }
}
