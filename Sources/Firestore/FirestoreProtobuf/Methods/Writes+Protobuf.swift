import FirestoreModel
package import FirestoreRPC
package import Protobuf

extension CommitRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        let writes = try decoder.writes(message.repeated(2))
        let transaction = message.bytes(3) ?? []
        self.init(writes: writes, transaction: transaction.isEmpty ? nil : transaction)
    }
}

extension MessageDecoder {
    /// Reads the writes of a commit.
    mutating func writes(_ elements: [ProtobufBytes]) throws(ProtobufFailure) -> [Write] {
        var messages: [ProtobufMessage] = []
        messages.reserveCapacity(elements.count)
        for element in elements { messages.append(try ProtobufMessage(element)) }
        try checkVerifications(messages)
        var writes: [Write] = []
        writes.reserveCapacity(messages.count)
        for message in messages { writes.append(try write(message)) }
        return writes
    }

    /// Checks verified names as written, valid or not. Google's emulator does so before it checks any write.
    private mutating func checkVerifications(_ writes: [ProtobufMessage]) throws(ProtobufFailure) {
        // Few commits verify.
        guard writes.contains(where: { !$0.repeated(5).isEmpty }) else { return }
        var names = WrittenNames<WrittenName>()
        for write in writes {
            guard let name = try NameOfWrite(write) else { continue }
            content.accept(()) { () throws(RPCStatus) in
                try names.add(name.name, isVerification: name.isVerification)
            }
        }
    }
}

extension CommitResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        for result in writeResults { writer.writeResult(1, result) }
        writer.timestamp(2, commitTime)
    }
}

extension BatchWriteRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        var names: Set<WrittenName> = []
        var writes: [ProtobufMessage] = []
        for element in message.repeated(2) {
            let write = try ProtobufMessage(element)
            writes.append(write)
            if let name = try NameOfWrite(write)?.name, !names.insert(name).inserted {
                decoder.refuse(.repeatedName)
            }
        }
        self.init(writes: [])
        for write in writes { self.writes.append(try decoder.write(write)) }
    }
}

extension BatchWriteResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        for result in results { writer.writeResult(1, (try? result.get()) ?? WriteResult(updateTime: nil)) }
        for result in results {
            if case .failure(let status) = result { writer.status(2, status) } else { writer.status(2, nil) }
        }
    }
}
