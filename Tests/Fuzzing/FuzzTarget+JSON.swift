import CoreValues
import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText

extension FuzzTarget {
    /// JSON as any program may write it: what is written of a tree is read as the same tree, and written the same.
    static let json = FuzzTarget("json") { input in
        guard let tree = try? JSONParser.parse(input) else { return }
        let text = tree.compactText
        let again = try? JSONParser.parse(Array(text.utf8))
        try BrokenPromise.unless(again == tree, "\(text) is read as \(again?.compactText ?? "nothing")")
        var pretty = JSONWriter(.pretty)
        pretty.tree(tree)
        try BrokenPromise.unless(
            (try? JSONParser.parse(pretty.bytes)) == tree, "\(text) is not the same when indented")
    }

    /// The messages of Firestore's REST API: what is written of a message is read as the same message.
    static let values = FuzzTarget("values") { input in
        try repeats(input) { (bytes) in try? CommitRequest.decode(bytes).get() }
        try repeats(input) { (bytes) in try? RunQueryRequest.decode(bytes).get() }
        try repeats(input) { (bytes) in try? RunAggregationQueryRequest.decode(bytes).get() }
        try repeats(input) { (bytes) in try? PartitionQueryRequest.decode(bytes).get() }
        try repeats(input) { (bytes) in try? BeginTransactionRequest.decode(bytes).get() }
        try repeats(input) { (bytes) in try? BatchGetDocumentsRequest.decode(bytes).get() }
        _ = try? BatchWriteRequest.decode(input)
        _ = try? WriteRequest.decode(input)
        _ = try? ListenRequest.decode(input)
        _ = try? RunQueryResponse.decodeAll(input)
        _ = ErrorBody.decode(input, httpStatus: 500)
        if let document = try? DocumentLine.decode(input) {
            let line = DocumentLine.encode(document)
            let again = try? DocumentLine.decode(line.dropLast())
            try BrokenPromise.unless(again == document, "\(String(decoding: line, as: UTF8.self)) changes")
        }
    }

    private static func repeats<Message: WireMessage & Equatable>(
        _ input: [UInt8], _ decode: ([UInt8]) -> Message?
    ) throws(BrokenPromise) {
        guard let message = decode(input) else { return }
        let bytes = message.encoded()
        let again = decode(bytes)
        // NaN equals nothing, so messages with it are compared as they are written.
        try BrokenPromise.unless(
            again == message || again?.encoded() == bytes, "\(String(decoding: bytes, as: UTF8.self)) changes"
        )
    }
}

extension DocumentLine {
    fileprivate static func decode(_ line: ArraySlice<UInt8>) throws(Problem) -> Document {
        try decode(Array(line))
    }
}
