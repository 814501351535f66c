package import FirestoreModel
import JSONText

/// The request of `:runQuery`; the parent stands in the URL.
package struct RunQueryRequest: Sendable, Equatable {
    package var query: StructuredQuery
    package var consistency: Consistency?

    package init(query: StructuredQuery, consistency: Consistency? = nil) {
        self.query = query
        self.consistency = consistency
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        let (request, refusal) = try RunQueryRequest.read(body)
        if let refusal { throw refusal }
        self = request
    }

    /// Reads a body, and hands out what is wrong with the content of a message that has the right form: a transaction
    /// that is none is told before it.
    package static func read(_ body: [UInt8]) throws(RPCStatus) -> (
        message: RunQueryRequest, refusal: RPCStatus?
    ) {
        try WireDecoder.decodeSeparately(body) { decoder, json throws(RPCStatus) in
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

/// One element of the answer of `:runQuery`.
package struct RunQueryElement: Sendable, Equatable {
    package var transaction: [UInt8]?
    /// Nil in elements that only tell the read time.
    package var document: Document?
    package var readTime: Timestamp?
    package var skippedResults: Int
    /// True on the last element; only the emulators say so.
    package var done: Bool

    package init(
        transaction: [UInt8]? = nil, document: Document? = nil, readTime: Timestamp? = nil,
        skippedResults: Int = 0,
        done: Bool = false
    ) {
        self.transaction = transaction
        self.document = document
        self.readTime = readTime
        self.skippedResults = skippedResults
        self.done = done
    }

    /// Reads the whole answer, an array.
    package static func decodeAll(_ body: [UInt8]) throws(RPCStatus) -> [RunQueryElement] {
        try WireDecoder.decodeStream(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            return RunQueryElement(
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
