import JSONText
import RulesCore
import Testing

@Suite("What a language has built in")
struct BuiltInTests {
    private static let words = BuiltIn(
        .method, "split", ["text.split(text) -> list"], "The parts of a text.")
    private static let abs = BuiltIn(
        .function, "math.abs", ["math.abs(int) -> int", "math.abs(float) -> float"], "Without its sign.")
    private static let size = BuiltIn(
        .method, "size", ["a", "b", "c", "d", "e"].map { "\($0).size() -> int" }, "How many there are.")

    private let language = LanguageReference(
        id: "some", title: "Some language",
        [.init("Texts", [words]), .init("Numbers", [abs, size])])

    @Test func `a name may leave out the package or type and have empty brackets`() {
        #expect(language.named("math.abs").map(\.name) == ["math.abs"])
        #expect(language.named("abs()").map(\.name) == ["math.abs"])
        #expect(language.named("text.split()").map(\.name) == ["split"])
        #expect(language.named("e.size").map(\.name) == ["size"])
        #expect(language.named("bs").isEmpty && language.named("math").isEmpty)
        #expect(language.named("math.split").isEmpty && language.named("text").isEmpty)
    }

    @Test func `hints name the signatures, of many only the first`() {
        #expect(Self.abs.usage == "usage: math.abs(int) -> int, or math.abs(float) -> float")
        #expect(
            language.builtIns.suggestion(for: "sise")
                == "did you mean a.size() -> int, or b.size() -> int, or c.size() -> int, or d.size() -> int, …?"
        )
        #expect(language.builtIns.suggestion(for: "nothing") == nil)
    }

    @Test func `text, JSON and Markdown say the same`() {
        #expect(
            language.overview == [
                "Some language: Texts", "  split     The parts of a text.", "", "Some language: Numbers",
                "  math.abs  Without its sign.", "  size      How many there are.",
            ])
        #expect(
            language.lines(Self.abs) == [
                "Some language: function math.abs", "  math.abs(int) -> int", "  math.abs(float) -> float",
                "  Without its sign.",
            ])
        #expect(
            language.json(Self.words).compactText
                == #"{"language":"some","kind":"method","name":"split","signatures":["text.split(text) -> list"],"#
                + #""documentation":"The parts of a text."}"#)
        #expect(
            language.markdown.prefix(7) == [
                "## Some language", "", "### Texts", "", "| | |", "|---|---|",
                "| `text.split(text) -> list` | The parts of a text. |",
            ])
    }
}
