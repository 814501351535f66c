import FirestoreModel
import FirestoreREST
import FirestoreRPC
import Testing

struct FieldPathWireTests {
    /// The texts are those of Google's emulator.
    @Test func `a bad path is refused in Google's words`() {
        #expect(
            Wire.refusal { () throws(RPCStatus) in _ = try FieldPath(wire: "a..b") }
                == #"Invalid property path "a..b". Unquoted property paths must match regex ([a-zA-Z_][a-zA-Z_0-9]*), "#
                + #"and quoted property paths must match regex (`(?:[^`\\]|(?:\\.))+`)"#)
        #expect(
            Wire.refusal { () throws(RPCStatus) in _ = try FieldPath(wire: "") }
                == "Invalid empty property path string.")
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try FieldPath(wire: "a.`b.c`") } == nil)
    }

    @Test(arguments: [
        (String(repeating: "a", count: 1500), "property path is longer than 1500 bytes."),
        ("a." + String(repeating: "b", count: 1498), "property path is longer than 1500 bytes."),
        ("`" + String(repeating: "é", count: 750) + "`", "property path is longer than 1500 bytes."),
        (String(repeating: "a.", count: 20) + "a", "paths must have at most 20 elements"),
        ("__name__.a", "the name __key__ is reserved"), ("a.__name__", "the name __key__ is reserved"),
        ("a.__type__", "the name __type__ is reserved"),
        ("__x__", "Invalid reserved name in field path __x__"),
        ("a.__x__.`b c`.__name__", "Invalid reserved name in field path __x__.b c.__key__"),
        (String(repeating: "a", count: 1500) + ".__x__", "Invalid reserved name in field path __x__"),
        (String(repeating: "a.", count: 20) + "__name__", "the name __key__ is reserved"),
        ("__x__.__key__", #"Invalid property path member name "__key__"."#),
    ])
    func `a path that is too long or has a reserved name is refused`(path: String, message: String) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try FieldPath(wireInMask: path) } == message)
    }

    @Test func `a path may be as long as a limit`() throws {
        #expect(try FieldPath(wireInMask: String(repeating: "a", count: 1499)).names.count == 1)
        // Quotes and escapes do not count.
        #expect(
            try FieldPath(wireInMask: "`" + String(repeating: #"\`"#, count: 1499) + "`").names.count == 1)
        #expect(try FieldPath(wireInMask: String(repeating: "a.", count: 19) + "a").names.count == 20)
        #expect(try FieldPath(wireInMask: "__name__").isDocumentID)
    }

    @Test func `the elements of a list count as one more name`() throws {
        let path = try FieldPath(wire: String(repeating: "a.", count: 19) + "a")
        #expect(path.refusal() == nil)
        #expect(
            path.refusal(isOfElements: true) == .invalidArgument("paths must have at most 20 elements"))
    }

    @Test func `a query may look at the type of a map`() throws {
        #expect(try FieldPath(wire: "m.__type__").refusal(allowsType: true) == nil)
        #expect(
            try FieldPath(wire: "__type__.m").refusal(allowsType: true)
                == .invalidArgument("the name __type__ is reserved"))
    }

    @Test func `a mask is written as a list of paths`() {
        let mask = DocumentMask([FieldPath(["a"]), FieldPath(["b.c", "d"])])
        #expect(Wire.text { $0.mask(mask) } == #"{"fieldPaths":["a","`b.c`.d"]}"#)
        #expect(Wire.text { $0.mask(DocumentMask([])) } == #"{"fieldPaths":[]}"#)
    }
}
