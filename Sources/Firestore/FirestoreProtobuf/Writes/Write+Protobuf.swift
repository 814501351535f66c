import FirestoreModel
import FirestoreRPC
import Protobuf

/// The protobuf form of writes.
extension MessageDecoder {
    fileprivate static let operations: ProtobufOneOf.Members = [
        1: .message, 2: .bytes, 5: .bytes, 6: .message,
    ]

    /// Reads a write. Problems of its content are found in the order of Google's emulator.
    mutating func write(_ message: ProtobufMessage) throws(ProtobufFailure) -> Write {
        let operation = message.oneOf(MessageDecoder.operations)
        guard let operation, let bytes = operation.content.bytes else {
            refuse(.emptyWrite)
            try refuseUpdateParts(of: "write", message)
            return Write(.delete(content.documentName("")), precondition: try precondition(message, 4))
        }
        switch operation.number {
        case 1:
            let document = try ProtobufMessage(bytes)
            let name = content.documentName(try document.string(1) ?? "")
            let fields = try documentFields(document.repeated(2))
            return Write(
                .update(name, fields, mask: try mask(message, 3)),
                transforms: try transforms(message.repeated(7)), precondition: try precondition(message, 4))
        case 2:
            try refuseUpdateParts(of: "delete", message)
            return Write(
                .delete(content.documentName(try bytes.text())), precondition: try precondition(message, 4))
        case 5:
            try refuseUpdateParts(of: "verify", message)
            let write = Write(
                .verify(content.documentName(try bytes.text())), precondition: try precondition(message, 4))
            if write.precondition == nil { refuse(.verifyWithoutPrecondition) }
            return write
        case _:
            try refuseUpdateParts(of: "transform", message)
            let transform = try ProtobufMessage(bytes)
            let name = content.documentName(try transform.string(1) ?? "")
            let transforms = try transforms(transform.repeated(2))
            if transforms.isEmpty { refuse(.noTransforms) }
            return Write(
                .transform(name), transforms: transforms, precondition: try precondition(message, 4))
        }
    }

    /// Refuses a mask and transforms in anything but an update.
    private mutating func refuseUpdateParts(
        of kind: String, _ message: ProtobufMessage
    ) throws(ProtobufFailure) {
        if let mask = message.messageBytes(3) {
            refuse(.mask(in: kind))
            _ = try self.mask(mask)
        }
        let transforms = message.repeated(7)
        if !transforms.isEmpty {
            refuse(.transforms(in: kind))
            _ = try self.transforms(transforms)
        }
    }

    private mutating func transforms(_ elements: [ProtobufBytes]) throws(ProtobufFailure) -> [FieldTransform]
    {
        var transforms: [FieldTransform] = []
        transforms.reserveCapacity(elements.count)
        var fields = NestedFields()
        for element in elements {
            let transform = try transform(ProtobufMessage(element))
            content.check(transform, in: &fields)
            transforms.append(transform)
        }
        return transforms
    }

    private static let transformations: ProtobufOneOf.Members = [
        2: .varint, 3: .message, 4: .message, 5: .message, 6: .message, 7: .message,
    ]

    private mutating func transform(_ message: ProtobufMessage) throws(ProtobufFailure) -> FieldTransform {
        let path = content.fieldPath(try message.string(1) ?? "")
        defer { content.checkTransformed(path) }
        let operation = message.oneOf(MessageDecoder.transformations)
        if let number = operation?.content.varint {
            if ServerValue(protoNumber: Int32(truncatingIfNeeded: number)) == nil {
                refuse(.unspecifiedServerValue)
            }
            return FieldTransform(path, .setToServerTime)
        }
        guard let operation, let operand = operation.content.bytes else {
            refuse(.unsetTransform)
            return FieldTransform(path, .setToServerTime)
        }
        switch operation.number {
        case 3: return FieldTransform(path, .increment(content.number(try value(operand))))
        case 4: return FieldTransform(path, .maximum(content.number(try value(operand))))
        case 5: return FieldTransform(path, .minimum(content.number(try value(operand))))
        case 6: return FieldTransform(path, .appendMissingElements(try array(operand)))
        case _: return FieldTransform(path, .removeAllFromArray(try array(operand)))
        }
    }

    private static let conditions: ProtobufOneOf.Members = [1: .varint, 2: .message]

    /// The precondition in a field; nil also for an empty one.
    mutating func precondition(
        _ message: ProtobufMessage, _ number: Int
    ) throws(ProtobufFailure) -> Precondition? {
        switch try message.message(number)?.oneOf(MessageDecoder.conditions)?.content {
        case .varint(let flag)?: return .exists(flag != 0)
        case .bytes(let bytes)?:
            let time = try timestamp(bytes)
            content.checkStorable(time)
            return .updateTime(time)
        case .fixed32?, .fixed64?, .group?, nil: return nil
        }
    }

    /// The mask in a field; nil if it is not set.
    mutating func mask(_ message: ProtobufMessage, _ number: Int) throws(ProtobufFailure) -> DocumentMask? {
        guard let bytes = message.messageBytes(number) else { return nil }
        return try mask(bytes)
    }

    private mutating func mask(_ bytes: ProtobufBytes) throws(ProtobufFailure) -> DocumentMask {
        var paths: [FieldPath] = []
        for text in try ProtobufMessage(bytes).strings(1) { paths.append(content.fieldPathInMask(text)) }
        return DocumentMask(paths)
    }
}

/// The name of the document that a write is about, as it is written.
struct NameOfWrite {
    let name: WrittenName
    let isVerification: Bool

    /// Looks for the name; nil for a write without an operation.
    init?(_ write: ProtobufMessage) throws(ProtobufFailure) {
        guard let operation = write.oneOf(MessageDecoder.operations), let bytes = operation.content.bytes
        else { return nil }
        isVerification = operation.number == 5
        switch operation.number {
        case 2, 5: name = WrittenName(try bytes.text())
        case _: name = WrittenName(try ProtobufMessage(bytes).string(1) ?? "")
        }
    }
}

extension ProtobufWriter {
    mutating func writeResult(_ number: Int, _ result: WriteResult) {
        message(number) { writer in
            writer.timestamp(1, result.updateTime)
            for value in result.transformResults { writer.value(2, value) }
        }
    }

    /// Writes a `google.rpc.Status`; nil for success.
    mutating func status(_ number: Int, _ status: RPCStatus?) {
        message(number) { writer in
            guard let status else { return }
            writer.integer(1, status.code.rawValue)
            if let text = status.message { writer.string(2, text) }
        }
    }
}
