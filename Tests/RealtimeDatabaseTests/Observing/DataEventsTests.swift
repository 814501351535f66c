import RealtimeDatabase
import RealtimeDatabaseModel
import TestSupport
import Testing

/// The events of a change, without a stream.
@Suite struct DataEventsTests {
    private func text(_ events: [DataEvent]) -> [String] {
        events.map { event in
            let name = event.key?.string ?? "-"
            let before = event.previousKey.map { " after \($0.string)" } ?? ""
            return "\(event.type) \(name)\(before) \(event.node.json)"
        }
    }

    private func node(_ json: String) throws -> DataNode { try DataNode(json: Array(json.utf8)) }

    private func change(
        _ old: String, _ new: String, _ order: DataQuery.Order = .key
    ) throws -> [String] {
        text(DataEvents(query: DataQuery(order: order)).change(from: try node(old), to: try node(new)))
    }

    @Test func `at first every child is added, and then comes the whole value`() throws {
        let events = DataEvents(query: DataQuery(order: .key))
        #expect(
            text(events.initial(try node(#"{"b":2,"10":1,"9":0}"#))) == [
                "childAdded 9 0", "childAdded 10 after 9 1", "childAdded b after 10 2",
                #"value - {"9":0,"10":1,"b":2}"#,
            ])
        #expect(text(events.initial(.null)) == ["value - null"])
        #expect(text(events.initial(.string("leaf"))) == [#"value - "leaf""#])
    }

    @Test func `children leave before others come, and changes follow, all in order`() throws {
        #expect(
            try change(#"{"a":1,"b":1,"c":1,"d":1}"#, #"{"d":2,"b":2,"x":1,"e":1}"#) == [
                "childRemoved a 1", "childRemoved c 1", "childAdded e after d 1", "childAdded x after e 1",
                "childChanged b 2", "childChanged d after b 2", #"value - {"b":2,"d":2,"e":1,"x":1}"#,
            ])
    }

    @Test func `a child moves when what orders it has changed`() throws {
        let path = try DatabasePath("n")
        let (old, new) = (
            #"{"a":{"n":1},"b":{"n":2},"c":{"n":3}}"#, #"{"a":{"n":9},"b":{"n":2,"t":"x"},"c":{"n":3}}"#
        )
        #expect(
            try change(old, new, .child(path)).dropLast() == [
                #"childMoved a after c {"n":9}"#, #"childChanged b {"n":2,"t":"x"}"#,
                #"childChanged a after c {"n":9}"#,
            ])
        #expect(try change(old, new).filter { $0.hasPrefix("childMoved") } == [])
        #expect(
            try change(#"{"a":1,"b":2}"#, #"{"a":3,"b":2}"#, .value).dropLast() == [
                "childMoved a after b 3", "childChanged a after b 3",
            ])
    }

    @Test func `a leaf that becomes children adds them, and the other way round removes them`() throws {
        #expect(try change("1", #"{"a":1}"#) == ["childAdded a 1", #"value - {"a":1}"#])
        #expect(try change(#"{"a":1}"#, "1") == ["childRemoved a 1", "value - 1"])
        #expect(try change(#"{"a":1}"#, "null") == ["childRemoved a 1", "value - null"])
    }

    /// Applies events to a list of children, as a view of an app does.
    private struct List {
        var keys: [DataKey] = []
        var values: [DataKey: DataNode] = [:]

        mutating func apply(_ event: DataEvent) {
            guard let key = event.key else { return }
            if event.type != .childChanged { keys.removeAll { $0 == key } }
            values[key] = event.type == .childRemoved ? nil : event.node
            guard event.type == .childAdded || event.type == .childMoved else { return }
            let place = event.previousKey.flatMap { keys.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            keys.insert(key, at: place)
        }
    }

    @Test(arguments: SeededGenerator.seeds(40))
    func `a list that follows the events is the data in its order`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let order: DataQuery.Order =
            switch generator.int(0...2) {
            case 0: .key
            case 1: .value
            default: .child(try DatabasePath("n"))
            }
        let query = DataQuery(order: order)
        let events = DataEvents(query: query)
        /// Changes one child, or, where none can move, several.
        func changed(_ node: DataNode) -> DataNode {
            var node = node
            for _ in 0..<(order == .key ? generator.int(1...6) : 1) {
                let number = DataNode.number(Double(generator.int(0...3)))
                let path = DatabasePath([DataKey("k\(generator.int(0...7))")])
                let value = generator.int(0...3) == 0 ? .null : number
                node.set(value, at: order == .value ? path : path.appending(DataKey("n")))
            }
            return node
        }
        var (list, old) = (List(), changed(changed(.null)))
        for event in events.initial(old) { list.apply(event) }
        for _ in 0..<40 {
            let new = changed(old)
            for event in events.change(from: old, to: new) { list.apply(event) }
            old = new
            #expect(list.keys == query.sorted(new.children).map(\.key))
            for (key, value) in new.children { #expect(list.values[key] == value) }
            #expect(list.values.count == new.children.count)
        }
    }
}
