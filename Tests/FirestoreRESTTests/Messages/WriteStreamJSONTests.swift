import FirestoreModel
import FirestoreREST
import FirestoreRPC
import Testing

/// The messages of the stream `Write`.
struct WriteStreamJSONTests {
    private func request(_ text: String) throws(RPCStatus) -> WriteRequest {
        try WriteRequest.decode(Array(text.replacing("$D", with: "\(Wire.root)/c/a").utf8))
    }

    @Test func `the first request names the database`() throws {
        let request = try request(#"{"database":"projects/demo/databases/(default)","labels":{},"new":1}"#)
        #expect(request.database == "projects/demo/databases/(default)")
        #expect(request.streamID.isEmpty && request.streamToken.isEmpty)
        #expect(try request.writes.get().isEmpty)
    }

    @Test func `a later request brings a token and writes, verifications among them`() throws {
        let request = try request(
            #"{"streamToken":"MA==","streamId":"5","writes":[{"delete":"$D"},{"verify":"$D2","currentDocument":{"exists":true}}]}"#
        )
        #expect(request.streamID == "5")
        #expect(request.streamToken == [0x30])
        #expect(
            try request.writes.get() == [
                Write(.delete(Wire.name("c/a"))),
                Write(.verify(Wire.name("c/a2")), precondition: .exists(true)),
            ])
    }

    @Test func `the refusal of a write is kept for the service`() throws {
        #expect(try request(#"{"writes":[{}]}"#).writes.refusal?.message == "empty write operation")
        let twice = #"{"verify":"$D","currentDocument":{"exists":true}}"#
        #expect(
            try request(#"{"writes":[\#(twice),\#(twice)]}"#).writes.refusal?.message
                == "the same document cannot be verified more than once in a single request")
    }

    @Test(arguments: ["{", "[]", #"{"writes":7}"#, #"{"streamToken":"é"}"#, #"{"writes":[{"nonsense":1}]}"#])
    func `what is no request is refused`(text: String) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try request(text) } == Wire.invalidPayload)
    }

    @Test func `responses`() {
        let time = Timestamp(seconds: 1, nanoseconds: 0)
        #expect(
            Self.text(WriteResponse(streamID: "9", streamToken: [0x30]))
                == #"{"streamId":"9","streamToken":"MA=="}"#)
        let results = [
            WriteResult(updateTime: time, transformResults: [.null]), WriteResult(updateTime: nil),
        ]
        #expect(
            Self.text(WriteResponse(streamToken: [0x31], writeResults: results, commitTime: time))
                == #"{"streamToken":"MQ==","writeResults":[{"updateTime":"1970-01-01T00:00:01Z","transformResults":[{"nullValue":null}]},{}],"#
                + #""commitTime":"1970-01-01T00:00:01Z"}"#)
    }

    private static func text(_ response: WriteResponse) -> String { Wire.text { response.write(to: &$0) } }
}
