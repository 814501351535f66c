package import FirestoreModel
package import FirestoreRPC
import JSONText

extension CommitRequest {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<CommitRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "writes", "transaction")
            let elements = try reader.array("writes")
            decoder.accept(()) { () throws(RPCStatus) in try checkVerifications(elements) }
            var writes: [Write] = []
            for element in elements { writes.append(try decoder.write(element)) }
            let transaction = try reader.bytes("transaction") ?? []
            return CommitRequest(writes: writes, transaction: transaction.isEmpty ? nil : transaction)
        }
    }

    /// Checks verified names as written, valid or not. Google's emulator does so before it checks any
    /// write.
    private static func checkVerifications(_ writes: JSONNode.Elements) throws(RPCStatus) {
        guard writes.contains(where: \.isVerification) else { return }
        var names = WrittenNames<String>()
        for write in writes {
            guard let name = write.nameOfWrite else { continue }
            try names.add(name, isVerification: write.isVerification)
        }
    }

    package func encoded() -> [UInt8] {
        var writer = WireEncoder(.compact, capacity: 64 + writes.count * 256)
        writer.object { writer in
            writer.member("writes") { $0.array(writes) { $0.write($1) } }
            if let transaction { writer.member("transaction") { $0.string(Base64.encode(transaction)) } }
        }
        return writer.bytes
    }
}

extension CommitResponse {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            var results: [WriteResult] = []
            for element in try reader.array("writeResults") {
                results.append(try decoder.writeResult(element))
            }
            return CommitResponse(writeResults: results, commitTime: try reader.timestamp("commitTime"))
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { writer in
            if !writeResults.isEmpty {
                writer.member("writeResults") { $0.array(writeResults) { $0.writeResult($1) } }
            }
            if let commitTime { writer.member("commitTime") { $0.time(commitTime) } }
        }
    }
}
