import JSONText
import RealtimeDatabaseModel
import Testing

@Suite("Reading of writes")
struct DataReaderTests {
    private func read(_ text: String, over existing: String = "null", at path: String = "") throws -> String {
        let existing = try node(existing)
        return try DataReader(now: 1_700_000_000_000).node(
            try JSONParser.parse(Array(text.utf8)), over: existing, at: try DatabasePath(path)
        ).json
    }

    @Test func `the time of the server is one for all of a write`() throws {
        #expect(
            try read(#"{"a": {".sv": "timestamp"}, "b": [{".sv": "timestamp"}]}"#)
                == #"{"a":1700000000000,"b":[1700000000000]}"#)
    }

    @Test func `increments add to what is there`() throws {
        #expect(try read(#"{".sv": {"increment": 2}}"#, over: "5") == "7")
        #expect(
            try read(#"{"a": {".sv": {"increment": -0.5}}}"#, over: #"{"a": 1, "b": 9}"#) == #"{"a":0.5}"#)
        for existing in ["null", #""5""#, "true", #"{"a": 1}"#] {
            #expect(try read(#"{".sv": {"increment": 2}}"#, over: existing) == "2")
        }
    }

    @Test(arguments: [
        #"{".sv": "time"}"#, #"{".sv": {"increment": "1"}}"#, #"{".sv": {"increment": 1, "a": 1}}"#,
        #"{".sv": "timestamp", "a": 1}"#, #"{".sv": 1}"#, #"{".sv": {"increment": 1e308}}"#,
    ])
    func `server values of another form are refused`(text: String) {
        #expect(throws: DataProblem.self) { try read(text, over: "1e308") }
    }

    @Test func `priorities are left out`() throws {
        #expect(try read(#"{".value": 5, ".priority": 1}"#) == "5")
        #expect(try read(#"{"a": 1, ".priority": "x"}"#) == #"{"a":1}"#)
        #expect(throws: DataProblem.self) { try read(#"{".value": 5, "a": 1}"#) }
    }

    @Test func `the depth counts from the root`() throws {
        let path = Array(repeating: "a", count: 31).joined(separator: "/")
        #expect(try read(#"{"a": 1}"#, at: path) == #"{"a":1}"#)
        #expect(throws: DataProblem.self) { try read(#"{"a": {"b": 1}}"#, at: path) }
    }

    @Test func `a text has at most ten megabytes`() throws {
        let text = String(repeating: "x", count: 10 << 20)
        #expect(try read("\"\(text)\"").utf8.count == text.utf8.count + 2)
        #expect(throws: DataProblem.self) { try read("\"\(text)x\"") }
    }
}
