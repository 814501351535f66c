import FirestoreModel
import FirestoreRPC
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Targets of listeners")
struct ListenTargetTests {
    private static let parent = DatabaseID.test.description + "/documents"

    private static func make(_ query: StructuredQuery) throws -> ListenTarget {
        try ListenTarget(Target(.query(query, parent: parent), id: 1), id: 1, in: .test)
    }

    @Test(arguments: SeededGenerator.seeds(300))
    func `the difference between two states is that of the results`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var old = DatabaseState()
        for _ in 0..<Int.random(in: 0...400, using: &generator) { Self.change(&old, &generator) }
        var new = old
        for _ in 0..<Int.random(in: 0...30, using: &generator) { Self.change(&new, &generator) }
        if Int.random(in: 0...9, using: &generator) == 0 { new.deleteAll(at: .make(2)) }

        let target = try Self.make(Self.randomQuery(&generator))
        let difference = target.difference(from: old, to: new)
        let (before, after) = (target.documents(in: old), target.documents(in: new))
        let changed = after.filter { document in !before.contains { $0 === document } }
        let gone = before.filter { document in !after.contains { $0.name == document.name } }
        #expect(Set(difference.changed.map(\.name)) == Set(changed.map(\.name)), "seed \(seed)")
        #expect(difference.changed.count == changed.count, "seed \(seed)")
        #expect(
            Set(difference.left.map(\.name))
                == Set(gone.map(\.name).filter { new.document($0.path) != nil }), "seed \(seed)")
        #expect(
            Set(difference.deleted) == Set(gone.map(\.name).filter { new.document($0.path) == nil }),
            "seed \(seed)")
        #expect(difference.left.allSatisfy { new.document($0.name.path) === $0 }, "seed \(seed)")
    }

    private static func change(_ state: inout DatabaseState, _ generator: inout SeededGenerator) {
        let collection = ["c", "d", "c/m1/d", "e/x/c"].randomElement(using: &generator) ?? "c"
        let path = "\(collection)/m\(Int.random(in: 0...150, using: &generator))"
        if Int.random(in: 0...3, using: &generator) == 0 {
            state.delete(DocumentName.make(path).path, at: .make(2))
        } else {
            let fields: MapValue = [
                "n": .integer(.random(in: 0...5, using: &generator)),
                "s": Bool.random(using: &generator) ? "a" : "b",
            ]
            state.set(DocumentName.make(path).path, to: .make(path, fields))
        }
    }

    private static func randomQuery(_ generator: inout SeededGenerator) -> StructuredQuery {
        let id = ["c", "d", ""].randomElement(using: &generator) ?? "c"
        var query = StructuredQuery(from: [.init(id, allDescendants: Bool.random(using: &generator))])
        let n = FieldPath(["n"])
        // Without a collection's id there are only names.
        if !id.isEmpty, Bool.random(using: &generator) {
            query.filter = .field(n, .greaterThan, .integer(.random(in: 0...4, using: &generator)))
        }
        if !id.isEmpty, Bool.random(using: &generator) {
            query.orderBy = [.init(n, Bool.random(using: &generator) ? .ascending : .descending)]
            query.startAt = .init([3], before: Bool.random(using: &generator))
        }
        if Bool.random(using: &generator) { query.limit = .random(in: 1...20, using: &generator) }
        if Int.random(in: 0...3, using: &generator) == 0 { query.offset = 2 }
        return query
    }

    @Test func `documents that do not change are not compared`() throws {
        let old = DatabaseState.make([.make("c/a"), .make("c/b")])
        var new = old
        new.set(DocumentName.make("d/a").path, to: .make("d/a"))
        #expect(try Self.make(StructuredQuery(from: [.init("c")])).difference(from: old, to: new).isEmpty)
    }

    @Test func `a target is known by its content`() throws {
        let query = StructuredQuery(from: [.init("c")], limit: 3)
        #expect(try Self.make(query).tag == Self.make(query).tag)
        var other = query
        other.limit = 4
        #expect(try Self.make(query).tag != Self.make(other).tag)
    }

    @Test func `responses are taken in parts, by number and by size`() throws {
        let target = try Self.make(StructuredQuery(from: [.init("c")]))
        var output = ListenOutput()
        output.append((0..<600).map { .make("c/\($0)") }, in: target)
        var counts: [Int] = []
        while !output.isEmpty { counts.append(output.take().count) }
        #expect(counts == [256, 256, 88])
        let large: MapValue = ["t": .string(String(repeating: "x", count: 200_000))]
        output.append((0..<5).map { .make("c/\($0)", large) }, in: target)
        #expect(output.take().count == 2)
        output.append(TargetChange(.noChange))
        #expect(output.take().count == 2)
        #expect(output.take().words == ["c/4 -> 1", "boundary"])
        #expect(output.isEmpty)
    }
}
