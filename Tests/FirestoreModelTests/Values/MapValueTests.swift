import FirestoreModel
import Testing

struct MapValueTests {
    private func names(_ map: MapValue) -> [String] { map.map(\.name.string) }

    @Test func `equality does not look at the order`() {
        let left: MapValue = ["a": 1, "b": ["x"]]
        let right: MapValue = ["b": ["x"], "a": 1]
        #expect(left == right)
        #expect(names(left) != names(right))
    }

    @Test func `maps with other names, values or counts differ`() {
        let map: MapValue = ["a": 1, "b": 2]
        for other in [["a": 1], ["a": 1, "c": 2], ["a": 1, "b": 3], ["a": 1, "b": 2, "c": 3]] as [MapValue] {
            #expect(map != other)
            #expect(other != map)
        }
    }

    @Test func `a composed and a decomposed name are two fields`() {
        var map: MapValue = ["é": 1]
        map["e\u{301}"] = 2
        #expect(map.count == 2)
        #expect(map["é"] == 1)
        #expect(map["e\u{301}"] == 2)
    }

    @Test func `of pairs with one name the last one counts, at the place of the first`() {
        let map = MapValue(pairs: [("a", 1), ("b", 2), ("a", 3)])
        #expect(map == ["a": 3, "b": 2])
        #expect(names(map) == ["a", "b"])
    }

    @Test func `replacing keeps the place, moving to the end does not`() {
        var map: MapValue = ["a": 1, "b": 2, "c": 3]
        map["a"] = 4
        #expect(names(map) == ["a", "b", "c"])
        map.moveToEnd("b", 5)
        #expect(names(map) == ["a", "c", "b"])
        map["a"] = nil
        #expect(names(map) == ["c", "b"])
    }

    @Test func `a vector is a map with the right type`() {
        #expect((["__type__": "__vector__", "value": []] as MapValue).isVector)
        #expect(!(["__type__": "vector"] as MapValue).isVector)
        #expect(!(["__type__": 1] as MapValue).isVector)
        #expect(!([:] as MapValue).isVector)
    }
}
