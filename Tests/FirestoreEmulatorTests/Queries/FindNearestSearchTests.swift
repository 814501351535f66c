import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Searching by vectors")
struct FindNearestSearchTests {
    private static func document(_ id: String, _ vector: [Double]) -> StoredDocument {
        let collection = CollectionPath(parent: nil, id: ResourceID("c"))
        let value: MapValue = ["__type__": "__vector__", "value": .array(vector.map { .double($0) })]
        return StoredDocument(
            name: DocumentName(DatabaseID(project: "p"), DocumentPath(collection, ResourceID(id))),
            fields: ["v": .map(value)], createTime: .zero, updateTime: .zero)
    }

    private static func distance(_ measure: FindNearest.DistanceMeasure, _ a: [Double], _ b: [Double])
        -> Value?
    {
        let search = FindNearest(FieldPath(["v"]), to: a, by: measure, limit: 1, distanceResultField: "d")
        return search.nearest(of: [document("a", b)]).first?.fields["d"]
    }

    /// Distances that Google's emulator has given, to the last digit.
    @Test func `distances come out to the last digit`() {
        let query = [-2.474191958610464, 1.6344297795063643, 1.9166260690658197]
        #expect(Self.distance(.euclidean, query, [0.2, 0.2, 0.2]) == .double(3.4865020414202994))
        #expect(Self.distance(.cosine, [0.1, 0.2], [-1, -1]) == .double(1.948683298050514))
        #expect(Self.distance(.dotProduct, [0.1, 0.2], [1, 1]) == .double(0.30000000000000004))
    }

    @Test func `the result is a copy, and what is stored stays as it was`() {
        let document = Self.document("a", [1, 0])
        let search = FindNearest(
            FieldPath(["v"]), to: [1, 0], by: .euclidean, limit: 1, distanceResultField: "v")
        #expect(search.nearest(of: [document]).first?.fields["v"] == .double(0))
        #expect(document.fields["v"] != .double(0))
    }
}
