import FirestoreModel
import Testing

struct MapValueFieldPathTests {
    private static let fields: MapValue = ["a": 1, "m": .map(["x": 1, "y": 2]), "z": 3]

    @Test(
        arguments: [
            (["a"], 1), (["m", "x"], 1), (["m"], .map(["x": 1, "y": 2])), (["none"], nil),
            (["m", "none"], nil),
            (["a", "x"], nil), ([], nil),
        ] as [([String], Value?)])
    func `a path finds a value`(names: [String], expected: Value?) {
        #expect(Self.fields[FieldPath(names)] == expected)
    }

    @Test func `no path leads into a vector`() {
        let vector = Value.map(["__type__": "__vector__", "value": [.double(1.5)]])
        var fields: MapValue = ["v": vector]
        let path = FieldPath(["v", "value"])
        #expect(fields[path] == nil)
        #expect(DocumentMask([path]).project(fields).isEmpty)
        fields.remove(at: path)
        #expect(fields == ["v": vector])
        fields.set(9, at: path)
        #expect(fields == ["v": .map(["value": 9])])
    }

    /// The answers, with their order, are those of Google's emulator.
    @Test(
        arguments: [
            (["a"], ["m": .map(["x": 1, "y": 2]), "z": 3, "a": 9]),
            (["m", "x"], ["a": 1, "z": 3, "m": .map(["y": 2, "x": 9])]),
            (["m", "n"], ["a": 1, "z": 3, "m": .map(["x": 1, "y": 2, "n": 9])]),
            (["a", "q"], ["m": .map(["x": 1, "y": 2]), "z": 3, "a": .map(["q": 9])]),
            (
                ["n", "p", "q"],
                ["a": 1, "m": .map(["x": 1, "y": 2]), "z": 3, "n": .map(["p": .map(["q": 9])])]
            ),
            ([], ["a": 1, "m": .map(["x": 1, "y": 2]), "z": 3]),
        ] as [([String], MapValue)])
    func `setting makes maps on the way and moves them to the end`(names: [String], expected: MapValue) {
        var fields = Self.fields
        fields.set(9, at: FieldPath(names))
        #expect(fields == expected)
        #expect(Array(fields.names) == Array(expected.names))
        #expect(
            fields["m"]?.mapValue.map { Array($0.names) } == expected["m"]?.mapValue.map { Array($0.names) })
    }

    @Test(
        arguments: [
            (["m", "x"], ["a": 1, "z": 3, "m": .map(["y": 2])]),
            (["m"], ["a": 1, "z": 3]),
            (["m", "none"], ["a": 1, "m": .map(["x": 1, "y": 2]), "z": 3]),
            (["a", "none"], ["a": 1, "m": .map(["x": 1, "y": 2]), "z": 3]),
            (["none", "none"], ["a": 1, "m": .map(["x": 1, "y": 2]), "z": 3]),
            ([], ["a": 1, "m": .map(["x": 1, "y": 2]), "z": 3]),
        ] as [([String], MapValue)])
    func `removing takes away what is there`(names: [String], expected: MapValue) {
        var fields = Self.fields
        fields.remove(at: FieldPath(names))
        #expect(fields == expected)
        #expect(Array(fields.names) == Array(expected.names))
    }

    @Test func `a map that loses its last field stays`() {
        var fields: MapValue = ["m": .map(["x": 1])]
        fields.remove(at: FieldPath(["m", "x"]))
        #expect(fields == ["m": .map([:])])
    }

    /// By the hashes of the names, as Google's emulator does, whose rules see the order: "p" falls before "a", and "b" behind it.
    @Test func `a mask takes its fields over in an order of its own`() {
        var fields: MapValue = ["z": 0]
        let mask = DocumentMask(["b", "a", "z", "p"].map { FieldPath([$0]) })
        fields.update(with: ["b": 1, "a": 2, "p": 3], mask)
        #expect(fields == ["p": 3, "a": 2, "b": 1])
        #expect(Array(fields.names) == ["p", "a", "b"])
    }
}
