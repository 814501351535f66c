import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreEmulator

/// Queries through indexes must find what reading through the collection finds.
@Suite("Indexed queries")
struct IndexedQueryTests {
    private static let database = DatabaseID(project: "p")
    private static let collection = CollectionPath(parent: nil, id: ResourceID("c"))
    private static let fields = ["a", "b", "m.k", "list"].map { path in
        FieldPath(path.split(separator: ".").map(String.init))
    }

    private static func name(_ number: Int) -> DocumentName {
        DocumentName(database, DocumentPath(collection, ResourceID("d\(number)")))
    }

    /// Few values, so that there are ties, matches and misses.
    private static func value(_ generator: inout SeededGenerator) -> Value {
        generator.pick([
            .null, false, true, 1, 2, 3, .double(1), .double(2.5), .double(.nan), "x", "y", .bytes([1]),
            [1, 2], ["x"], [],
            .map(["k": 1]), .timestamp(.zero), .reference(name(3)),
        ])
    }

    private static func document(_ number: Int, at time: Int64, _ generator: inout SeededGenerator)
        -> StoredDocument
    {
        var map = MapValue()
        for field in ["a", "b", "m", "list"] where !generator.oneIn(5) {
            switch field {
            case "m": map["m"] = .map(["k": value(&generator)])
            case "list": map["list"] = .array(generator.list(0...3) { $0.pick([1, 2, "x", .double(2)]) })
            default: map[FieldName(field)] = value(&generator)
            }
        }
        let time = Timestamp(seconds: time, nanoseconds: 0)
        return StoredDocument(name: name(number), fields: map, createTime: time, updateTime: time)
    }

    private static func filter(_ generator: inout SeededGenerator, depth: Int = 0) -> Filter {
        if depth < 2, generator.oneIn(3) {
            let filters = generator.list(1...3) { filter(&$0, depth: depth + 1) }
            return generator.oneIn(2) ? .and(filters) : .or(filters)
        }
        let field = generator.pick(fields)
        switch generator.int(0...9) {
        case 0: return .unary(field, generator.pick(Filter.UnaryOperator.allCases))
        case 1: return .field(field, .in, .array(generator.list(1...3) { value(&$0) }))
        case 2: return .field(FieldPath(["list"]), .arrayContains, generator.pick([1, 2, "x"]))
        case 3: return .field(FieldPath(["list"]), .arrayContainsAny, [1, "x"])
        case 4:
            let name = Value.reference(name(generator.int(0...200)))
            return .field(.documentID(), generator.pick([.equal, .lessThan, .greaterThanOrEqual]), name)
        default:
            return .field(
                field,
                generator.pick([
                    .equal, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .notEqual,
                ]),
                value(&generator))
        }
    }

    private static func query(_ generator: inout SeededGenerator) -> StructuredQuery {
        var query = StructuredQuery(from: [StructuredQuery.CollectionSelector("c")])
        if !generator.oneIn(4) { query.filter = filter(&generator) }
        for field in fields where generator.oneIn(4) {
            query.orderBy.append(.init(field, generator.oneIn(2) ? .ascending : .descending))
        }
        if generator.oneIn(3) {
            query.orderBy.append(.init(.documentID(), generator.oneIn(2) ? .ascending : .descending))
        }
        func cursor() -> StructuredQuery.Cursor? {
            guard !query.orderBy.isEmpty, generator.oneIn(3) else { return nil }
            let count = generator.int(1...query.orderBy.count)
            let values = query.orderBy.prefix(count).map { order in
                order.field.isDocumentID ? .reference(name(generator.int(0...200))) : value(&generator)
            }
            return StructuredQuery.Cursor(values, before: generator.oneIn(2))
        }
        query.startAt = cursor()
        query.endAt = cursor()
        query.limit = generator.perhaps { $0.int(0...20) }
        query.offset = generator.oneIn(3) ? generator.int(0...5) : 0
        return query
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `an index finds what reading through finds, also after writes`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var state = DatabaseState()
        var time: Int64 = 0
        func write(_ number: Int) {
            time += 1
            let document = generator.oneIn(8) ? nil : Self.document(number, at: time, &generator)
            if let document {
                state.set(Self.name(number).path, to: document)
            } else {
                state.delete(Self.name(number).path, at: Timestamp(seconds: time, nanoseconds: 0))
            }
        }
        for number in 0..<200 { write(number) }
        var compared = 0
        for _ in 0..<150 {
            let query = Self.query(&generator)
            guard let plan = try? QueryPlan(query, in: Self.database, parent: nil), plan.refusal == nil else {
                continue
            }
            state.addIndexes(plan.missingIndexes(of: state.collection(Self.collection)), to: Self.collection)
            let indexed = plan.run(on: state)
            let read = plan.run(on: state, usesIndexes: false)
            #expect(
                indexed.documents.map(\.name) == read.documents.map(\.name), "\(query), seed \(seed)")
            #expect(indexed.skipped == read.skipped)
            compared += read.documents.isEmpty ? 0 : 1
            for _ in 0..<10 { write(generator.int(0...219)) }
        }
        #expect(compared > 30, "too few queries found anything")
    }

    @Test func `a query looks at what it returns, not at what is stored`() throws {
        var state = DatabaseState()
        for number in 0..<5000 {
            let fields: MapValue = [
                "n": .integer(Int64(number)), "kind": number.isMultiple(of: 2) ? "even" : "odd",
            ]
            state.set(
                Self.name(number).path,
                to: StoredDocument(
                    name: Self.name(number), fields: fields, createTime: .zero, updateTime: .zero))
        }
        let plan = try QueryPlan(
            StructuredQuery(
                from: [StructuredQuery.CollectionSelector("c")],
                filter: .field(FieldPath(["kind"]), .equal, "odd"),
                orderBy: [StructuredQuery.Order(FieldPath(["n"]), .descending)], limit: 3), in: Self.database,
            parent: nil)
        state.addIndexes(plan.missingIndexes(of: state.collection(Self.collection)), to: Self.collection)
        #expect(plan.missingIndexes(of: state.collection(Self.collection)).isEmpty)
        let scan = try #require(plan.scans.first)
        #expect(scan.definition.parts.count == 2)
        var cursor = try #require(
            MatchCursor(plan: plan, scan: scan, collection: state.collection(Self.collection)))
        #expect(cursor.next()?.document.name == Self.name(4999))
        #expect(plan.run(on: state).documents.map(\.name.path.id.string) == ["d4999", "d4997", "d4995"])
    }
}
