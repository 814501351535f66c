import FirestoreModel
import FirestoreRPC
import Protobuf

/// The protobuf form of queries.
extension MessageDecoder {
    /// Reads a query; nil is an empty message. Problems of its content are found in the order of Google's emulator.
    mutating func structuredQuery(_ message: ProtobufMessage?) throws(ProtobufFailure) -> StructuredQuery {
        let message = message ?? ProtobufMessage()
        let filter = try readSeparately { decoder throws(ProtobufFailure) in
            try message.messageBytes(3).flatMap { bytes throws(ProtobufFailure) in try decoder.filter(bytes) }
        }
        if let refusal = filter.message?.refusalOfCombination { refuse(.invalidArgument(refusal)) }
        var query = StructuredQuery(
            from: try selectors(message.repeated(2)),
            filter: filter.message == .and([]) ? nil : filter.message)
        if let refusal = filter.refusal { refuse(refusal) }
        query.select = try message.message(1).map { message throws(ProtobufFailure) in
            try projection(message)
        }
        query.orderBy = try orders(message.repeated(4))
        query.startAt = try message.message(7).map { message throws(ProtobufFailure) in
            try cursor(message, query.orderBy)
        }
        query.endAt = try message.message(8).map { message throws(ProtobufFailure) in
            try cursor(message, query.orderBy)
        }
        query.findNearest = try message.message(9).map { message throws(ProtobufFailure) in
            try findNearest(message)
        }
        query.offset = Int(message.int32(6) ?? 0)
        query.limit = try message.message(5).map { Int($0.int32(1) ?? 0) }
        return query
    }

    private mutating func selectors(
        _ elements: [ProtobufBytes]
    ) throws(ProtobufFailure) -> [StructuredQuery.CollectionSelector] {
        var selectors: [StructuredQuery.CollectionSelector] = []
        for element in elements {
            let message = try ProtobufMessage(element)
            selectors.append(.init(try message.string(2) ?? "", allDescendants: message.boolean(3) ?? false))
        }
        content.check(selectors)
        return selectors
    }

    private mutating func projection(_ message: ProtobufMessage) throws(ProtobufFailure) -> DocumentMask {
        var paths: [FieldPath] = []
        for element in message.repeated(2) {
            let path = try fieldReference(ProtobufMessage(element))
            if let refusal = path.refusal() { refuse(refusal) }
            paths.append(path)
        }
        return DocumentMask(paths)
    }

    private mutating func orders(
        _ elements: [ProtobufBytes]
    ) throws(ProtobufFailure) -> [StructuredQuery.Order] {
        var orders: [StructuredQuery.Order] = []
        for element in elements {
            let message = try ProtobufMessage(element)
            let field = try fieldReference(message.message(1))
            let number = message.int32(2) ?? 0
            let direction = StructuredQuery.Direction(protoNumber: number)
            if direction == nil, number != 0 { refuse(.unknownDirection) }
            orders.append(StructuredQuery.Order(field, direction ?? .ascending))
        }
        return orders
    }

    private mutating func cursor(
        _ message: ProtobufMessage, _ orders: [StructuredQuery.Order]
    ) throws(ProtobufFailure) -> StructuredQuery.Cursor {
        let elements = message.repeated(1)
        if elements.count > orders.count { refuse(.overlongCursor) }
        var values: [Value] = []
        let name = orders.firstIndex(where: \.field.isDocumentID) ?? orders.endIndex
        for (index, element) in elements.enumerated() {
            // Nothing may follow the name, which is reported later; values to compare with it are ignored.
            if index > name {
                values.append(
                    try readSeparately { decoder throws(ProtobufFailure) in try decoder.value(element) }
                        .message)
                continue
            }
            let value = try value(element)
            if index == name, index < orders.count, value.typeClass != .reference {
                refuse(.cursorNameWithoutReference)
            }
            values.append(value)
        }
        return StructuredQuery.Cursor(values, before: message.boolean(2) ?? false)
    }

    private mutating func findNearest(_ message: ProtobufMessage) throws(ProtobufFailure) -> FindNearest {
        let vector = try value(message.messageBytes(2)).vector
        if vector == nil { refuse(.queryVectorWithoutType) }
        let limit = Int(try message.message(4)?.int32(1) ?? 0)
        content.checkFindNearest(limit: limit)
        let measure = FindNearest.DistanceMeasure(protoNumber: message.int32(3) ?? 0)
        if measure == nil { refuse(.unknownDistanceMeasure) }
        let resultField = try message.string(5) ?? ""
        return FindNearest(
            try fieldReference(message.message(1)), to: vector ?? [], by: measure ?? .euclidean, limit: limit,
            distanceResultField: resultField.isEmpty ? nil : FieldName(resultField),
            distanceThreshold: try message.message(6).map { $0.double(1) ?? 0 })
    }

    // MARK: Aggregations

    mutating func aggregation(_ message: ProtobufMessage) throws(ProtobufFailure) -> Aggregation {
        let alias = try message.string(7) ?? ""
        let operation = try operation(message)
        return Aggregation(operation, alias: alias.isEmpty ? nil : alias)
    }

    private static let aggregations: ProtobufOneOf.Members = [1: .message, 2: .message, 3: .message]

    private mutating func operation(
        _ message: ProtobufMessage
    ) throws(ProtobufFailure) -> Aggregation.Operation {
        guard let kind = message.oneOf(MessageDecoder.aggregations), let bytes = kind.content.bytes else {
            refuse(.unsetAggregation)
            return .count(upTo: nil)
        }
        let operand = try ProtobufMessage(bytes).message(1)
        switch kind.number {
        case 1:
            let limit = operand.map { $0.int64(1) ?? 0 }
            content.checkCount(upTo: limit)
            return .count(upTo: limit)
        case 2: return .sum(try fieldReference(operand))
        case _: return .average(try fieldReference(operand))
        }
    }
}

extension ProtobufWriter {
    mutating func cursor(_ number: Int, _ cursor: StructuredQuery.Cursor) {
        message(number) { writer in
            for value in cursor.values { writer.value(1, value) }
            if cursor.before { writer.boolean(2, true) }
        }
    }
}
