import JSONText
import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Updates of several paths")
struct DatabaseUpdateTests {
    private func updated(_ root: String, at path: String = "", _ patch: String) throws(DataProblem) -> String
    {
        do {
            var root = try node(root)
            let update = try DatabaseUpdate(
                patch: try JSONParser.parse(Array(patch.utf8)), at: try DatabasePath(path), of: root,
                reader: DataReader(now: 9))
            update.apply(to: &root)
            return root.json
        } catch let error as DataProblem {
            throw error
        } catch {
            throw DataProblem("\(error)")
        }
    }

    @Test func `children that are not named stay`() throws {
        #expect(try updated(#"{"a": 1, "b": 2}"#, #"{"b": 3, "c": 4}"#) == #"{"a":1,"b":3,"c":4}"#)
        #expect(try updated(#"{"a": 1, "b": 2}"#, #"{"b": null}"#) == #"{"a":1}"#)
        #expect(try updated(#"{"a": 1}"#, "{}") == #"{"a":1}"#)
        #expect(try updated(#"{"a": {"x": 1, "y": 2}}"#, #"{"a": {"y": 3}}"#) == #"{"a":{"y":3}}"#)
    }

    @Test func `names may be paths`() throws {
        #expect(
            try updated(#"{"u": {"a": {"x": 1, "y": 2}}}"#, at: "u", #"{"a/x": 5, "/b/z/": 6}"#)
                == #"{"u":{"a":{"x":5,"y":2},"b":{"z":6}}}"#)
    }

    @Test func `increments see what is at their own path`() throws {
        #expect(
            try updated(
                #"{"n": {"a": 1, "b": 2}}"#,
                #"{"n/a": {".sv": {"increment": 1}}, "n/b": {".sv": {"increment": 1}}}"#)
                == #"{"n":{"a":2,"b":3}}"#)
    }

    @Test(arguments: [
        #"{"a": 1, "a/b": 2}"#, #"{"a/b": 1, "a": 2}"#, #"{"a/b": 1, "/a/b": 2}"#, #"{"": 1}"#, #"{"/": 1}"#,
        #"{"a.b": 1}"#, #"{"a": {"b.c": 1}}"#, "[1]", "1", "null", #""a""#,
    ])
    func `what is no update is refused`(patch: String) {
        #expect(problem { () throws(DataProblem) in try updated("null", patch) } != nil)
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `paths that lie within each other are found`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let paths = generator.list(1...6) { $0.path(1...3) }
            // Of one name the last value counts, before anything else.
            let sorted = Set(paths).sorted()
            let distinct = generator.oneIn(2) ? sorted : sorted.shuffled(using: &generator)
            let parts = try distinct.map { try DatabasePath($0) }
            let overlap = parts.indices.contains { index in
                parts.indices.contains { $0 != index && parts[$0].contains(parts[index]) }
            }
            let patch = "{" + distinct.map { "\"\($0)\": 1" }.joined(separator: ",") + "}"
            #expect(
                (problem { () throws(DataProblem) in try updated("null", patch) } != nil) == overlap,
                "\(patch)")
        }
    }
}
