import FirestoreModel
package import FirestoreRPC
package import Protobuf

extension RunQueryRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        let consistency = try decoder.consistency(message, transaction: 5, newTransaction: 6, readTime: 7)
        guard let query = try message.message(2) else {
            decoder.refuse(.noStructuredQuery)
            self.init(query: StructuredQuery(from: []), consistency: consistency)
            return
        }
        self.init(query: try decoder.structuredQuery(query), consistency: consistency)
    }
}

extension RunQueryResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        if let document { writer.document(1, document) }
        if let transaction { writer.bytes(2, transaction) }
        writer.timestamp(3, readTime)
        if skippedResults != 0 { writer.integer(4, skippedResults) }
        if done { writer.boolean(6, true) }
    }
}

extension RunAggregationQueryRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        let consistency = try decoder.consistency(message, transaction: 4, newTransaction: 5, readTime: 6)
        guard let query = try message.message(2) else {
            decoder.refuse(.noAggregationQuery)
            self.init(query: StructuredQuery(from: []), aggregations: [], consistency: consistency)
            return
        }
        var aggregations: [Aggregation] = []
        for element in query.repeated(3) {
            aggregations.append(try decoder.aggregation(ProtobufMessage(element)))
        }
        let base = try decoder.structuredQuery(query.message(1))
        if aggregations.isEmpty { decoder.refuse(.noAggregations) }
        self.init(query: base, aggregations: aggregations, consistency: consistency)
    }
}

extension RunAggregationQueryResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        switch self {
        case .transaction(let id): writer.bytes(2, id)
        case .result(let fields, let time):
            writer.message(1) { $0.fields(2, fields) }
            writer.timestamp(3, time)
            // Only emulators send this.
            writer.boolean(5, true)
        case .progress(let time): writer.timestamp(3, time)
        }
    }
}

extension PartitionQueryRequest: ProtobufRequest {
    package init(_ message: ProtobufMessage, _ decoder: inout MessageDecoder) throws(ProtobufFailure) {
        let query = try message.message(2)
        if query == nil { decoder.refuse(.noStructuredQuery) }
        self.init(
            query: try decoder.structuredQuery(query), partitionCount: message.int64(3) ?? 0,
            pageSize: Int(message.int32(5) ?? 0), pageToken: try message.text(4),
            readTime: try decoder.timestamp(message, 6))
    }
}

extension PartitionQueryResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        for partition in partitions { writer.cursor(1, partition) }
        if let nextPageToken { writer.string(2, nextPageToken) }
    }
}
