import FirestoreModel
import Testing

struct ResourceIDTests {
    @Test(
        arguments: [
            ("", .empty), (".", .dots), ("..", .dots), ("a/b", .containsSlash), ("__x__", .reserved),
            ("_____", .reserved), ("__\n__", .reserved), ("__id__", .reserved), ("__idx__", .reserved),
            ("__id07__", .reserved), ("__id0__", .reserved), ("__id-0__", .reserved), ("__id+5__", .reserved),
            ("__id-__", .reserved),
            ("__id\u{301}5__", .reserved), ("__id9223372036854775808__", .notAnInteger),
            ("__id-9223372036854775809__", .notAnInteger), (String(repeating: "x", count: 1501), .tooLong),
            (String(repeating: "é", count: 751), .tooLong),
        ] as [(String, ResourceID.Problem)])
    func `an id that Firestore refuses has a problem`(id: String, problem: ResourceID.Problem) {
        #expect(ResourceID(id).problem == problem)
        #expect(ResourceID(id).problemOfCollection != nil)
    }

    @Test(arguments: [
        "a", "...", "____", "__x", "x__", "__x_", "a b", "\u{0}", "*", "`", "é", "😀", "a.b", "__id5",
        String(repeating: "x", count: 1500), String(repeating: "é", count: 750),
    ])
    func `other ids are good ones`(id: String) {
        #expect(ResourceID(id).problem == nil)
        #expect(ResourceID(id).problemOfCollection == nil)
    }

    @Test(
        arguments: [
            ("__id7__", 7), ("__id-5__", -5), ("__id9223372036854775807__", .max),
            ("__id-9223372036854775808__", .min),
        ] as [(String, Int64)])
    func `a numeric id is good for a document, not for a collection`(id: String, number: Int64) {
        #expect(ResourceID(id).number == number)
        #expect(ResourceID(id).problem == nil)
        #expect(ResourceID(id).problemOfCollection == .reserved)
    }

    @Test func `numeric ids come first, by number`() {
        let ids = [
            "__id-10__", "__id-9__", "__id2__", "__id10__", "\u{0}", "A", "__id07__", "__idx__", "_a", "a",
        ]
        .map { ResourceID($0) }
        for (index, left) in ids.enumerated() {
            for (otherIndex, right) in ids.enumerated() {
                #expect(left.compare(to: right) == ComparisonOrder(index, otherIndex), "\(left) to \(right)")
            }
        }
    }
}
