import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText
import TestSupport
import Testing

/// The requests of all methods; what is accepted and refused was asked of Google's emulator.
struct RequestTests {
    private static let query = #""structuredQuery":{"from":[{"collectionId":"c"}]}"#
    private static let fine = #""2020-01-01T00:00:00.123456789Z""#
    private static let tooFine = "timestamp cannot have more than microseconds precision"
    private static let epoch = #""1970-01-01T00:00:00Z""#
    private static let tooEarly = "Only timestamps past epoch are supported."

    private func runQuery(_ body: String) throws(RPCStatus) -> RunQueryRequest {
        try RunQueryRequest.decode(Array(body.utf8)).get()
    }

    @Test(arguments: [
        "", "{}", #"{"writes":null}"#, #"{"writes":[],"transaction":""}"#, "\u{FEFF}{}", #"{"database":"x"}"#,
    ])
    func `a commit may have no writes`(body: String) throws {
        #expect(try CommitRequest.decode(Array(body.utf8)).get() == CommitRequest(writes: []))
    }

    @Test(arguments: [
        "null", "[]", "5", #""x""#, "{", #"{"writes":{}}"#, #"{"writes":[null]}"#, #"{"x":1}"#,
        #"{"x":null}"#,
        #"{"transaction":5}"#, #"{"transaction":"!"}"#, #"{"labels":{}}"#, "{} {}", "\u{FEFF}",
    ])
    func `a commit of another form is invalid`(body: String) {
        let message = Wire.refusal { () throws(RPCStatus) in
            _ = try CommitRequest.decode(Array(body.utf8)).get()
        }
        #expect(message == Wire.invalidPayload)
    }

    @Test(
        arguments: [
            ("", nil), (#","readTime":null"#, nil), (#","transaction":"AQI=""#, .transaction([1, 2])),
            (#","transaction":"""#, .transaction([])),
            (#","newTransaction":{}"#, .newTransaction(.readOnly(readTime: nil))),
            (#","newTransaction":{"readWrite":{}}"#, .newTransaction(.readWrite(retry: nil))),
            (#","new_transaction":{"read_only":{}}"#, .newTransaction(.readOnly(readTime: nil))),
            (
                #","newTransaction":{"readWrite":{"retryTransaction":"AQ=="}}"#,
                .newTransaction(.readWrite(retry: [1]))
            ),
            (#","readTime":"1970-01-01T00:00:00.000001Z""#, .readTime(Timestamp(microseconds: 1))),
        ] as [(String, Consistency?)])
    func `a read says which state it sees`(members: String, consistency: Consistency?) throws {
        #expect(try runQuery("{\(Self.query)\(members)}").consistency == consistency)
        let get = try BatchGetDocumentsRequest.decode(Array(#"{"documents":[]\#(members)}"#.utf8)).get()
        #expect(get.consistency == consistency)
    }

    @Test(arguments: [
        ("{}", "only structured queries are supported"),
        (#"{"structuredQuery":null}"#, "only structured queries are supported"),
        (#"{"structuredQuery":5}"#, Wire.invalidPayload),
        (#"{\#(query),"x":1}"#, Wire.invalidPayload),
        (#"{\#(query),"explainOptions":{"x":true}}"#, Wire.invalidPayload),
        (#"{\#(query),"explainOptions":5}"#, Wire.invalidPayload),
        (#"{\#(query),"transaction":"","readTime":"2020-01-01T00:00:00Z"}"#, Wire.invalidPayload),
        (#"{\#(query),"newTransaction":{"readWrite":{},"readOnly":{}}}"#, Wire.invalidPayload),
        (#"{\#(query),"readTime":\#(fine)}"#, tooFine),
        (#"{"structuredQuery":{"where":{}},"readTime":\#(fine)}"#, tooFine),
        (#"{"structuredQuery":{"where":{}},"readTime":\#(epoch)}"#, tooEarly),
        (#"{\#(query),"readTime":"1969-12-31T23:59:59.999999Z"}"#, tooEarly),
        (#"{\#(query),"newTransaction":{"readOnly":{"readTime":\#(epoch)}}}"#, tooEarly),
    ])
    func `a query request that cannot be is refused`(body: String, message: String) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try runQuery(body) } == message)
    }

    @Test func `a query request takes options to explain`() throws {
        #expect(
            try runQuery(#"{\#(Self.query),"explainOptions":{"analyze":true},"parent":"x"}"#).query.from.count
                == 1)
    }

    @Test(arguments: [
        (#"{"documents":"x"}"#, Wire.invalidPayload), (#"{"documents":[null]}"#, Wire.invalidPayload),
        (#"{"documents":[],"x":1}"#, Wire.invalidPayload), (#"{"mask":[]}"#, Wire.invalidPayload),
        (#"{"documents":[5]}"#, #"Document name "5" lacks "projects" at index 0."#),
        (
            #"{"documents":["x"],"mask":{"fieldPaths":["a..b"]},"readTime":\#(fine)}"#,
            #"Document name "x" lacks "projects" at index 0."#
        ),
        (
            #"{"documents":[],"mask":{"fieldPaths":[""]},"readTime":\#(fine)}"#,
            "Invalid empty property path string."
        ),
        (#"{"readTime":\#(fine)}"#, tooFine), (#"{"readTime":\#(epoch)}"#, tooEarly),
    ])
    func `a batch get that cannot be is refused`(body: String, message: String) {
        #expect(
            Wire.refusal { () throws(RPCStatus) in
                _ = try BatchGetDocumentsRequest.decode(Array(body.utf8)).get()
            }
                == message)
    }

    @Test func `two documents whose ids differ only in their normal form may be in one batch`() throws {
        func batch(_ ids: String...) throws -> Int {
            let writes = ids.map { #"{"delete":"\#(Wire.root)/c/\#($0)"}"# }.joined(separator: ",")
            return try BatchWriteRequest.decode(Array(#"{"writes":[\#(writes)]}"#.utf8)).get().writes.count
        }
        #expect(try batch("\u{E9}", "e\u{301}") == 2)
        #expect(throws: RPCStatus.self) { try batch("\u{E9}", "\u{E9}") }
    }

    @Test func `of two documents whose ids differ only in their normal form, one may be verified`() throws {
        let verify = #"{"verify":"\#(Wire.root)/c/\#("\u{E9}")","currentDocument":{"exists":true}}"#
        func commit(_ id: String) throws -> Int {
            try Wire.commit(#"\#(verify),{"delete":"\#(Wire.root)/c/\#(id)"}"#).count
        }
        #expect(try commit("e\u{301}") == 2)
        #expect(throws: RPCStatus.self) { try commit("\u{E9}") }
    }

    @Test func `an empty mask is not a missing one`() throws {
        func mask(_ body: String) throws -> DocumentMask? {
            try BatchGetDocumentsRequest.decode(Array(body.utf8)).get().mask
        }
        #expect(try mask("{}") == nil)
        #expect(try mask(#"{"mask":null}"#) == nil)
        #expect(try mask(#"{"mask":{}}"#) == DocumentMask([]))
    }

    @Test(
        arguments: [
            ("", .readWrite(retry: nil)), ("{}", .readWrite(retry: nil)),
            (#"{"options":{}}"#, .readWrite(retry: nil)),
            (#"{"options":{"readWrite":null}}"#, .readWrite(retry: nil)),
            (#"{"options":{"readWrite":{"retryTransaction":""}}}"#, .readWrite(retry: nil)),
            (#"{"options":{"readWrite":{"retryTransaction":"AQ=="}}}"#, .readWrite(retry: [1])),
            (
                #"{"options":{"readOnly":{"readTime":"1970-01-01T00:00:00.000001Z"}}}"#,
                .readOnly(readTime: Timestamp(microseconds: 1))
            ),
        ] as [(String, TransactionOptions)])
    func `a transaction is opened for reading or writing`(body: String, options: TransactionOptions) throws {
        #expect(try BeginTransactionRequest.decode(Array(body.utf8)).get().options == options)
    }

    @Test(arguments: [
        (#"{"options":{"readOnly":{},"readWrite":{}}}"#, Wire.invalidPayload),
        (#"{"options":{"x":{}}}"#, Wire.invalidPayload),
        (#"{"options":{"readOnly":{"x":1}}}"#, Wire.invalidPayload),
        (#"{"options":{"readOnly":{"readTime":\#(fine)}}}"#, tooFine),
        (#"{"options":{"readOnly":{"readTime":\#(epoch)}}}"#, tooEarly),
    ])
    func `options that cannot be are refused`(body: String, message: String) {
        let found = Wire.refusal { () throws(RPCStatus) in
            _ = try BeginTransactionRequest.decode(Array(body.utf8)).get()
        }
        #expect(found == message)
    }

    @Test func `a transaction's id is read and written`() throws {
        #expect(try RollbackRequest(body: Array(#"{"transaction":"AQI="}"#.utf8)).transaction == [1, 2])
        #expect(try RollbackRequest(body: []).transaction.isEmpty)
        let message = RollbackRequest(transaction: [17, 7])
        #expect(try RollbackRequest(body: message.encoded()) == message)
        #expect(message.encoded() == Array(#"{"transaction":"EQc="}"#.utf8))
    }

    @Test func `a transaction's id in a response is read and written`() throws {
        let message = BeginTransactionResponse(transaction: [17, 7])
        let text = Wire.text(.pretty) { message.write(to: &$0) }
        #expect(text == "{\n  \"transaction\": \"EQc=\"\n}")
        #expect(try BeginTransactionResponse(body: Array(text.utf8)) == message)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `random requests come back from their wire form`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let get = BatchGetDocumentsRequest(
                documents: generator.list(0...4) { $0.randomDocumentName() },
                mask: generator.perhaps { $0.randomMask() },
                consistency: generator.perhaps { $0.randomConsistency() })
            #expect(try BatchGetDocumentsRequest.decode(get.encoded()).get() == get)
            let begin = BeginTransactionRequest(options: generator.randomTransactionOptions())
            #expect(try BeginTransactionRequest.decode(begin.encoded()).get() == begin)
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func randomConsistency() -> Consistency {
        switch int(0...2) {
        case 0: .transaction(bytes(0...9))
        case 1: .newTransaction(randomTransactionOptions())
        default: .readTime(randomVersionTime())
        }
    }

    fileprivate mutating func randomTransactionOptions() -> TransactionOptions {
        oneIn(2)
            ? .readWrite(retry: perhaps { $0.bytes(1...9) })
            : .readOnly(readTime: perhaps { $0.randomVersionTime() })
    }
}
