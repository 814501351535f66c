package import FirestoreModel
package import FirestoreRPC
import JSONText

extension BeginTransactionRequest {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<BeginTransactionRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "options")
            let options = try reader["options"].flatMap { json throws(RPCStatus) in
                try decoder.transactionOptions(json)
            }
            return BeginTransactionRequest(options: options ?? .readWrite(retry: nil))
        }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact)
        writer.object { $0.member("options") { $0.transactionOptions(options) } }
        return writer.bytes
    }
}

extension BeginTransactionResponse {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            BeginTransactionResponse(
                transaction: try MessageReader(answer: json).bytes("transaction") ?? [])
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { $0.member("transaction") { $0.string(Base64.encode(transaction)) } }
    }
}

extension RollbackRequest {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            RollbackRequest(
                transaction: try MessageReader(json, "database", "transaction").bytes("transaction") ?? [])
        }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact)
        writer.object { $0.member("transaction") { $0.string(Base64.encode(transaction)) } }
        return writer.bytes
    }
}
