import JSONText
import TestSupport

/// Names, the good ones and those that are not.
extension ExchangeGenerator {
    static let ids = ["a", "b", "c", "é", "__id7__", "z9"]
    static let documentFields = ["n", "s", "m", "arr", "x y", "v", "a.b", "`"]
    static let fieldPaths = [
        "n", "s", "m.k", "m", "arr", "`x y`", "m.j", "n.q", "m.`a b`", "`n`", "v", "`a.b`", "`\\``",
    ]
    private static let oddFieldPaths = [
        "", " ", "a..b", ".a", "a.", "`", "``", "`a", "a`", "1a", "a-b", "a b", "`a b`.c", "__name__",
        "`__name__`", "__x__", "a.__x__", "a.__name__", "__name__.a", "é", "`é`", "[*]", "*", "a[0]",
        "`a.b`.c",
        "`a\\\\b`", "`a\\`b`", "`a\\nb`", "`\n`", "\\", "__", "___", "`__`", "__type__", "m.__type__", "n .s",
        "{{1499*x}}", "{{1500*x}}", "v.value", "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t",
        "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u", "`a`b", "`a``b`", "__key__", "`1`", "_", "A1_",
    ]
    private static let oddNames = [
        "", " ", "a.b", "`", "\\", "__a__", "__name__", "__type__", "__", "é", "1", "{{1500*x}}",
        "{{1501*x}}",
        "\u{0}", "/", "__key__", "n n", "____", "\n",
    ]
    private static let oddIDs = [
        "", ".", "..", "__x__", "__id__", "__id-1__", "__id01__", "__id9223372036854775808__", "{{1500*x}}",
        "{{1501*x}}", "a b", "__", "____", "\u{0}", "é", "%41", "a:b", "[1]", "*", "`", "__id0__", "\n",
        "...",
    ]
    /// What comes before the id of a collection in the name of a document.
    private static let oddRoots = [
        "", "/", "x", "projects", "projects/{{project}}", "projects/{{project}}/databases/(default)",
        "projects/{{project}}/databases/(default)/", "{{documents}}/", "/{{documents}}", "{{documents}}//",
        "projects//databases/(default)/documents", "projects/{{project}}/databases//documents",
        "project/{{project}}/databases/(default)/documents", "{{documents}}/c", "{{documents}}/c/a",
        "projects/{{project}}/databases/(default)/document",
        "Projects/{{project}}/databases/(default)/documents",
        "projects/{{project}}/database/(default)/documents", "{{documents}}/__x__/a", "{{documents}}/c/..",
    ]

    mutating func collection() -> String { random.pick(["c", "c", "d", "c/a/sub"]) }

    mutating func documentName() -> JSON {
        slips(15) ? .string(oddDocument()) : "{{documents}}/\(collection())/\(id())"
    }

    /// The id of a document.
    mutating func id() -> String { slips(15) ? random.pick(Self.oddIDs) : random.pick(Self.ids) }

    /// The id of a document or a collection, of which a server may say that it is none.
    mutating func oddID() -> String { random.pick(Self.oddIDs) }

    /// Something where the name of a document should stand.
    mutating func oddDocument() -> String {
        switch random.int(0...3) {
        case 0: "{{documents}}/\(random.pick(Self.oddIDs))/a"
        case 1: "{{documents}}/c/\(random.pick(Self.oddIDs))"
        case 2: random.pick(Self.oddRoots)
        default: random.pick(Self.oddRoots) + "/c/a"
        }
    }

    /// A document that only transactions touch.
    mutating func guardedName() -> JSON { "{{documents}}/t/\(random.pick(Self.ids))" }

    mutating func reference() -> JSON {
        ["referenceValue": "{{documents}}/\(random.pick(["c", "c", "c", "d", "c/a/sub"]))/\(id())"]
    }

    mutating func fieldPath() -> String {
        slips(10) ? random.pick(Self.oddFieldPaths) : random.pick(Self.fieldPaths)
    }

    mutating func oddName() -> String { random.pick(Self.oddNames) }

    mutating func someFieldPaths(_ count: ClosedRange<Int>) -> [String] {
        var paths = some(count, of: Self.fieldPaths)
        if slips(6) { paths.append(random.pick(Self.oddFieldPaths)) }
        if !paths.isEmpty, slips(12) { paths.append(paths[0]) }
        return paths
    }
}
