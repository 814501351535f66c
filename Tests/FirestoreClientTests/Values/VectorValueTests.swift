import FirestoreClient
import JSONText
import TestSupport
import Testing

@Suite struct VectorValueTests {
    private let vector =
        #"{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"},"value":{"arrayValue":{"values":[{"doubleValue":1.0},{"doubleValue":2.5}]}}}}}"#

    @Test func `vectors are written and read as vectors`() async throws {
        let transport = ScriptedTransport([
            .json(commitJSON()), .json(documentJSON("c/d", #"{"v":\#(vector)}"#)),
        ])
        let reference = try makeFirestore(transport).document("c/d")
        try await reference.setData(["v": FieldValue.vector([1, 2.5])])
        let write = try JSONParser.parse(transport.requests[0].body)["writes"]?.array?.first
        #expect(write?["update"]?["fields"]?["v"]?.compactText == vector)
        #expect(try await reference.getDocument()["v"] as? VectorValue == VectorValue([Float(1), 2.5]))
    }

    @Test func `the nearest vectors are asked for`() async throws {
        let transport = ScriptedTransport([.json(#"[{"readTime":"2026-01-02T03:04:05Z"}]"#)])
        _ = try await makeFirestore(transport).collection("c").findNearest(
            vectorField: FieldPath(["v"]), queryVector: VectorValue([1.0, 2.5]), limit: 3,
            distanceMeasure: .cosine,
            distanceResultField: "distance", distanceThreshold: 0.5
        ).getDocuments()
        let nearest = try JSONParser.parse(transport.requests[0].body)["structuredQuery"]?["findNearest"]
        #expect(nearest?["vectorField"]?["fieldPath"]?.string == "v")
        #expect(nearest?["queryVector"]?.compactText == vector)
        #expect(nearest?["distanceMeasure"]?.string == "COSINE")
        #expect(nearest?["distanceResultField"]?.string == "distance")
    }
}
