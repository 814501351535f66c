import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("A document while it is written")
struct DocumentDraftTests {
    /// The orders are those in which Google's emulator 1.19.9 shows the fields to rules.
    @Test(arguments: [
        (["alpha", "mid", "zeta"], ["zeta", "alpha", "mid"]), (["n", "m"], ["m", "n"]),
        (["zeta.a", "mid", "alpha", "q"], ["zeta", "q", "alpha", "mid"]),
    ])
    func `transforms set their fields in Google's order, and report in that of the request`(
        paths: [String], order: [String]
    ) throws {
        let transforms = paths.enumerated().map { place, path in
            FieldTransform(
                FieldPath(path.split(separator: ".").map(String.init)),
                .increment(.integer(Int64(place))))
        }
        let name = DocumentName(
            DatabaseID(project: "p"),
            try #require(DocumentPath(segments: ["c", "a"].map { ResourceID($0) })))
        var draft = DocumentDraft(stored: nil, requestTime: .zero)
        let results = draft.apply(Write(.update(name, [:], mask: nil), transforms: transforms))
        #expect(results == paths.indices.map { Value.integer(Int64($0)) })
        #expect(draft.fields?.map { $0.0.string } == order)
    }

    @Test func `a field that a transform leaves as it is stays where it is`() throws {
        let name = DocumentName(
            DatabaseID(project: "p"), try #require(DocumentPath(segments: ["c", "a"].map { ResourceID($0) })))
        var draft = DocumentDraft(stored: nil, requestTime: .zero)
        let transforms = [
            FieldTransform(FieldPath(["t"]), .increment(.integer(1))),
            FieldTransform(FieldPath(["z"]), .maximum(.integer(1))),
        ]
        _ = draft.apply(Write(.update(name, ["z": 5, "b": 5], mask: nil), transforms: transforms))
        #expect(draft.fields?.map { $0.0.string } == ["z", "b", "t"])
    }
}
