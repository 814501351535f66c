import FirestoreModel
import Testing

struct ValueSizeTests {
    private static let database = DatabaseID(project: "p", database: "d")

    private static func document(_ ids: String..., fields: MapValue = [:]) -> Document? {
        DocumentPath(segments: ids.map { ResourceID($0) }).map {
            Document(name: DocumentName(database, $0), fields: fields)
        }
    }

    private static func vector(_ count: Int) -> Value {
        .map(["__type__": "__vector__", "value": .array(Array(repeating: .double(1), count: count))])
    }

    /// Every figure was measured on Google's emulator, by filling a document up to the last byte that it takes.
    @Test(
        arguments: [
            (Value.null, 1), (true, 1), (1, 8), (.double(1.5), 8), (.timestamp(.zero), 8),
            ("é😀", 7), ("", 1), (.bytes([]), 0), (.bytes([1, 2, 3]), 3),
            (.geoPoint(GeoPoint(latitude: 0, longitude: 0)), 16),
            ([], 1), ([1, .null], 9), (.map([:]), 1), (.map(["abc": 1]), 12),
            ([.map([:])], 1), (.map(["k": []]), 3), (vector(3), 24), (vector(5), 40),
        ] as [(Value, Int)])
    func `a value counts as many bytes as in Google's emulator`(value: Value, size: Int) {
        #expect(value.storageSize == size)
    }

    @Test func `a reference counts its path`() {
        #expect(Self.document("c", "mm").map { Value.reference($0.name).storageSize } == 21)
        #expect(Self.document("c", "__id5__").map { Value.reference($0.name).storageSize } == 26)
    }

    @Test func `a document counts its path, its fields and 32 bytes`() {
        #expect(Self.document("sz", "a")?.storageSize == 53)
        #expect(Self.document("c", "d", "e", "f")?.storageSize == 56)
        #expect(Self.document("sz", "__id5__")?.storageSize == 59)
        #expect(Self.document("sz", "a", fields: ["é": .null])?.storageSize == 57)
    }
}
