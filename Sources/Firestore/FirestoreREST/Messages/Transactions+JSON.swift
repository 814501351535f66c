package import FirestoreModel
package import FirestoreRPC
import JSONText

extension BeginTransactionRequest: WireMessage {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<BeginTransactionRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "options")
            let options = try reader["options"].flatMap { json throws(RPCStatus) in
                try decoder.transactionOptions(json)
            }
            return BeginTransactionRequest(options: options ?? .readWrite(retry: nil))
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("options") { $0.transactionOptions(options) }
    }
}

extension BeginTransactionResponse: WireMessage {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            BeginTransactionResponse(
                transaction: try MessageReader(answer: json).bytes("transaction") ?? [])
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("transaction") { $0.string(Base64.encode(transaction)) }
    }
}

extension RollbackRequest: WireMessage {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            RollbackRequest(
                transaction: try MessageReader(json, "database", "transaction").bytes("transaction") ?? [])
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("transaction") { $0.string(Base64.encode(transaction)) }
    }
}

extension WireDecoder {
    /// The oneof `transaction`, `newTransaction`, `readTime` of a request.
    mutating func consistency(_ reader: MessageReader) throws(RPCStatus) -> Consistency? {
        switch try reader.oneOf("transaction", "newTransaction", "readTime") {
        case ("transaction", _)?: return .transaction(try reader.bytes("transaction") ?? [])
        case ("newTransaction", let options)?:
            // Unlike `beginTransaction`, a read opens a read-only one by default.
            return .newTransaction(try transactionOptions(options) ?? .readOnly(readTime: nil))
        case (_, _)?: return try readTime(reader).map { .readTime($0) }
        case nil: return nil
        }
    }

    /// Reads `TransactionOptions`; nil if neither kind is named.
    mutating func transactionOptions(_ json: JSONNode) throws(RPCStatus) -> TransactionOptions? {
        let reader = try MessageReader(json, "readOnly", "readWrite")
        switch try reader.oneOf("readOnly", "readWrite") {
        case ("readOnly", let options)?:
            return .readOnly(readTime: try readTime(MessageReader(options, "readTime")))
        case (_, let options)?:
            let retry = try MessageReader(options, "retryTransaction").bytes("retryTransaction") ?? []
            return .readWrite(retry: retry.isEmpty ? nil : retry)
        case nil: return nil
        }
    }

    private mutating func readTime(_ reader: MessageReader) throws(RPCStatus) -> Timestamp? {
        guard let time = try reader.timestamp("readTime") else { return nil }
        content.checkReadTime(time)
        return time
    }
}

extension WireEncoder {
    mutating func consistency(_ consistency: Consistency?) {
        switch consistency {
        case nil: break
        case .transaction(let id): member("transaction") { $0.string(Base64.encode(id)) }
        case .newTransaction(let options): member("newTransaction") { $0.transactionOptions(options) }
        case .readTime(let time): member("readTime") { $0.string(time.description) }
        }
    }

    mutating func transactionOptions(_ options: TransactionOptions) {
        object { writer in
            switch options {
            case .readWrite(let retry):
                writer.member("readWrite") { writer in
                    writer.object { writer in
                        if let retry { writer.member("retryTransaction") { $0.string(Base64.encode(retry)) } }
                    }
                }
            case .readOnly(let time):
                writer.member("readOnly") { writer in
                    writer.object { writer in
                        if let time { writer.member("readTime") { $0.string(time.description) } }
                    }
                }
            }
        }
    }
}
