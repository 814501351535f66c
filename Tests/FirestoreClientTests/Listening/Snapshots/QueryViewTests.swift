import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreClient

struct QueryViewTests {
    private static let orders: [[StructuredQuery.Order]] = [
        [.init(.documentID())], [.init(.documentID(), .descending)],
        [.init(FieldPath(["x"])), .init(.documentID())],
        [
            .init(FieldPath(["x"]), .descending), .init(FieldPath(["y"])),
            .init(.documentID(), .descending),
        ],
    ]

    private func view(_ orders: [StructuredQuery.Order] = orders[2]) throws -> QueryView {
        QueryView(try makeFirestore(), DocumentOrder(orders))
    }

    private func document(_ id: String, _ x: Int, version: Int = 1) -> Document {
        Watching.document(id, ["x": .integer(Int64(x))], version: version)
    }

    private func update(_ put: [Document], _ gone: [String] = []) -> TargetUpdate {
        var changes: [DocumentName: Document?] = [:]
        for document in put { changes[document.name] = document }
        for id in gone { changes.updateValue(nil, forKey: Watching.name(id)) }
        return TargetUpdate(changes: changes, isCurrent: true, readTime: nil)
    }

    /// `added a nil-0`.
    private func words(_ changes: [DocumentChange]) -> [String] {
        func index(_ index: UInt) -> String { index == UInt(Int.max) ? "nil" : "\(index)" }
        return changes.map {
            "\($0.type) \($0.document.documentID) \(index($0.oldIndex))-\(index($0.newIndex))"
        }
    }

    private func ids(_ view: QueryView) -> [String] { view.documents.map(\.documentID) }

    @Test func `documents are in order, and ties in the order of names`() throws {
        var view = try view()
        let changes = view.apply(update([document("c", 1), document("b", 2), document("a", 1)]))
        #expect(ids(view) == ["a", "c", "b"])
        #expect(words(changes) == ["added a nil-0", "added c nil-1", "added b nil-2"])
    }

    @Test func `removed documents come first, then added and then modified ones`() throws {
        var view = try view()
        _ = view.apply(update([document("a", 1), document("b", 2), document("c", 3), document("d", 4)]))
        let changes = view.apply(
            update([document("b", 9), document("e", 0), document("f", 3), document("d", 1)], ["c", "a"]))
        #expect(ids(view) == ["e", "d", "f", "b"])
        #expect(
            words(changes) == [
                "removed a 0-nil", "removed c 1-nil", "added e nil-0", "added f nil-2", "modified d 3-1",
                "modified b 2-3",
            ])
    }

    @Test func `a removed document is reported with its last content`() throws {
        var view = try view()
        _ = view.apply(update([document("a", 1)]))
        let changes = view.apply(update([], ["a"]))
        let change = try #require(changes.first)
        #expect(change.type == .removed)
        #expect(change.document.get("x") as? Int == 1)
    }

    @Test func `a change that keeps the place has one index`() throws {
        var view = try view()
        _ = view.apply(update([document("a", 1), document("b", 2)]))
        let changes = view.apply(update([document("b", 3)]))
        #expect(words(changes) == ["modified b 1-1"])
        #expect(view.documents.last?.get("x") as? Int == 3)
    }

    @Test func `what is the same, or gone before it came, is no change`() throws {
        var view = try view()
        _ = view.apply(update([document("a", 1)]))
        let changes = view.apply(update([document("a", 1)], ["x"]))
        #expect(changes.isEmpty)
        #expect(ids(view) == ["a"])
    }

    @Test func `what a limit pushes out is removed before what comes in is added`() throws {
        var view = try view(QueryViewTests.orders[0])
        _ = view.apply(update([document("a", 1), document("b", 1)]))
        let changes = view.apply(update([document("A", 1)], ["b"]))
        #expect(words(changes) == ["removed b 1-nil", "added A nil-0"])
        #expect(ids(view) == ["A", "a"])
    }

    @Test(arguments: SeededGenerator.seeds(60))
    func `changes in their order make the new list of the old one`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let orders = generator.pick(QueryViewTests.orders)
        let order = DocumentOrder(orders)
        var view = try view(orders)
        var model: [DocumentName: Document] = [:]
        for round in 1...12 {
            var changes: [DocumentName: Document?] = [:]
            for _ in 0..<generator.int(0...10) {
                let id = "\(generator.int(0...14))"
                let isGone = generator.oneIn(3)
                let document = Watching.document(
                    id,
                    [
                        "x": generator.pick([.integer(1), .double(1), .integer(2), .string("s")]),
                        "y": .integer(Int64(generator.int(0...2))),
                    ], version: generator.int(1...3))
                changes.updateValue(isGone ? nil : document, forKey: Watching.name(id))
            }
            var list = view.documents
            let old = model
            for (name, document) in changes { model[name] = document }
            let told = view.apply(TargetUpdate(changes: changes, isCurrent: true, readTime: nil))

            for change in told {
                if change.type != .added {
                    #expect(list.remove(at: Int(change.oldIndex)).documentID == change.document.documentID)
                }
                if change.type != .removed { list.insert(change.document, at: Int(change.newIndex)) }
            }
            let expected = model.values.sorted(by: order.precedes)
            #expect(list.map(\.document) == expected, "round \(round)")
            #expect(view.documents.map(\.document) == expected, "round \(round)")
            let changed = Set(old.keys).union(model.keys).filter { old[$0] != model[$0] }
            #expect(told.count == changed.count)
            #expect(told.map(\.type.kind) == told.map(\.type.kind).sorted())
        }
    }
}

extension DocumentChangeType {
    /// The place of the type in a list of changes.
    fileprivate var kind: Int {
        switch self {
        case .removed: 0
        case .added: 1
        case .modified: 2
        }
    }
}
