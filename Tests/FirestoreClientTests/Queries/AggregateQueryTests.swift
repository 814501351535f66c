import FirestoreClient
import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct AggregateQueryTests {
    private func answer(_ fields: String) -> ScriptedTransport.Step {
        .json(#"[{"result":{"aggregateFields":\#(fields)},"readTime":"2026-01-02T03:04:05Z"}]"#)
    }

    @Test func `aggregations are sent with the query and read by their fields`() async throws {
        let transport = ScriptedTransport([
            answer(
                """
                {"aggregate_0":{"integerValue":"2"},"aggregate_1":{"integerValue":"150"},
                 "aggregate_2":{"doubleValue":75},"aggregate_3":{"nullValue":null}}
                """)
        ])
        let fields: [AggregateField] = [.count(), .sum("m.pages"), .average("m.pages"), .average("none")]
        let snapshot = try await makeFirestore(transport).collection("c").whereField("a", isEqualTo: 1)
            .aggregate(fields).getAggregation(source: .server)
        let request = try #require(transport.requests.first)
        #expect(request.line.hasSuffix("/documents:runAggregationQuery"))
        let sent = try JSONParser.parse(request.body)["structuredAggregationQuery"]
        #expect(
            sent?["aggregations"]?.array?.map(\.compactText) == [
                #"{"alias":"aggregate_0","count":{}}"#,
                #"{"alias":"aggregate_1","sum":{"field":{"fieldPath":"m.pages"}}}"#,
                #"{"alias":"aggregate_2","avg":{"field":{"fieldPath":"m.pages"}}}"#,
                #"{"alias":"aggregate_3","avg":{"field":{"fieldPath":"none"}}}"#,
            ])
        #expect(snapshot.count == 2)
        let sum = snapshot.get(.sum(FieldPath(["m", "pages"])))
        #expect(sum as? Int == 150 && sum as? Double == 150 && sum as? NSNumber == 150)
        #expect(snapshot.get(.average("m.pages")) as? Int64 == 75)
        #expect(snapshot.get(.average("none")) is NSNull)
        #expect(snapshot.get(.sum("other")) == nil)
    }

    @Test func `a count that was not asked for is recognizable`() async throws {
        let transport = ScriptedTransport([answer(#"{"aggregate_0":{"integerValue":"1"}}"#)])
        let snapshot = try await makeFirestore(transport).collection("c").aggregate([.sum("n")])
            .getAggregation(source: .server)
        #expect(snapshot.count == -1)
    }

    @Test func `a bad field is refused before anything is sent`() async throws {
        let query = try makeFirestore().collection("c").aggregate([.sum("a..b")])
        let error = try await failure { () async throws(FirestoreError) in
            try await query.getAggregation(source: .server)
        }
        #expect(error.code == .invalidArgument)
    }
}
