import FirestoreModel
import FirestoreREST
import Testing

/// A name is read with the help of the one before it, which must not show.
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
}
