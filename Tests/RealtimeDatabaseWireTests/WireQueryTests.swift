import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire
import Testing

@Suite("Queries of clients")
struct WireQueryTests {
    private func query(_ text: String) throws -> DataQuery {
        try WireQuery(try JSONParser.parse(Array(text.utf8))).query
    }

    @Test func `orders have names`() throws {
        #expect(try query("{}").order == .priority)
        #expect(try query(#"{"i":".key"}"#).order == .key)
        #expect(try query(#"{"i":".value"}"#).order == .value)
        #expect(try query(#"{"i":"a/b"}"#).order == .child(try DatabasePath("a/b")))
    }

    @Test func `limits count from an end`() throws {
        #expect(try query(#"{"l":5,"vf":"l"}"#).limit == .first(5))
        #expect(try query(#"{"l":5,"vf":"r"}"#).limit == .last(5))
        // Old clients count from the end that they name.
        #expect(try query(#"{"l":5}"#).limit == .last(5))
        #expect(try query(#"{"l":5,"sp":1}"#).limit == .first(5))
        #expect(try query(#"{"l":5,"ep":1}"#).limit == .last(5))
    }

    @Test func `bounds include their value or not`() throws {
        #expect(try query(#"{"i":"n","sp":3,"sin":true}"#).start == .init(.number(3)))
        #expect(try query(#"{"i":"n","sp":3}"#).start == .init(.number(3)))
        #expect(
            try query(#"{"i":"n","sp":3,"sn":"k","sin":false}"#).start
                == .init(.number(3), key: DataKey("k"), includesEqual: false))
        #expect(
            try query(#"{"i":"n","sp":3,"sn":"[MAX_NAME]","sin":false}"#).start
                == .init(.number(3), includesEqual: false))
        #expect(try query(#"{"i":"n","sp":3,"sn":"[MIN_NAME]","sin":true}"#).start == .init(.number(3)))
        #expect(
            try query(#"{"i":"n","ep":null,"en":"[MIN_NAME]","ein":false}"#).end
                == .init(.null, includesEqual: false))
        #expect(try query(#"{"i":"n","ep":"x","en":"[MAX_NAME]"}"#).end == .init(.string("x")))
    }

    @Test(arguments: [
        "[]", "5", #"{"l":0}"#, #"{"l":-1}"#, #"{"l":1.5}"#, #"{"l":99999999999}"#, #"{"sp":[]}"#,
        #"{"i":"a.b"}"#,
        #"{"i":"/"}"#, #"{"i":".key","sp":5}"#, #"{"sp":1e999}"#,
    ])
    func `an impossible query is refused`(text: String) {
        #expect(throws: DataProblem.self) { try query(text) }
    }
}
