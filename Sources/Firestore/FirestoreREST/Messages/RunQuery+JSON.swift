package import FirestoreModel
package import FirestoreRPC
import JSONText

extension RunQueryRequest {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<RunQueryRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(
                json, "parent", "structuredQuery", "transaction", "newTransaction", "readTime",
                "explainOptions")
            if let options = reader["explainOptions"] {
                _ = try MessageReader(options, "analyze").boolean("analyze")
            }
            let consistency = try decoder.consistency(reader)
            guard let query = reader["structuredQuery"] else {
                decoder.refuse("only structured queries are supported")
                return RunQueryRequest(query: StructuredQuery(from: []), consistency: consistency)
            }
            return RunQueryRequest(query: try decoder.structuredQuery(query), consistency: consistency)
        }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact)
        writer.object { writer in
            writer.member("structuredQuery") { $0.structuredQuery(query) }
            writer.consistency(consistency)
        }
        return writer.bytes
    }
}

extension RunQueryResponse {
    /// Reads the whole response, an array.
    package static func decodeAll(_ body: [UInt8]) throws(RPCStatus) -> [RunQueryResponse] {
        try WireDecoder.decodeStream(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            return RunQueryResponse(
                transaction: try reader.bytes("transaction"),
                document: try reader["document"].map { json throws(RPCStatus) in try decoder.document(json) },
                readTime: try reader.timestamp("readTime"),
                skippedResults: try reader.int32("skippedResults") ?? 0,
                done: try reader.boolean("done") ?? false)
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { writer in
            if let transaction { writer.member("transaction") { $0.string(Base64.encode(transaction)) } }
            if let document { writer.member("document") { $0.document(document) } }
            if let readTime { writer.member("readTime") { $0.time(readTime) } }
            if skippedResults != 0 { writer.member("skippedResults") { $0.integer(skippedResults) } }
            if done { writer.member("done") { $0.boolean(true) } }
        }
    }
}
