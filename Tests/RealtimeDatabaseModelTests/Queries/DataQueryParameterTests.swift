import RealtimeDatabaseModel
import TestSupport
import Testing

@Suite("Parameters of queries")
struct DataQueryParameterTests {
    private func query(_ text: String) throws(DataProblem) -> DataQuery? {
        try DataQuery(
            parameters: text.split(separator: "&").map { item in
                let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), String(parts[1]))
            })
    }

    @Test func `without parameters of a query there is none`() throws {
        #expect(try query("") == nil)
        #expect(try query("print=pretty&auth=x") == nil)
    }

    @Test func `each parameter finds its place`() throws {
        #expect(
            try query(#"orderBy="a/b"&startAt=3&endBefore="x","k"&limitToLast=5"#)
                == DataQuery(
                    order: .child(try DatabasePath("a/b")), start: DataQuery.Bound(.number(3)),
                    end: DataQuery.Bound(.string("x"), key: "k", includesEqual: false), limit: .last(5)))
        #expect(
            try query(#"orderBy="$key"&startAfter="a"&endAt="b"&limitToFirst=1"#)
                == DataQuery(
                    order: .key, start: DataQuery.Bound(.string("a"), includesEqual: false),
                    end: DataQuery.Bound(.string("b")), limit: .first(1)))
        let equal = DataQuery.Bound(.boolean(true))
        #expect(
            try query(#"orderBy="$value"&equalTo=true"#) == DataQuery(order: .value, start: equal, end: equal)
        )
        #expect(try query(#"orderBy="$priority""#) == DataQuery(order: .priority))
        let null = DataQuery.Bound(.null)
        #expect(
            try query(#"orderBy="a"&equalTo=null"#)
                == DataQuery(order: .child(try DatabasePath("a")), start: null, end: null))
    }

    @Test(arguments: [
        ("limitToFirst=1", "orderBy must be defined when other query parameters are defined"),
        ("startAt=1", "orderBy must be defined when other query parameters are defined"),
        ("orderBy=a", "orderBy must be valid JSON: texts have quotes around them"),
        ("orderBy=1", "orderBy must be a valid JSON encoded path"),
        (#"orderBy="""#, "orderBy must be a valid JSON encoded path"),
        (#"orderBy="$key"&startAt=1"#, #"a range of keys must be given by texts when orderBy is "$key""#),
        (#"orderBy="$key"&limitToFirst=0"#, "limitToFirst must be a positive integer"),
        (#"orderBy="$key"&limitToLast=-1"#, "limitToLast must be a positive integer"),
        (#"orderBy="$key"&limitToLast=x"#, "limitToLast must be a positive integer"),
        (#"orderBy="$key"&limitToLast=2147483648"#, "limitToLast must be a positive integer"),
        (
            #"orderBy="$key"&limitToFirst=1&limitToLast=1"#,
            "limitToFirst and limitToLast cannot both be specified"
        ),
        (#"orderBy="a"&startAt=1&startAfter=1"#, "startAt and startAfter cannot both be specified"),
        (#"orderBy="a"&endAt=1&endBefore=1"#, "endAt and endBefore cannot both be specified"),
        (
            #"orderBy="a"&equalTo=1&endAt=1"#,
            "equalTo cannot be specified in addition to startAt, startAfter, endAt or endBefore"
        ),
        (#"orderBy="a"&startAt=x"#, "startAt must be valid JSON: texts have quotes around them"),
        (#"orderBy="a"&startAt=1,2,3"#, "startAt must be valid JSON: a value, or a value and a key"),
        (#"orderBy="a"&startAt=1,2"#, "the key of startAt must be a text"),
        (#"orderBy="a"&startAt="#, "startAt must be valid JSON: a value, or a value and a key"),
        (#"orderBy="a"&equalTo={}"#, "equalTo must be a text, a number, true, false or null"),
        (#"orderBy="a"&equalTo=1e999"#, "the number of equalTo is too large"),
    ])
    func `what does not go together is refused`(parameters: String, reason: String) {
        #expect(problem { () throws(DataProblem) in try query(parameters) } == reason)
    }

    @Test func `an order by what is no path is refused`() {
        #expect(problem { () throws(DataProblem) in try query(#"orderBy="a.b""#) } != nil)
        #expect(problem { () throws(DataProblem) in try query(#"orderBy="$keys""#) } != nil)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `a query is the same after a way through parameters`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let query = generator.query()
            #expect(try DataQuery(parameters: query.parameters) == query, "seed \(seed)")
        }
    }
}
