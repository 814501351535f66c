import FirestoreModel
import FirestoreREST
import JSONText

/// The start of the next page of a list: after a document with these values. Opaque to clients.
struct PageToken {
    let cursor: StructuredQuery.Cursor

    init(after document: StoredDocument, orders: [StructuredQuery.Order]) {
        cursor = StructuredQuery.Cursor(orders.map { document.value(of: $0.field) ?? .null }, before: false)
    }

    /// The position after these values.
    init(values: [Value]) {
        cursor = StructuredQuery.Cursor(values, before: false)
    }

    /// Reads the token of an earlier page.
    ///
    /// - Throws: INVALID_ARGUMENT for anything else.
    init(text: String, valueCount: Int) throws(RPCStatus) {
        var values: [Value] = []
        do {
            guard let bytes = Base64.decode(text) else { throw RPCStatus.invalidPayload }
            values = try WireDecoder.decode(bytes) { decoder, json throws(RPCStatus) in
                guard let elements = json.elements else { throw .invalidPayload }
                var values: [Value] = []
                for element in elements { values.append(try decoder.value(element)) }
                return values
            }
        } catch {
            throw .invalidArgument("invalid page token")
        }
        if values.count != valueCount { throw .invalidArgument("invalid page token") }
        cursor = StructuredQuery.Cursor(values, before: false)
    }

    var text: String {
        var writer = WireEncoder(.compact)
        writer.array(cursor.values) { $0.value($1) }
        return Base64.encode(writer.bytes)
    }
}
