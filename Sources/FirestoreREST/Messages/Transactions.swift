package import FirestoreModel
import JSONText

/// The request of `documents:beginTransaction`.
package struct BeginTransactionRequest: Sendable, Equatable {
    package var options: TransactionOptions

    package init(options: TransactionOptions) {
        self.options = options
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        let (request, refusal) = try BeginTransactionRequest.read(body)
        if let refusal { throw refusal }
        self = request
    }

    /// Reads a body, and hands out what is wrong with the content of a message that has the right form: that who asks is
    /// nobody is told before it.
    package static func read(_ body: [UInt8]) throws(RPCStatus) -> (
        message: BeginTransactionRequest, refusal: RPCStatus?
    ) {
        try WireDecoder.decodeSeparately(body) { decoder, json throws(RPCStatus) in
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

/// What the answer of `documents:beginTransaction` and the request of `documents:rollback` hold: a transaction's id.
package struct TransactionMessage: Sendable, Equatable {
    package var transaction: [UInt8]

    package init(transaction: [UInt8]) {
        self.transaction = transaction
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            TransactionMessage(
                transaction: try MessageReader(json, "database", "transaction").bytes("transaction") ?? [])
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { $0.member("transaction") { $0.string(Base64.encode(transaction)) } }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact)
        write(to: &writer)
        return writer.bytes
    }
}
