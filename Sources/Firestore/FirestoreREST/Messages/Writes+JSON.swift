package import FirestoreModel
package import FirestoreRPC
import JSONText

extension CommitRequest: WireMessage {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<CommitRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "writes", "transaction")
            let writes = try decoder.writesOfCommit(reader.array("writes"))
            let transaction = try reader.bytes("transaction") ?? []
            return CommitRequest(writes: writes, transaction: transaction.isEmpty ? nil : transaction)
        }
    }

    package var estimatedSize: Int { 64 + writes.count * 256 }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("writes") { $0.array(writes) { $0.write($1) } }
        if let transaction { writer.member("transaction") { $0.string(Base64.encode(transaction)) } }
    }
}

extension WireDecoder {
    /// The writes of one commit.
    mutating func writesOfCommit(_ elements: JSONNode.Elements) throws(RPCStatus) -> [Write] {
        accept(()) { () throws(RPCStatus) in try WireDecoder.checkVerifications(elements) }
        var writes: [Write] = []
        for element in elements { writes.append(try write(element)) }
        return writes
    }

    /// Checks verified names as written, valid or not. Google's emulator does so before it checks any
    /// write.
    private static func checkVerifications(_ writes: JSONNode.Elements) throws(RPCStatus) {
        guard writes.contains(where: \.isVerification) else { return }
        var names = WrittenNames<WrittenName>()
        for write in writes {
            guard let name = write.nameOfWrite else { continue }
            try names.add(name, isVerification: write.isVerification)
        }
    }
}

extension CommitResponse: WireMessage {
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

    package var estimatedSize: Int { 128 + writeResults.count * 128 }

    package func writeMembers(to writer: inout WireEncoder) {
        if !writeResults.isEmpty {
            writer.member("writeResults") { $0.array(writeResults) { $0.writeResult($1) } }
        }
        if let commitTime { writer.member("commitTime") { $0.time(commitTime) } }
    }
}

extension BatchWriteRequest {
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> Decoded<BatchWriteRequest> {
        try WireDecoder.decodeMessage(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "writes", "labels")
            try checkLabels(reader["labels"])
            let elements = try reader.array("writes")
            if repeatsName(elements) {
                decoder.refuse(.repeatedName)
            }
            var writes: [Write] = []
            for element in elements { writes.append(try decoder.write(element)) }
            return BatchWriteRequest(writes: writes)
        }
    }

    private static func repeatsName(_ writes: JSONNode.Elements) -> Bool {
        var names: Set<WrittenName> = []
        return writes.contains { write in write.nameOfWrite.map { !names.insert($0).inserted } ?? false }
    }

    /// Labels are for billing, which an emulator does not do, so only their form is checked.
    private static func checkLabels(_ json: JSONNode?) throws(RPCStatus) {
        guard let json else { return }
        guard let members = json.members else { throw .invalidPayload }
        for member in members where member.value.textOfPrimitive == nil { throw .invalidPayload }
    }
}

extension BatchWriteResponse: WireMessage {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            let (results, statuses) = (try reader.array("writeResults"), try reader.array("status"))
            guard results.count == statuses.count else { throw .invalidPayload }
            var response = BatchWriteResponse(results: [])
            for (result, status) in zip(results, statuses) {
                let status = try MessageReader(answer: status)
                let code = try status.int32("code") ?? 0
                if code == 0 {
                    response.results.append(.success(try decoder.writeResult(result)))
                } else {
                    let text = try status.string("message")
                    response.results.append(.failure(RPCStatus(StatusCode(rawValue: code) ?? .unknown, text)))
                }
            }
            return response
        }
    }

    package var estimatedSize: Int { 128 + results.count * 128 }

    package func writeMembers(to writer: inout WireEncoder) {
        if results.isEmpty { return }
        writer.member("writeResults") { writer in
            writer.array(results) { writer, result in
                switch result {
                case .success(let result): writer.writeResult(result)
                case .failure: writer.object { _ in }
                }
            }
        }
        writer.member("status") { writer in
            writer.array(results) { writer, result in
                writer.object { writer in
                    guard case .failure(let status) = result else { return }
                    writer.member("code") { $0.integer(status.code.rawValue) }
                    if let message = status.message { writer.member("message") { $0.string(message) } }
                }
            }
        }
    }
}
