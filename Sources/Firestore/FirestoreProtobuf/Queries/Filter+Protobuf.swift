import FirestoreModel
import FirestoreRPC
import Protobuf

/// The protobuf form of filters.
extension MessageDecoder {
    private static let filters: ProtobufOneOf.Members = [1: .message, 2: .message, 3: .message]

    /// Reads a filter; nil for one that was refused.
    mutating func filter(_ bytes: ProtobufBytes) throws(ProtobufFailure) -> Filter? {
        let kind = try ProtobufMessage(bytes).oneOf(MessageDecoder.filters)
        guard let kind, let bytes = kind.content.bytes else {
            refuse(.unknownFilter)
            return nil
        }
        let message = try ProtobufMessage(bytes)
        switch kind.number {
        case 1: return try compositeFilter(message)
        case 2: return try fieldFilter(message)
        case _: return try unaryFilter(message)
        }
    }

    private mutating func compositeFilter(_ message: ProtobufMessage) throws(ProtobufFailure) -> Filter? {
        let operation = CompositeOperator(protoNumber: message.int32(1) ?? 0)
        if operation == nil { refuse(.unknownCompositeOperator) }
        let elements = message.repeated(2)
        var filters: [Filter] = []
        for element in elements {
            if let filter = try filter(element) { filters.append(filter) }
        }
        switch operation {
        // Without filters it matches every document, and so does a disjunction around it.
        case .and?, nil: return .and(filters)
        case .or?:
            if elements.isEmpty { refuse(.emptyDisjunction) }
            return .or(filters)
        }
    }

    private mutating func fieldFilter(_ message: ProtobufMessage) throws(ProtobufFailure) -> Filter? {
        let field = try fieldReference(message.message(1))
        let operand = try value(message.messageBytes(3))
        guard let operation = Filter.FieldOperator(protoNumber: message.int32(2) ?? 0) else {
            refuse(.unknownFieldOperator)
            return nil
        }
        if let refusal = operation.refusal(of: operand) { refuse(.invalidArgument(refusal)) }
        return .field(field, operation, operand)
    }

    private mutating func unaryFilter(_ message: ProtobufMessage) throws(ProtobufFailure) -> Filter? {
        let operation = Filter.UnaryOperator(protoNumber: message.int32(1) ?? 0)
        guard let reference = try message.message(2) else {
            refuse(.unaryFilterWithoutField)
            // It still counts as one of the filters that a query may have only once.
            return operation.map { .unary(FieldPath([]), $0) }
        }
        let field = try fieldReference(reference)
        guard let operation else {
            refuse(.unknownUnaryOperator)
            return nil
        }
        return .unary(field, operation)
    }

    /// Reads a `FieldReference`; nil is an empty one.
    mutating func fieldReference(_ message: ProtobufMessage?) throws(ProtobufFailure) -> FieldPath {
        content.fieldPath(try message?.string(2) ?? "")
    }
}
