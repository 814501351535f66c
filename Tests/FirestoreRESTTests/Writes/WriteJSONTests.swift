import FirestoreModel
import FirestoreREST
import FirestoreRPC
import TestSupport
import Testing

/// What is accepted, what is refused and in which order was asked of Google's emulator.
struct WriteJSONTests {
    private static let name = Wire.name("c/a")
    private static func maximum(_ path: String) -> String {
        #"{"fieldPath":"\#(path)","maximum":{"integerValue":"1"}}"#
    }

    private static let update = #""update":{"name":"$D","fields":{"a":{"integerValue":"1"}}}"#
    private static let fineTime = #""currentDocument":{"updateTime":"2020-01-01T00:00:00.123456789Z"}"#
    private static let badMask = #""updateMask":{"fieldPaths":["a..b"]}"#
    private static let serverTime = #"{"fieldPath":"t","setToServerValue":"REQUEST_TIME"}"#

    @Test(arguments: [
        (#"{\#(update)}"#, Write(.update(name, ["a": 1], mask: nil))),
        (#"{"delete":null,\#(update),"updateMask":null}"#, Write(.update(name, ["a": 1], mask: nil))),
        (#"{\#(update),"updateMask":{}}"#, Write(.update(name, ["a": 1], mask: DocumentMask([])))),
        (
            #"{\#(update),"update_mask":{"field_paths":["a","`b.c`"]}}"#,
            Write(.update(name, ["a": 1], mask: DocumentMask([FieldPath(["a"]), FieldPath(["b.c"])])))
        ),
        (
            #"{"update":{"name":"$D","createTime":"2020-01-01T00:00:00Z"},"updateTransforms":[\#(serverTime)]}"#,
            Write(
                .update(name, [:], mask: nil),
                transforms: [FieldTransform(FieldPath(["t"]), .setToServerTime)])
        ),
        (#"{"delete":"$D","updateTransforms":[]}"#, Write(.delete(name))),
        (
            #"{"verify":"$D","currentDocument":{"exists":true}}"#,
            Write(.verify(name), precondition: .exists(true))
        ),
        (
            #"{"transform":{"document":"$D","field_transforms":[\#(serverTime)]}}"#,
            Write(.transform(name), transforms: [FieldTransform(FieldPath(["t"]), .setToServerTime)])
        ),
    ])
    func `each kind of write is read`(text: String, write: Write) throws {
        #expect(try Wire.commit(text) == [write])
    }

    @Test(
        arguments: [
            ("null", nil), ("{}", nil), (#"{"exists":null,"updateTime":null}"#, nil),
            (#"{"exists":true}"#, .exists(true)),
            (#"{"exists":"false"}"#, .exists(false)),
            (
                #"{"update_time":"2020-01-01T00:00:00Z"}"#,
                .updateTime(Timestamp(seconds: 1_577_836_800, nanoseconds: 0))
            ),
            // Before any version: the document must not be there.
            (#"{"updateTime":"1970-01-01T00:00:00Z"}"#, .updateTime(.zero)),
        ] as [(String, Precondition?)])
    func `a precondition is read`(text: String, precondition: Precondition?) throws {
        #expect(
            try Wire.commit(#"{"delete":"$D","currentDocument":\#(text)}"#).first?.precondition
                == precondition)
    }

    @Test(
        arguments: [
            (#""setToServerValue":1"#, .setToServerTime),
            (#""set_to_server_value":"REQUEST_TIME""#, .setToServerTime),
            (#""setToServerValue":"1""#, .setToServerTime),
            (#""increment":{"integerValue":"1"}"#, .increment(1)),
            (#""increment":{"doubleValue":0.5}"#, .increment(.double(0.5))),
            (#""maximum":{"integerValue":"1"}"#, .maximum(1)),
            (#""maximum":null,"minimum":{"integerValue":"1"}"#, .minimum(1)),
            (#""appendMissingElements":{}"#, .appendMissingElements([])),
            (#""append_missing_elements":{"values":[{"stringValue":"x"}]}"#, .appendMissingElements(["x"])),
            (#""removeAllFromArray":{"values":[{"nullValue":null}]}"#, .removeAllFromArray([.null])),
        ] as [(String, FieldTransform.Operation)])
    func `a transform is read`(text: String, operation: FieldTransform.Operation) throws {
        let write = try Wire.commit(#"{\#(Self.update),"updateTransforms":[{"fieldPath":"q",\#(text)}]}"#)
            .first
        #expect(write?.transforms == [FieldTransform(FieldPath(["q"]), operation)])
    }

    @Test(arguments: [
        "null", "5", #"{"x":1}"#, #"{"x":null}"#, #"{\#(update),"delete":"$D"}"#, #"{"delete":{}}"#,
        #"{"update":5}"#,
        #"{"update":{"name":"$D","newer":1}}"#, #"{\#(update),"updateMask":"a"}"#,
        #"{\#(update),"updateMask":{"fieldPaths":"a"}}"#, #"{\#(update),"updateMask":{"fieldPaths":[null]}}"#,
        #"{\#(update),"updateMask":{"paths":[]}}"#, #"{\#(update),"updateTransforms":{}}"#,
        #"{\#(update),"updateTransforms":[null]}"#,
        #"{\#(update),"updateTransforms":[{"fieldPath":"a","x":1}]}"#,
        #"{\#(update),"updateTransforms":[{"fieldPath":"a","increment":5}]}"#,
        #"{\#(update),"updateTransforms":[{"fieldPath":"a","setToServerValue":"X"}]}"#,
        #"{\#(update),"updateTransforms":[{"fieldPath":"a","appendMissingElements":[]}]}"#,
        #"{\#(update),"updateTransforms":[{"increment":{"integerValue":"1"},"maximum":{"integerValue":"1"}}]}"#,
        #"{\#(update),"currentDocument":{"exists":1}}"#, #"{\#(update),"currentDocument":true}"#,
        #"{\#(update),"currentDocument":{"exist":true}}"#,
        #"{\#(update),"currentDocument":{"updateTime":""}}"#,
        #"{\#(update),"currentDocument":{"exists":true,"updateTime":"2020-01-01T00:00:00Z"}}"#,
        #"{\#(update),"delete":null}"#, #"{\#(update),"currentDocument":{"exists":true,"updateTime":null}}"#,
        #"{\#(update),"updateMask":{},"update_mask":null}"#,
        #"{\#(update),"updateMask":{"fieldPaths":["a"],"field_paths":["b"]}}"#,
        // The form is checked before anything else, also in a later write and where the content is refused.
        #"{},{"delete":"x","x":1}"#, #"{"delete":"x","updateMask":5}"#, #"{"currentDocument":5}"#,
        #"{"update":{"name":"x"},"currentDocument":{"updateTime":5}}"#,
    ])
    func `a write of the wrong form makes the payload invalid`(text: String) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try Wire.commit(text) } == Wire.invalidPayload)
    }

    @Test(arguments: [
        ("{}", "empty write operation"), (#"{"update":null}"#, "empty write operation"),
        (#"{\#(badMask),\#(fineTime)}"#, "empty write operation"),
        (#"{"update":{}}"#, #"Document name "" lacks "projects" at index 0."#),
        (#"{"delete":5}"#, #"Document name "5" lacks "projects" at index 0."#),
        (#"{"transform":{}}"#, #"Document name "" lacks "projects" at index 0."#),
        (#"{"transform":{"document":"$D"},\#(fineTime)}"#, "The list of FieldTransform must not be empty."),
        (#"{"delete":"x",\#(badMask),\#(fineTime)}"#, "a delete must not specify a document mask."),
        (#"{"delete":"$D","updateTransforms":[{}]}"#, "a delete must not specify a update transform."),
        (#"{"verify":"x","updateMask":{}}"#, "a verify must not specify a document mask."),
        (#"{"verify":"x"}"#, #"Document name "x" lacks "projects" at index 0."#),
        (#"{"verify":"$D","currentDocument":{}}"#, "a verify must contain a precondition"),
        (#"{"transform":{"document":"x"},"updateMask":{}}"#, "a transform must not specify a document mask."),
        (
            #"{"transform":{"document":"$D","fieldTransforms":[\#(serverTime)]},"updateTransforms":[\#(serverTime)]}"#,
            "a transform must not specify a update transform."
        ),
        (
            #"{"update":{"name":"x","fields":{"a":{}}},\#(badMask)},{"delete":"y"}"#,
            #"Document name "x" lacks "projects" at index 0."#
        ),
        (#"{"update":{"name":"$D","fields":{"a":{}}},\#(badMask)}"#, Wire.unsetValue),
        (
            #"{\#(update),"updateMask":{"fieldPaths":[""]},"updateTransforms":[{"fieldPath":"a"}],\#(fineTime)}"#,
            "Invalid empty property path string."
        ),
        (#"{\#(update),"updateTransforms":[{}],\#(fineTime)}"#, "Invalid empty property path string."),
        (
            #"{\#(update),"updateTransforms":[{"fieldPath":"a"}],\#(fineTime)}"#,
            "Operation type must be specified for field transformation."
        ),
        (
            #"{\#(update),"updateTransforms":[{"fieldPath":"a","increment":null}]}"#,
            "Operation type must be specified for field transformation."
        ),
        (
            #"{\#(update),"updateTransforms":[{"fieldPath":"a","setToServerValue":0}]}"#,
            "ServerValue type must be specified for set_to_server_value transformation."
        ),
        (#"{\#(update),"updateTransforms":[{"fieldPath":"a","increment":{}}]}"#, Wire.unsetValue),
        (
            #"{\#(update),"updateTransforms":[{"fieldPath":"a","maximum":{"nullValue":null}}]}"#,
            "Input must be int64 or double."
        ),
        (
            #"{\#(update),"updateTransforms":[\#(maximum("a.b.c")),\#(maximum("a.b")),\#(maximum("a")),{}]}"#,
            "Cannot transform property a.b and its nested property at the same time."
        ),
        (
            #"{\#(update),"updateTransforms":[\#(maximum("`a.b`")),\#(maximum("`a.b`.c"))]}"#,
            "Cannot transform property a.b and its nested property at the same time."
        ),
        (
            #"{\#(update),"updateTransforms":[\#(maximum("x")),\#(maximum("a")),\#(maximum("x.y")),\#(maximum("a.b"))]}"#,
            "Cannot transform property x and its nested property at the same time."
        ),
        (#"{\#(update),\#(fineTime)}"#, "timestamp cannot have more than microseconds precision"),
        (
            #"{\#(update),"currentDocument":{"updateTime":"1969-12-31T23:59:59.999999Z"}}"#,
            "Only timestamps past epoch are supported."
        ),
    ])
    func `what is wrong first is refused in Google's words`(text: String, message: String) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try Wire.commit(text) } == message)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `random writes come back from their wire form`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let request = CommitRequest(
                writes: generator.list(0...4) { $0.randomWrite() },
                transaction: generator.perhaps { $0.bytes(1...9) })
            #expect(try CommitRequest.decode(request.encoded()).get() == request)
        }
    }
}
