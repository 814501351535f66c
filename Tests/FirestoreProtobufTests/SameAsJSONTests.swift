import FirestoreModel
import FirestoreProtobuf
import FirestoreREST
import FirestoreRPC
import JSONText
import TestSupport
import Testing

/// A message means the same in both forms of the wire, and is refused for the same reason.
@Suite("The same as JSON")
struct SameAsJSONTests {
    private static let root = "projects/demo/databases/(default)"

    /// Decodes the same message from both forms. Only content is compared: JSON of a wrong form has no other form.
    ///
    /// - Returns: False if there was nothing to compare.
    private static func compare<Request: ProtobufRequest & Equatable>(
        _ json: JSON, as message: String, _ decode: ([UInt8]) throws(RPCStatus) -> Decoded<Request>
    ) throws -> Bool {
        var writer = JSONWriter(.compact)
        writer.tree(json)
        let text = writer.bytes
        guard let expected = try? decode(text), let bytes = try? Transcoder.encode(json, as: message)
        else { return false }
        let decoded = try Addressed<Request>(protobuf: bytes).request
        var comment: Comment { Comment(rawValue: String(decoding: text, as: UTF8.self)) }
        #expect(decoded.refusal == expected.refusal, comment)
        if expected.refusal == nil { #expect(decoded.message == expected.message, comment) }
        return true
    }

    private static func tree(_ message: some WireMessage) throws -> JSON {
        try JSONParser.parse(message.encoded())
    }

    private static func compare(commit json: JSON) throws -> Bool {
        try compare(json, as: "CommitRequest") { bytes throws(RPCStatus) in try CommitRequest.decode(bytes) }
    }

    private static func compare(query json: JSON) throws -> Bool {
        try compare(json, as: "RunQueryRequest") { bytes throws(RPCStatus) in
            try RunQueryRequest.decode(bytes)
        }
    }

    private static func compare(aggregation json: JSON) throws -> Bool {
        try compare(json, as: "RunAggregationQueryRequest") { bytes throws(RPCStatus) in
            try RunAggregationQueryRequest.decode(bytes)
        }
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `random commits`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let request = CommitRequest(
                writes: random.list(0...4) { $0.randomWrite() },
                transaction: random.perhaps { $0.bytes(1...9) })
            let json = try Self.tree(request)
            #expect(try Self.compare(commit: json))
            for _ in 0..<10 { _ = try Self.compare(commit: random.mutated(json)) }
        }
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `random queries`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let request = RunQueryRequest(
                query: random.randomQuery(), consistency: random.randomConsistency())
            let json = try Self.tree(request)
            #expect(try Self.compare(query: json))
            for _ in 0..<10 { _ = try Self.compare(query: random.mutated(json)) }
        }
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `random aggregations and searches`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let request = RunAggregationQueryRequest(
                query: random.randomQuery(),
                aggregations: random.list(1...3) { random in
                    let alias = random.perhaps { $0.randomWord() }
                    return switch random.int(0...2) {
                    case 0: Aggregation(.count(upTo: random.perhaps { Int64($0.int(0...9)) }), alias: alias)
                    case 1: Aggregation(.sum(random.randomFieldPath()), alias: alias)
                    default: Aggregation(.average(random.randomFieldPath()), alias: alias)
                    }
                }, consistency: random.randomConsistency())
            var json = try Self.tree(request)
            #expect(try Self.compare(aggregation: json))
            for _ in 0..<10 { _ = try Self.compare(aggregation: random.mutated(json)) }
            var query = random.randomQuery()
            query.findNearest = FindNearest(
                random.randomFieldPath(), to: random.list(1...3) { Double($0.int(-9...9)) },
                by: random.pick(FindNearest.DistanceMeasure.allCases), limit: random.int(1...1000),
                distanceResultField: random.perhaps { FieldName($0.randomWord()) },
                distanceThreshold: random.perhaps { Double($0.int(0...9)) })
            json = try Self.tree(RunQueryRequest(query: query))
            #expect(try Self.compare(query: json))
            for _ in 0..<10 { _ = try Self.compare(query: random.mutated(json)) }
        }
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `random reads by name, transactions and partitions`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let names = random.list(0...4) { $0.randomDocumentName() }
            let read = try Self.tree(
                BatchGetDocumentsRequest(
                    documents: names, mask: random.perhaps { $0.randomMask() },
                    consistency: random.randomConsistency()))
            let begin = try Self.tree(BeginTransactionRequest(options: random.randomOptions()))
            let partition = try Self.tree(
                PartitionQueryRequest(
                    query: random.randomQuery(), partitionCount: Int64(random.int(-1...5)),
                    pageSize: random.int(0...3), pageToken: random.perhaps { $0.randomWord() },
                    readTime: random.perhaps { $0.randomVersionTime() }))
            for index in 0..<10 {
                func variant(_ json: JSON) -> JSON { index == 0 ? json : random.mutated(json) }
                let compared = try [
                    Self.compare(variant(read), as: "BatchGetDocumentsRequest") { bytes throws(RPCStatus) in
                        try BatchGetDocumentsRequest.decode(bytes)
                    },
                    Self.compare(variant(begin), as: "BeginTransactionRequest") { bytes throws(RPCStatus) in
                        try BeginTransactionRequest.decode(bytes)
                    },
                    Self.compare(variant(partition), as: "PartitionQueryRequest") { bytes throws(RPCStatus) in
                        try PartitionQueryRequest.decode(bytes)
                    },
                ]
                if index == 0 { #expect(compared == [true, true, true]) }
            }
        }
    }

    @Test func `a batch that writes a document twice`() throws {
        let write: JSON = ["delete": .string("\(Self.root)/documents/c/a")]
        for writes: [JSON] in [[write], [write, write], [write, [:], [:]]] {
            #expect(
                try Self.compare(["writes": .array(writes)], as: "BatchWriteRequest") {
                    bytes throws(RPCStatus) in try BatchWriteRequest.decode(bytes)
                })
        }
    }

    /// Messages that random changes seldom make.
    @Test(arguments: [
        #"{"verify":"$N"}"#, #"{"verify":"$N","currentDocument":{}}"#, "{}",
        #"{"delete":"$N","updateMask":{}}"#,
        #"{"update":{"name":"$N","fields":{"a":{}}}}"#,
        #"{"update":{"name":"$N","fields":{"a":{"arrayValue":{"values":[{"arrayValue":{}}]}}}}}"#,
        #"{"update":{"name":"$N","fields":{"a":{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"}}}}}}}"#,
        #"{"update":{"name":"$N","fields":{"__a__":{"nullValue":null}}}}"#,
        #"{"update":{"name":"$N","fields":{"a":{"geoPointValue":{"latitude":91,"longitude":-1e9}}}}}"#,
        #"{"update":{"name":"$N","fields":{"a":{"fieldReferenceValue":"x"}}}}"#,
        #"{"transform":{"document":"$N","fieldTransforms":[]}}"#,
        #"{"update":{"name":"$N"},"updateTransforms":[{"fieldPath":"a"},{"fieldPath":"a.b"}]}"#,
        #"{"update":{"name":"$N"},"updateTransforms":[{"fieldPath":"a","increment":{"stringValue":"1"}}]}"#,
        #"{"update":{"name":"$N"},"updateTransforms":[{"fieldPath":"__name__","setToServerValue":"REQUEST_TIME"}]}"#,
        #"{"delete":"$N","currentDocument":{"updateTime":"1960-01-01T00:00:00Z"}}"#,
    ])
    func `a refused write`(write: String) throws {
        let text = #"{"writes":[\#(write)]}"#.replacing("$N", with: "\(Self.root)/documents/c/a")
        let json = try JSONParser.parse(Array(text.utf8))
        #expect(try Self.compare(commit: json))
        #expect(try CommitRequest.decode(Array(text.utf8)).refusal != nil)
    }
}

extension SeededGenerator {
    fileprivate mutating func randomConsistency() -> Consistency? {
        switch int(0...3) {
        case 0: nil
        case 1: .transaction(bytes(1...9))
        case 2: .newTransaction(randomOptions())
        default: .readTime(randomVersionTime())
        }
    }

    fileprivate mutating func randomOptions() -> TransactionOptions {
        oneIn(2)
            ? .readWrite(retry: perhaps { $0.bytes(1...9) })
            : .readOnly(readTime: perhaps { $0.randomVersionTime() })
    }

    /// A tree with one change: a member left out or emptied, an element left out or repeated, a text replaced.
    fileprivate mutating func mutated(_ json: JSON) -> JSON {
        switch json {
        case .object(var members):
            if members.isEmpty { return json }
            let index = int(0...members.count - 1)
            switch int(0...7) {
            case 0: members.remove(at: index)
            case 1: members[index] = JSON.Member(members[index].name, .object([]))
            default: members[index] = JSON.Member(members[index].name, mutated(members[index].value))
            }
            return .object(members)
        case .array(var elements):
            if elements.isEmpty { return json }
            let index = int(0...elements.count - 1)
            switch int(0...7) {
            case 0: elements.remove(at: index)
            case 1: elements.append(elements[index])
            default: elements[index] = mutated(elements[index])
            }
            return .array(elements)
        case .string:
            return .string(
                pick(["", "__x__", "a/b", ".", "a..b", "-1", "1969-12-31T00:00:00.0000001Z", "AND"]))
        case .number: return .number(pick(["-1", "0", "2147483647"]))
        case .boolean(let flag): return .boolean(!flag)
        case .null: return .null
        }
    }
}
