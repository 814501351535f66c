import FirestoreModel
import FirestoreProtobuf
import FirestoreRPC
import Protobuf

extension FuzzTarget {
    /// The messages of Firestore's gRPC API; the first byte chooses the method.
    static let protobuf = FuzzTarget("protobuf") { input in
        guard let method = input.first else { return }
        let bytes = Array(input.dropFirst())
        switch method % 14 {
        case 0: try decode(CommitRequest.self, bytes)
        case 1: try decode(RunQueryRequest.self, bytes)
        case 2: try decode(RunAggregationQueryRequest.self, bytes)
        case 3: try decode(BatchGetDocumentsRequest.self, bytes)
        case 4: try decode(GetDocumentRequest.self, bytes)
        case 5: try decode(CreateDocumentRequest.self, bytes)
        case 6: try decode(UpdateDocumentRequest.self, bytes)
        case 7: try decode(ListDocumentsRequest.self, bytes)
        case 8: try decode(BatchWriteRequest.self, bytes)
        case 9: try decode(PartitionQueryRequest.self, bytes)
        case 10: try decode(BeginTransactionRequest.self, bytes)
        case 11: _ = try? WriteRequest(protobuf: bytes)
        case 12: _ = try? ListenRequest(protobuf: bytes)
        default: try fields(ProtobufBytes(bytes), depth: 0)
        }
    }

    /// Decodes a message. What it says of its content must be one of the refusals of a service.
    private static func decode<Message: ProtobufRequest>(_: Message.Type, _ bytes: [UInt8])
        throws(BrokenPromise)
    {
        guard let addressed = try? Addressed<Message>(protobuf: bytes) else { return }
        guard let refusal = addressed.request.refusal else { return }
        try BrokenPromise.unless(
            refusal.code != .internal && refusal.code != .ok, "refused as \(refusal.code)")
    }

    /// Reads all fields, and those of every field that is a message itself: never deeper than the reader says, and never more bytes than there
    /// are.
    private static func fields(_ bytes: ProtobufBytes, depth: Int) throws(BrokenPromise) {
        try BrokenPromise.unless(depth <= ProtobufReader.maximumDepth + 1, "read at depth \(depth)")
        guard var reader = try? ProtobufReader(bytes) else { return }
        var size = 0
        while let field = try? reader.next() {
            switch field.content {
            case .bytes(let inner), .group(let inner):
                size += inner.array.count
                _ = try? inner.text()
                // Every field once, so that the work does not grow with each level.
                if depth < 4 { try fields(inner, depth: depth + 1) }
            case .varint, .fixed64, .fixed32: size += 1
            }
        }
        try BrokenPromise.unless(size <= bytes.array.count, "\(size) bytes of \(bytes.array.count)")
    }
}
