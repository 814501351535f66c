import FirestoreModel
import FirestoreREST
import JSONText
import Testing

/// Names and times are read and written with the help of those before them, which must not show.
struct NamesInARowTests {
    private static let names =
        [
            "c/a", "c/b", "c/é", "c/a/d/b", "c/a/d/c", "d/a", "c/.a", "c/__id7__", "c/__x__", "c/.", "c/..",
            "c/",
            "c/a/", "c/a/d", "c//", "c", "", "c/_a", "c/a.b", "c/" + String(repeating: "x", count: 1501),
        ].map { "\(Wire.root)/\($0)" } + ["projects/demo/databases/other/documents/c/a", "", "c/a"]

    @Test(arguments: names)
    func `a name is read after another one as it is alone`(name: String) {
        for first in ["c/a", "c/a/d/a", "c/é"] {
            func result(_ names: [String]) -> Result<Write?, RPCStatus> {
                Result { () throws(RPCStatus) in
                    try Wire.commit(names.map { #"{"delete":"\#($0)"}"# }.joined(separator: ",")).last
                }
            }
            #expect(result(["\(Wire.root)/\(first)", name]) == result([name]))
        }
    }

    @Test(arguments: [JSONWriter.Style.compact, .pretty])
    func `documents are written after others as they are alone`(style: JSONWriter.Style) throws {
        let times = [Timestamp(seconds: 5, nanoseconds: 0), Timestamp(seconds: 5, nanoseconds: 1000)]
        let paths = [
            "c/a", "c/b", "c/\"é\"", "c/\u{2028}", "c/a/d/b", "c/b/d/b", "c/a/d/c", "d/b", "c\"/a", "c\"/b",
            "c/a",
        ]
        var names = paths.map(Wire.name)
        names.append(DocumentName(DatabaseID(project: "demo", database: "other"), names[0].path))
        names.append(DocumentName(DatabaseID(project: "p\"", database: "other"), names[0].path))
        let documents = names.enumerated().map { index, name in
            Document(
                name: name, fields: ["r": .reference(names[index / 2]), "t": .timestamp(times[index % 2])],
                createTime: times[index / 2 % 2], updateTime: times[index / 4 % 2])
        }
        let together = Wire.text(style) { writer in
            writer.object { $0.member("x") { $0.array(documents) { $0.document($1) } } }
        }
        let apart = documents.map { document in
            Wire.text(style) { writer in
                writer.object { $0.member("x") { $0.array([document]) { $0.document($1) } } }
            }
        }
        // What stands around the one element stands around all of them.
        let around = try #require(apart[0].firstRange(of: #"{\#(style == .pretty ? "\n    " : "")"name""#))
        let head = apart[0][..<around.lowerBound]
        let tail = style == .pretty ? "]\n}" : "]}"
        let inner = apart.map { $0.dropFirst(head.count).dropLast(tail.count) }
        #expect(together == head + inner.joined(separator: style == .pretty ? ", " : ",") + tail)
    }
}
