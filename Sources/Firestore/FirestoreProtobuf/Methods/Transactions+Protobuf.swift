import FirestoreModel
package import FirestoreRPC
package import Protobuf

extension BeginTransactionRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        let options = try message.message(2).flatMap { options throws(ProtobufFailure) in
            try decoder.transactionOptions(options)
        }
        self.init(options: options ?? .readWrite(retry: nil))
    }
}

extension BeginTransactionResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) { writer.bytes(1, transaction) }
}

extension RollbackRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        self.init(transaction: message.bytes(2) ?? [])
    }
}

extension MessageDecoder {
    /// The oneof of a read: `transaction` and `read_time`.
    mutating func consistency(
        _ message: ProtobufMessage, transaction: Int, readTime: Int
    ) throws(ProtobufFailure) -> Consistency? {
        let selector = message.oneOf([transaction: .bytes, readTime: .message])
        guard let selector, let bytes = selector.content.bytes else { return nil }
        if selector.number == transaction { return .transaction(bytes.array) }
        let time = try timestamp(bytes)
        content.checkStorable(time)
        return .readTime(time)
    }

    /// The oneof of a read that can open a transaction: `transaction`, `new_transaction` and `read_time`.
    mutating func consistency(
        _ message: ProtobufMessage, transaction: Int, newTransaction: Int, readTime: Int
    ) throws(ProtobufFailure) -> Consistency? {
        let selector = message.oneOf([transaction: .bytes, newTransaction: .message, readTime: .message])
        guard let selector, let bytes = selector.content.bytes else { return nil }
        switch selector.number {
        case transaction: return .transaction(bytes.array)
        case newTransaction:
            // Unlike `BeginTransaction`, a read opens a read-only one by default.
            return .newTransaction(
                try transactionOptions(ProtobufMessage(bytes)) ?? .readOnly(readTime: nil))
        case _: return .readTime(try pastTime(bytes))
        }
    }

    private static let options: ProtobufOneOf.Members = [2: .message, 3: .message]

    /// Reads `TransactionOptions`; nil if neither kind is named.
    fileprivate mutating func transactionOptions(
        _ message: ProtobufMessage
    ) throws(ProtobufFailure) -> TransactionOptions? {
        guard let kind = message.oneOf(MessageDecoder.options), let bytes = kind.content.bytes else {
            return nil
        }
        let options = try ProtobufMessage(bytes)
        if kind.number == 2 {
            return .readOnly(
                readTime: try options.messageBytes(2).map { bytes throws(ProtobufFailure) in
                    try pastTime(bytes)
                })
        }
        let retry = options.bytes(1) ?? []
        return .readWrite(retry: retry.isEmpty ? nil : retry)
    }

    private mutating func pastTime(_ bytes: ProtobufBytes) throws(ProtobufFailure) -> Timestamp {
        let time = try timestamp(bytes)
        content.checkReadTime(time)
        return time
    }
}
