import FirestoreModel
import FirestoreREST
import FirestoreRPC
import Testing

@testable import FirestoreEmulator

@Suite("Transaction tables")
struct TransactionTableTests {
    private func refused(_ call: () throws(RPCStatus) -> Void) -> String? { refusal(call)?.message }

    @Test func `each transaction has an id of its own`() {
        var table = TransactionTable()
        let ids = (0..<300).map { _ in table.begin(.readWrite, at: .zero) }
        #expect(Set(ids).count == 300)
        #expect(ids.allSatisfy { $0.count == 9 })
    }

    @Test func `there is a limit to open transactions, and the one that lies unused for longest goes`() throws
    {
        var table = TransactionTable()
        let used = table.begin(.readWrite, at: .zero)
        let unused = table.begin(.readWrite, at: .zero)
        var last = used
        for second in 1...(3 * TransactionTable.capacity) {
            // All within a minute.
            let time = Timestamp(microseconds: Int64(second))
            last = table.begin(.readWrite, at: time)
            try table.use(used, at: time) { _ in }
            #expect(table.count <= TransactionTable.capacity)
        }
        try table.use(last, at: .make(1)) { _ in }
        #expect(
            refused { () throws(RPCStatus) in try table.use(unused, at: .make(1)) { _ in } }
                == "Transaction is invalid or closed.")
    }

    @Test func `a transaction is open until it ends`() throws {
        var table = TransactionTable()
        let id = table.begin(.readWrite, at: .zero)
        #expect(refused { () throws(RPCStatus) in try table.use(id, at: .zero) { _ in } } == nil)
        try table.end(id)
        #expect(
            refused { () throws(RPCStatus) in try table.use(id, at: .zero) { _ in } }
                == "Transaction is invalid or closed.")
        try table.end(id)
    }

    @Test(
        arguments: [
            [], [0], [0x11], [0x11, 4, 0, 0, 0, 0, 0, 0, 0], [0x11, 0, 0, 0, 0, 0, 0, 0, 0],
            [0x12, 1, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func `an id that was never given out differs from a closed one`(id: [UInt8]) {
        var table = TransactionTable()
        #expect(table.begin(.readWrite, at: .zero) == [0x11, 2, 0, 0, 0, 0, 0, 0, 0])
        #expect(
            refused { () throws(RPCStatus) in try table.use(id, at: .zero) { _ in } }
                == "Invalid transaction.")
        #expect(refused { () throws(RPCStatus) in try table.end(id) } == "Invalid transaction.")
        #expect(
            refused { () throws(RPCStatus) in try table.checkRetry(.readWrite(retry: id)) }
                == "Invalid transaction.")
    }

    @Test func `a read-only transaction is known as one when it has ended`() throws {
        var table = TransactionTable()
        let id = table.begin(.readOnly(DatabaseState(), readTime: .zero), at: .zero)
        try table.end(id)
        #expect(
            refused { () throws(RPCStatus) in try table.checkRetry(.readWrite(retry: id)) }
                == "Cannot retry a read-only transaction.")
    }

    @Test func `a transaction that lies unused for a minute is closed`() throws {
        var table = TransactionTable()
        let (used, unused) = (table.begin(.readWrite, at: .zero), table.begin(.readWrite, at: .zero))
        try table.use(used, at: .make(59)) { _ in }
        try table.use(used, at: .make(118)) { _ in }
        #expect(
            refused { () throws(RPCStatus) in try table.use(unused, at: .make(60)) { _ in } }
                == "Transaction is invalid or closed.")
        #expect(
            refused { () throws(RPCStatus) in try table.use(used, at: .make(178)) { _ in } }
                == "Transaction is invalid or closed.")
        #expect(refused { () throws(RPCStatus) in try table.checkRetry(.readWrite(retry: used)) } == nil)
    }

    @Test func `a transaction is up to date until what it read has changed`() throws {
        let name = DocumentName.make("c/a")
        var state = DatabaseState.make([.make("c/a", ["n": 1]), .make("c/b", ["n": 2])])
        let plan = try QueryPlan(
            StructuredQuery(
                from: [StructuredQuery.CollectionSelector("c")],
                filter: .field(FieldPath(["n"]), .greaterThan, 1)), in: .test, parent: nil)
        var read = Transaction(.readWrite, at: .zero)
        read.didRead(name.path, state.document(name.path))
        var missing = Transaction(.readWrite, at: .zero)
        missing.didRead(DocumentName.make("c/none").path, nil)
        var query = Transaction(.readWrite, at: .zero)
        query.didRun(plan, plan.run(on: state))
        func upToDate() -> [Bool] { [read, missing, query].map { $0.isUpToDate(with: state) } }
        #expect(upToDate() == [true, true, true])
        state.set(DocumentName.make("c/z").path, to: .make("c/z", ["n": 0]))
        #expect(upToDate() == [true, true, true])
        state.set(DocumentName.make("c/none").path, to: .make("c/none", ["n": 5]))
        #expect(upToDate() == [true, false, false])
        state.delete(DocumentName.make("c/none").path, at: .make(2))
        #expect(upToDate() == [true, true, true])
        state.set(name.path, to: .make("c/a", ["n": 1], updated: 2))
        #expect(upToDate() == [false, true, true])
    }
}
