import CoreValues
import FoundationEssentials
import Testing

struct ExactTextTests {
    private struct Label: ExactText, Codable {
        let string: String

        init(_ string: String) { self.string = string }
    }

    private static let composed: Label = "é"
    private static let decomposed: Label = "e\u{301}"

    @Test func `texts that are canonically equivalent are two`() {
        let (composed, decomposed) = (Self.composed, Self.decomposed)
        #expect(composed != decomposed)
        #expect(decomposed < composed)
        #expect(Set([composed, decomposed, "é"]).count == 2)
        #expect([composed: 1, decomposed: 2][decomposed] == 2)
    }

    @Test func `a literal and an interpolation make one`() {
        let labels: [Label] = ["a", "a\(1)"]
        #expect(labels.map(\.string) == ["a", "a1"])
        #expect("\(labels[1])" == "a1")
    }

    @Test func `JSON holds it as a string, byte for byte`() throws {
        let labels = [Self.composed, Self.decomposed]
        let data = try JSONEncoder().encode(labels)
        #expect(String(decoding: data, as: UTF8.self).utf8.elementsEqual("[\"é\",\"e\u{301}\"]".utf8))
        #expect(try JSONDecoder().decode([Label].self, from: data) == labels)
    }
}
