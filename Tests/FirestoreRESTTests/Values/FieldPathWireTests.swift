import FirestoreModel
import FirestoreREST
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

    @Test func `a mask is written as a list of paths`() {
        let mask = DocumentMask([FieldPath(["a"]), FieldPath(["b.c", "d"])])
        #expect(Wire.text { $0.mask(mask) } == #"{"fieldPaths":["a","`b.c`.d"]}"#)
        #expect(Wire.text { $0.mask(DocumentMask([])) } == #"{"fieldPaths":[]}"#)
    }
}
