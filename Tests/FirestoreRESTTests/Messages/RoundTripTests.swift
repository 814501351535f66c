import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText
import Testing

/// What a client writes, a server reads, and the other way round.
struct RoundTripTests {
    private static let time = Timestamp(seconds: 1_700_000_000, nanoseconds: 123_456_000)
    private static let query = StructuredQuery(
        from: [.init("c", allDescendants: true)], orderBy: [.init(.documentID())])

    private static func bytes(_ write: (inout WireEncoder) -> Void) -> [UInt8] {
        Array(Wire.text(.pretty, write).utf8)
    }

    @Test func `batch writes`() throws {
        let request = BatchWriteRequest(writes: [
            Write(.update(Wire.name("c/a"), ["n": 1], mask: nil), precondition: .exists(false)),
            Write(.delete(Wire.name("c/b"))),
        ])
        let body = Self.bytes {
            $0.object { $0.member("writes") { $0.array(request.writes) { $0.write($1) } } }
        }
        let decoded = try BatchWriteRequest.decode(body)
        #expect(decoded.message == request)
        #expect(decoded.refusal == nil)
        let response = BatchWriteResponse(results: [
            .success(WriteResult(updateTime: Self.time, transformResults: [1])),
            .failure(RPCStatus(.notFound, "no /c/b")), .failure(RPCStatus(.aborted, nil)),
            .success(WriteResult(updateTime: nil)),
        ])
        #expect(try BatchWriteResponse(body: Self.bytes { response.write(to: &$0) }) == response)
        let empty = BatchWriteResponse(results: [])
        #expect(try BatchWriteResponse(body: Self.bytes { empty.write(to: &$0) }) == empty)
    }

    @Test func `aggregations`() throws {
        let request = RunAggregationQueryRequest(
            query: Self.query,
            aggregations: [
                Aggregation(.count(upTo: nil)), Aggregation(.count(upTo: .max), alias: "a b"),
                Aggregation(.sum(FieldPath(["a b", "c"]))),
                Aggregation(.average(FieldPath(["x"])), alias: "x"),
            ], consistency: .readTime(Self.time))
        let decoded = try RunAggregationQueryRequest.decode(request.encoded())
        #expect(decoded.message == request)
        #expect(decoded.refusal == nil)
        let elements: [RunAggregationQueryResponse] = [
            .transaction([1, 2]), .progress(readTime: Self.time),
            .result(["n": 1, "s": .null], readTime: Self.time),
        ]
        let body = Self.bytes { $0.array(elements) { $1.write(to: &$0) } }
        #expect(try RunAggregationQueryResponse.decodeAll(body) == elements)
    }

    @Test func `searches by vectors`() throws {
        var query = Self.query
        for search in [
            FindNearest(FieldPath(["v"]), to: [1, -0.5], by: .cosine, limit: 3),
            FindNearest(
                FieldPath(["m", "v"]), to: [2], by: .dotProduct, limit: 1000, distanceResultField: "d",
                distanceThreshold: 0.25),
        ] {
            query.findNearest = search
            let request = RunQueryRequest(query: query)
            #expect(try RunQueryRequest.decode(request.encoded()).get() == request)
        }
    }

    @Test func `lists of collection ids`() throws {
        for request in [
            ListCollectionIDsRequest(),
            ListCollectionIDsRequest(pageSize: 3, pageToken: "t", readTime: Self.time),
        ] {
            #expect(try ListCollectionIDsRequest(body: request.encoded()) == request)
        }
        for response in [
            ListCollectionIDsResponse(collectionIDs: [], nextPageToken: nil),
            ListCollectionIDsResponse(collectionIDs: ["a", "é"], nextPageToken: "t"),
        ] {
            #expect(try ListCollectionIDsResponse(body: Self.bytes { response.write(to: &$0) }) == response)
        }
    }

    @Test func `partitions`() throws {
        let request = PartitionQueryRequest(
            query: Self.query, partitionCount: 8, pageSize: 2, pageToken: "t", readTime: Self.time)
        #expect(try PartitionQueryRequest.decode(request.encoded()).message == request)
        let response = PartitionQueryResponse(
            partitions: [.init([.reference(Wire.name("c/a"))], before: false)], nextPageToken: "t")
        #expect(try PartitionQueryResponse(body: Self.bytes { response.write(to: &$0) }) == response)
    }

    @Test func `exports, imports and the clock`() throws {
        let export = ExportRequest(database: "d", exportDirectory: "/x", exportName: "n")
        #expect(try ExportRequest(body: export.encoded()) == export)
        let load = ImportRequest(database: "d", exportDirectory: "/x/n.jsonl")
        #expect(try ImportRequest(body: load.encoded()) == load)
        for request in [.time(Self.time), .advance(seconds: 5, nanoseconds: 1_000), .system] as [ClockRequest]
        {
            #expect(try ClockRequest(body: request.encoded()) == request)
        }
        let response = ClockResponse(time: Self.time, system: false, stopped: true)
        #expect(try ClockResponse(body: Self.bytes { response.write(to: &$0) }) == response)
    }

    @Test func `documents on lines`() throws {
        let document = Document(
            name: Wire.name("c/a"), fields: ["s": "a\nb", "n": .double(.nan)], createTime: Self.time,
            updateTime: Self.time)
        let line = DocumentLine.encode(document)
        #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
        #expect(try DocumentLine.decode(line) == document)
    }
}
