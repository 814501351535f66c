package import FirestoreModel
package import FirestoreRPC
package import JSONText

/// The JSON of documents.
extension WireDecoder {
    /// A document as a server sends it.
    package mutating func document(_ json: JSONNode) throws(RPCStatus) -> Document {
        try document(MessageReader(answer: json))
    }

    /// The document of an update; its times are ignored.
    mutating func documentToUpdate(_ json: JSONNode) throws(RPCStatus) -> Document {
        try document(MessageReader(json, "name", "fields", "createTime", "updateTime"))
    }

    private mutating func document(_ reader: MessageReader) throws(RPCStatus) -> Document {
        let name = documentName(try reader.string("name") ?? "")
        return Document(
            name: name, fields: try documentFields(reader["fields"]),
            createTime: try time(reader["createTime"]), updateTime: try time(reader["updateTime"]))
    }

    private mutating func time(_ json: JSONNode?) throws(RPCStatus) -> Timestamp? {
        guard let json else { return nil }
        guard let text = json.textOfPrimitive else { throw .invalidPayload }
        if let lastTime, lastTime.text == text { return lastTime.time }
        guard let time = Timestamp(rfc3339: text) else { throw .invalidPayload }
        lastTime = (text, time)
        return time
    }

    /// A document that a client sends to be written under the name in the URL.
    package mutating func documentContent(_ json: JSONNode) throws(RPCStatus) -> DocumentContent {
        let reader = try MessageReader(json, "name", "fields", "createTime", "updateTime")
        _ = (try reader.timestamp("createTime"), try reader.timestamp("updateTime"))
        return DocumentContent(
            name: try reader.string("name").map { WrittenName($0) },
            fields: try documentFields(reader["fields"]))
    }
}

extension WireEncoder {
    package mutating func document(_ document: Document) {
        object { writer in
            writer.member("name") { $0.name(document.name) }
            writer.fieldsMember(document.fields)
            if let time = document.createTime { writer.member("createTime") { $0.time(time) } }
            if let time = document.updateTime { writer.member("updateTime") { $0.time(time) } }
        }
    }
}
