import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Nodes of a Realtime Database")
struct DataNodeTests {
    @Test func `what is left empty is not there`() throws {
        var root = try node(#"{"a": {"b": 1}, "c": 2}"#)
        root.set(.null, at: try DatabasePath("a/b"))
        #expect(root.json == #"{"c":2}"#)
        root.set(.null, at: try DatabasePath("c"))
        #expect(root == .null)
        #expect(try node(#"{"a": {}, "b": [], "c": {"d": null}}"#) == .null)
    }

    @Test func `removing what is below a value leaves the value`() throws {
        var root = try node(#"{"a": 1}"#)
        root.set(.null, at: try DatabasePath("a/b/c"))
        #expect(root.json == #"{"a":1}"#)
        root.set(.boolean(true), at: try DatabasePath("a/b"))
        #expect(root.json == #"{"a":{"b":true}}"#)
    }

    @Test func `a copy keeps what it held`() throws {
        var root = try node(#"{"a": {"b": 1}}"#)
        let copy = root
        root.set(.number(2), at: try DatabasePath("a/b"))
        #expect(copy.json == #"{"a":{"b":1}}"#)
        #expect(root.json == #"{"a":{"b":2}}"#)
    }

    @Test func `lists come back as lists when at least half of them is there`() throws {
        #expect(try node("[1, null, 3]").json == "[1,null,3]")
        #expect(try node(#"{"0": "a", "2": "b"}"#).json == #"["a",null,"b"]"#)
        #expect(try node(#"{"0": "a", "4": "b"}"#).json == #"{"0":"a","4":"b"}"#)
        #expect(try node(#"{"0": "a", "x": "b"}"#).json == #"{"0":"a","x":"b"}"#)
        #expect(try node(#"{"-1": "a", "0": "b"}"#).json == #"{"-1":"a","0":"b"}"#)
    }

    @Test func `keys that are numbers come first, in their order`() throws {
        let children = try node(#"{"b": 1, "10": 1, "9": 1, "-5": 1, "a": 1, "007": 1, "2147483648": 1}"#)
            .children
        #expect(children.map(\.key.string) == ["-5", "007", "9", "10", "2147483648", "a", "b"])
    }

    @Test func `texts that look alike are different keys`() throws {
        let root = try node("{\"\u{E9}\": 1, \"e\u{301}\": 2}")
        #expect(root.children.count == 2)
        #expect(root.child(DataKey("e\u{301}")) == .number(2))
    }

    @Test func `whole numbers are written without a point, others in their shortest form`() throws {
        #expect(
            try node("[1.0, 1.5, 1e3, 1700000000000, -0.1, 1e300]").json
                == "[1,1.5,1000,1700000000000,-0.1,1e+300]")
    }

    @Test(arguments: [
        #"{"a.b": 1}"#, #"{"": 1}"#, #"{"a/b": 1}"#, #"{"$a": 1}"#, #"{"a#": 1}"#, #"{"[": 1}"#,
        "{\"a\\u0001\": 1}",
        #"{".sv": "timestamp"}"#, #"{".value": 1, "a": 2}"#, "1e999",
    ])
    func `what no database holds is refused`(json: String) {
        #expect(throws: DataProblem.self) { try node(json) }
    }

    @Test func `depth, keys and texts have limits`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        }
        #expect(try node(nested(32)).isNull == false)
        #expect(throws: DataProblem.self) { try node(nested(33)) }
        let key = String(repeating: "k", count: 768)
        #expect(try node("{\"\(key)\": 1}").isNull == false)
        #expect(throws: DataProblem.self) { try node("{\"\(key)k\": 1}") }
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `a tree does what dictionaries do`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var root = DataNode.null
        var leaves: [String: Double] = [:]
        for step in 0..<500 {
            let path = (0...generator.int(0...2)).map { _ in generator.pick(["a", "b", "3", "12"]) }.joined(
                separator: "/")
            let isRemoval = generator.int(0...2) == 0
            let isBelowValue = leaves.keys.contains { path.hasPrefix($0 + "/") }
            if !isRemoval || !isBelowValue {
                leaves = leaves.filter {
                    !$0.key.hasPrefix(path + "/") && !path.hasPrefix($0.key + "/") && $0.key != path
                }
                if !isRemoval { leaves[path] = Double(step) }
            }
            root.set(isRemoval ? .null : .number(Double(step)), at: try DatabasePath(path))
            #expect(flattened(root) == leaves, "seed \(seed), step \(step)")
        }
    }

    private func flattened(_ node: DataNode, _ path: String = "") -> [String: Double] {
        if case .number(let number) = node { return [path: number] }
        var result: [String: Double] = [:]
        for (key, child) in node.children {
            result.merge(flattened(child, path.isEmpty ? key.string : "\(path)/\(key.string)")) { $1 }
        }
        return result
    }
}
