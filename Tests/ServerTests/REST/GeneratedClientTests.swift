import FirestoreClient
import HTTPTypes
import TestSupport
import Testing

/// Requests as Google's generated clients send them over REST.
@Suite("Requests of generated clients")
struct GeneratedClientTests {
    private static let alt = "?%24alt=json%3Benum-encoding%3Dint"

    @Test(arguments: [
        (":batchGet", #"{"documents": []}"#),
        (":runQuery", #"{"structuredQuery": {"from": [{"collectionId": "c"}]}}"#),
        (
            ":runAggregationQuery",
            #"{"structuredAggregationQuery": {"structuredQuery": {"from": [{"collectionId": "c"}]}, "aggregations": [{"count": {}}]}}"#
        ),
    ])
    func `what is streamed to them ends with the array`(verb: String, body: String) async throws {
        let server = try TestServer()
        let answer = try await server.exchange(.post, verb + Self.alt, body: body)
        #expect(answer.status == 200)
        #expect(answer.text.hasSuffix(server.isGoogles ? "\n]\n" : "\n]"))
        #expect(try await server.exchange(.post, verb, body: body).text.hasSuffix("\n]\n"))
    }
}
