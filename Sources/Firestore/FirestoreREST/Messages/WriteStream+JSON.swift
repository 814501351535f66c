package import FirestoreModel
package import FirestoreRPC
import JSONText

/// The JSON of the stream `Write`, as the SDKs for the web send and read it.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#writerequest>.
extension WriteRequest {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> WriteRequest {
        let decoded = try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(
                passingOverAllBut: "database", "streamId", "writes", "streamToken", in: json)
            return WriteRequest(
                database: try reader.string("database") ?? "", streamID: try reader.string("streamId") ?? "",
                writes: Decoded(try decoder.writesOfCommit(reader.array("writes"))),
                streamToken: try reader.bytes("streamToken") ?? [])
        }
        var request = decoded.message
        request.writes = Decoded(request.writes.message, refusal: decoded.refusal)
        return request
    }
}

extension WriteResponse: WireMessage {
    package var estimatedSize: Int { 192 + writeResults.count * 128 }

    package func writeMembers(to writer: inout WireEncoder) {
        if !streamID.isEmpty { writer.member("streamId") { $0.string(streamID) } }
        if !streamToken.isEmpty {
            writer.member("streamToken") { $0.string(Base64.encode(streamToken)) }
        }
        if !writeResults.isEmpty {
            writer.member("writeResults") { $0.array(writeResults) { $0.writeResult($1) } }
        }
        if let commitTime { writer.member("commitTime") { $0.time(commitTime) } }
    }
}
