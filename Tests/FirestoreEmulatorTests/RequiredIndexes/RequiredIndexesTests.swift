import FirestoreEmulator
import FirestoreModel
import FirestoreREST
import HTTPTransport
import HTTPTypes
import Testing

@Suite("An emulator that requires indexes")
struct RequiredIndexesTests {
    private static func answer(
        _ emulator: Emulator, _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
    )
        async throws -> (status: Int, text: String)
    {
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "e",
            path: "/v1/projects/p/databases/(default)/documents" + path,
            headerFields: [.authorization: "Bearer owner"])
        let response = try await emulator.transport.send(request, body: Array(body.utf8))
        return (response.head.status.code, String(decoding: response.body, as: UTF8.self))
    }

    @Test func `a query, an aggregation and a list without their index are refused with the entry to add`()
        async throws
    {
        let emulator = Emulator(
            configuration: EmulatorConfiguration(indexes: try IndexConfiguration(json: "{}")))
        let query = """
            {"from": [{"collectionId": "c"}], "where": {"fieldFilter": {"field": {"fieldPath": "a"}, "op": "EQUAL",
            "value": {"integerValue": 1}}}, "orderBy": [{"field": {"fieldPath": "t"}, "direction": "DESCENDING"}]}
            """
        let answers = [
            try await Self.answer(emulator, .post, ":runQuery", "{\"structuredQuery\": \(query)}"),
            try await Self.answer(
                emulator, .post, ":runAggregationQuery",
                "{\"structuredAggregationQuery\": {\"structuredQuery\": \(query), \"aggregations\": [{\"count\": {}}]}}"
            ),
        ]
        for answer in answers {
            #expect(answer.status == 400)
            let error = try #require(ErrorBody.decode(Array(answer.text.utf8), httpStatus: 400))
            #expect(error.code == .failedPrecondition)
            #expect(
                error.message == """
                    The query requires an index. Add this entry to "indexes" in firestore.indexes.json: \
                    {"collectionGroup":"c","queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"},\
                    {"fieldPath":"t","order":"DESCENDING"}]}
                    """)
        }
        #expect(try await Self.answer(emulator, .get, "/c?orderBy=a,t").status == 400)
        #expect(try await Self.answer(emulator, .get, "/c?orderBy=a").status == 200)
        #expect(try await Self.answer(emulator, .get, "/c").status == 200)
        #expect(
            try await Self.answer(Emulator(), .post, ":runQuery", "{\"structuredQuery\": \(query)}").status
                == 200)
    }

    @Test func `an emulator names the index that production needs for a query`() async throws {
        func answer(_ body: String, indexes: String? = nil) async throws -> (Int, String) {
            let configuration = try indexes.map { try IndexConfiguration(json: $0) }
            let emulator = Emulator(configuration: EmulatorConfiguration(indexes: configuration))
            let request = HTTPRequest(
                method: .post, scheme: "http", authority: "e", path: "/emulator/v1/projects/p:requiredIndex",
                headerFields: [.authorization: "Bearer owner", .contentType: "application/json"])
            let response = try await emulator.transport.send(request, body: Array(body.utf8))
            let text = String(decoding: response.body, as: UTF8.self)
            return (response.head.status.code, text.split(separator: "\n").joined())
        }
        func body(_ where: String) -> String {
            """
            {"parent": "projects/p/databases/(default)/documents", "structuredQuery": {"from": [{"collectionId": "c"}],
            "where": {"fieldFilter": {"field": {"fieldPath": "\(`where`)"}, "op": "EQUAL", "value": {"integerValue": 1}}},
            "orderBy": [{"field": {"fieldPath": "t"}, "direction": "DESCENDING"}]}}
            """
        }
        let entry = """
            {"collectionGroup":"c","queryScope":"COLLECTION","fields":[{"fieldPath":"a","order":"ASCENDING"},\
            {"fieldPath":"t","order":"DESCENDING"}]}
            """
        #expect(try await answer(body("a")) == (200, "{\"list\":\"indexes\",\"entry\":\(entry)}"))
        #expect(
            try await answer(body("a"), indexes: "{\"indexes\":[\(entry)]}")
                == (200, "{\"list\":\"indexes\",\"entry\":\(entry),\"isConfigured\":true}"))
        #expect(try await answer(body("t")) == (200, "{}"))
        #expect(try await answer("{}").0 == 400)
        #expect(
            try await answer("{\"parent\":\"x\",\"structuredQuery\":{\"from\":[{\"collectionId\":\"c\"}]}}").0
                == 400)
    }
}
