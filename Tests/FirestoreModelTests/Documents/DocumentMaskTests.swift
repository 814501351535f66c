import FirestoreModel
import Testing

struct DocumentMaskTests {
    private static let fields: MapValue = [
        "a": 1, "m": .map(["x": 1, "y": .map(["p": 2, "q": 3]), "e": .map([:])]), "e": .map([:]), "s": 9,
        "arr": [.map(["x": 1])], "a.b": 5, "only": .map(["z": 1]),
    ]

    /// The answers are those of Google's emulator.
    @Test(
        arguments: [
            ([], [:]),
            ([["a"]], ["a": 1]),
            ([["s"], ["a"]], ["a": 1, "s": 9]),
            ([["a"], ["a"]], ["a": 1]),
            ([["m"]], ["m": .map(["x": 1, "y": .map(["p": 2, "q": 3]), "e": .map([:])])]),
            ([["m", "x"]], ["m": .map(["x": 1])]),
            ([["m", "y", "q"], ["m", "x"]], ["m": .map(["x": 1, "y": .map(["q": 3])])]),
            ([["m", "y"], ["m", "y", "q"]], ["m": .map(["y": .map(["p": 2, "q": 3])])]),
            ([["m", "none"]], [:]), ([["only", "none"]], [:]), ([["none"]], [:]), ([["__name__"]], [:]),
            ([["e"]], ["e": .map([:])]), ([["e", "x"]], [:]),
            ([["m", "e"]], ["m": .map(["e": .map([:])])]), ([["m", "e", "x"]], [:]),
            ([["a", "x"]], [:]), ([["arr", "x"]], [:]),
            ([["a.b"]], ["a.b": 5]), ([["a", "b"]], [:]),
            ([["m", "y", "none"], ["s"]], ["s": 9]),
            ([["m", "x"], ["m"], ["m", "none"]], ["m": fields["m"] ?? .null]),
            ([[], ["s"]], ["s": 9]),
        ] as [([[String]], MapValue)])
    func `a mask leaves what it names`(paths: [[String]], expected: MapValue) {
        let mask = DocumentMask(paths.map { FieldPath($0) })
        #expect(mask.project(Self.fields) == expected)
    }

    @Test func `the fields keep their order`() {
        let mask = DocumentMask([["s"], ["m"], ["a"]].map { FieldPath($0) })
        #expect(mask.project(Self.fields).map(\.name.string) == ["a", "m", "s"])
    }
}
