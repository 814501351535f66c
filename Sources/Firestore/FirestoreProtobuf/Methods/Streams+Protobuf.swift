package import FirestoreModel
package import FirestoreRPC
package import Protobuf

// The messages of the streams in both directions.

extension WriteRequest: ProtobufStreamRequest {
    package init(protobuf bytes: [UInt8]) throws(RPCStatus) {
        let (request, refusal) = try WriteRequest.decode(bytes)
        self = request
        writes = Decoded(writes.message, refusal: refusal)
    }

    private static func decode(_ bytes: [UInt8]) throws(RPCStatus) -> (WriteRequest, RPCStatus?) {
        let decoded = try MessageDecoder.decode(bytes) { decoder, message throws(ProtobufFailure) in
            WriteRequest(
                database: try message.string(1) ?? "", streamID: try message.string(2) ?? "",
                writes: Decoded(try decoder.writes(message.repeated(3))), streamToken: message.bytes(4) ?? [])
        }
        return (decoded.message, decoded.refusal)
    }
}

extension WriteResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        if !streamID.isEmpty { writer.string(1, streamID) }
        if !streamToken.isEmpty { writer.bytes(2, streamToken) }
        for result in writeResults { writer.writeResult(3, result) }
        writer.timestamp(4, commitTime)
    }
}

extension ListenRequest: ProtobufStreamRequest {
    private static let changes: ProtobufOneOf.Members = [2: .message, 3: .varint]

    package init(protobuf bytes: [UInt8]) throws(RPCStatus) {
        // What is wrong in a target is a part of the target.
        self = try MessageDecoder.decode(bytes) { decoder, message throws(ProtobufFailure) in
            let database = try message.string(1) ?? ""
            switch message.oneOf(ListenRequest.changes)?.content {
            case .bytes(let target)?:
                return ListenRequest(
                    database: database, .addTarget(try decoder.target(ProtobufMessage(target))))
            case .varint(let id)?:
                return ListenRequest(database: database, .removeTarget(Int32(truncatingIfNeeded: id)))
            case .fixed32?, .fixed64?, .group?, nil: return ListenRequest(database: database, .none)
            }
        }.message
    }
}

extension MessageDecoder {
    private static let targets: ProtobufOneOf.Members = [2: .message, 3: .message, 13: .message]
    private static let resumePoints: ProtobufOneOf.Members = [4: .bytes, 11: .message]

    fileprivate mutating func target(_ message: ProtobufMessage) throws(ProtobufFailure) -> Target {
        let decoded = try readSeparately { decoder throws(ProtobufFailure) in
            Target(
                try decoder.targetContent(message), id: message.int32(5) ?? 0,
                resumePoint: try decoder.resumePoint(message), once: message.boolean(6) ?? false,
                expectedCount: try message.message(12).map { $0.int32(1) ?? 0 })
        }
        var target = decoded.message
        if let refusal = decoded.refusal { target.content = .refused(refusal) }
        return target
    }

    private mutating func targetContent(_ message: ProtobufMessage) throws(ProtobufFailure) -> Target.Content
    {
        guard let kind = message.oneOf(MessageDecoder.targets), let bytes = kind.content.bytes else {
            return .refused(.targetWithoutContent)
        }
        let target = try ProtobufMessage(bytes)
        switch kind.number {
        case 2:
            let query = try target.message(2)
            if query == nil { refuse(.noStructuredQuery) }
            return .query(try structuredQuery(query), parent: try target.string(1) ?? "")
        case 3: return .documents(try target.strings(2).map { WrittenName($0) })
        case _: return .refused(.pipelinesNeedEnterprise)
        }
    }

    private mutating func resumePoint(_ message: ProtobufMessage) throws(ProtobufFailure) -> Target
        .ResumePoint?
    {
        guard let kind = message.oneOf(MessageDecoder.resumePoints), let bytes = kind.content.bytes else {
            return nil
        }
        if kind.number == 4 { return bytes.array.isEmpty ? nil : .token(bytes.array) }
        return .readTime(try timestamp(bytes))
    }
}

extension ListenResponse: ProtobufResponse {
    package func write(to writer: inout ProtobufWriter) {
        switch self {
        case .targetChange(let change): writer.message(2) { $0.targetChange(change) }
        case .documentChange(let change):
            writer.message(3) { writer in
                writer.document(1, change.document)
                writer.packed(5, change.targetIDs)
                writer.packed(6, change.removedTargetIDs)
            }
        case .documentDelete(let change):
            writer.message(4) { writer in
                writer.string(1, change.name.description)
                writer.timestamp(4, change.readTime)
                writer.packed(6, change.removedTargetIDs)
            }
        case .documentRemove(let change):
            writer.message(6) { writer in
                writer.string(1, change.name.description)
                writer.packed(2, change.removedTargetIDs)
                writer.timestamp(4, change.readTime)
            }
        case .filter(let filter): writer.message(5) { $0.filter(filter) }
        }
    }
}

extension ProtobufWriter {
    fileprivate mutating func targetChange(_ change: TargetChange) {
        if change.kind != .noChange { integer(1, change.kind.rawValue) }
        packed(2, change.targetIDs)
        if let cause = change.cause { status(3, cause) }
        if !change.resumeToken.isEmpty { bytes(4, change.resumeToken) }
        timestamp(6, change.readTime)
    }

    fileprivate mutating func filter(_ filter: ExistenceFilter) {
        if filter.targetID != 0 { integer(1, filter.targetID) }
        if filter.count != 0 { integer(2, filter.count) }
        guard let names = filter.unchangedNames else { return }
        message(3) { writer in
            writer.message(1) { writer in
                if !names.bitmap.isEmpty { writer.bytes(1, names.bitmap) }
                if names.padding != 0 { writer.integer(2, names.padding) }
            }
            if names.hashCount != 0 { writer.integer(2, names.hashCount) }
        }
    }
}
