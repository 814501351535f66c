import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText

/// The JSON of recorded requests: what was asked for is in the form in which the REST API takes it.
extension RecordedRequest {
    /// Reads the response of `GET /emulator/v1/projects/P:requests`.
    ///
    /// - Throws: INVALID_ARGUMENT for any other text.
    package static func decode(_ body: [UInt8]) throws(RPCStatus) -> [RecordedRequest] {
        try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            var requests: [RecordedRequest] = []
            for element in try MessageReader(answer: json).array("requests") {
                requests.append(try RecordedRequest(element, &decoder))
            }
            return requests
        }
    }

    private init(_ json: JSONNode, _ decoder: inout WireDecoder) throws(RPCStatus) {
        let reader = try MessageReader(answer: json)
        var documents: [Document] = []
        for element in try reader.array("documents") { documents.append(try decoder.document(element)) }
        var claims: MapValue?
        if let auth = reader["auth"] {
            guard case .map(let fields) = try decoder.value(MessageReader(answer: auth)["token"]) else {
                throw .invalidPayload
            }
            claims = fields
        }
        self.init(
            number: try reader.int32("number") ?? 0, time: try reader.timestamp("time") ?? .zero,
            isAllowed: try reader.boolean("allowed") ?? false,
            database: try DatabaseID(wire: reader.string("database") ?? ""), claims: claims,
            documents: documents, operation: try Operation(reader, &decoder))
    }

    func write(to writer: inout WireEncoder) {
        writer.object { writer in
            writer.member("number") { $0.integer(number) }
            writer.member("time") { $0.string(time.description) }
            writer.member("allowed") { $0.boolean(isAllowed) }
            writer.member("database") { $0.string(database.description) }
            if let claims {
                writer.member("auth") { $0.object { $0.member("token") { $0.value(.map(claims)) } } }
            }
            writer.member("documents") { $0.array(documents) { $0.document($1) } }
            operation.writeMember(in: database, to: &writer)
        }
    }
}

extension RecordedRequest.Operation {
    fileprivate init(_ reader: MessageReader, _ decoder: inout WireDecoder) throws(RPCStatus) {
        switch try reader.oneOf("batchGet", "runQuery", "commit") {
        case ("batchGet", let json)?:
            var names: [DocumentName] = []
            for element in try MessageReader(answer: json).array("documents") {
                names.append(try DocumentName(wire: element.string ?? ""))
            }
            self = .get(names)
        case ("runQuery", let json)?:
            let request = try MessageReader(answer: json)
            let parent = try request.string("parent") ?? ""
            let name = try ResourceName(wire: parent, as: .parent)
            self = .query(
                try decoder.structuredQuery(request["structuredQuery"]), parent: try name.parent(wire: parent)
            )
        case (_, let json)?:
            var writes: [Write] = []
            for element in try MessageReader(answer: json).array("writes") {
                writes.append(try decoder.write(element))
            }
            self = .commit(writes)
        case nil: throw .invalidPayload
        }
    }

    fileprivate func writeMember(in database: DatabaseID, to writer: inout WireEncoder) {
        switch self {
        case .get(let names):
            writer.member("batchGet") { writer in
                writer.object { $0.member("documents") { $0.array(names) { $0.string($1.description) } } }
            }
        case .query(let query, let parent):
            writer.member("runQuery") { writer in
                writer.object { writer in
                    writer.member("parent") {
                        $0.string(
                            parent.map { DocumentName(database, $0).description } ?? "\(database)/documents")
                    }
                    writer.member("structuredQuery") { $0.structuredQuery(query) }
                }
            }
        case .commit(let writes):
            writer.member("commit") { writer in
                writer.object { $0.member("writes") { $0.array(writes) { $0.write($1) } } }
            }
        }
    }
}
