package import FirestoreModel
import FirestoreRPC
package import JSONText

/// The JSON of writes.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rest/v1/Write>.
extension WireDecoder {
    /// Reads a write. Problems of its content are found in the order of Google's emulator.
    package mutating func write(_ json: JSONNode) throws(RPCStatus) -> Write {
        let reader = try MessageReader(
            json, "update", "delete", "transform", "verify", "updateMask", "updateTransforms",
            "currentDocument")
        let operation = try reader.oneOf("update", "delete", "transform", "verify")
        switch operation {
        case ("update", let update)?:
            let document = try documentToUpdate(update)
            let mask = try reader["updateMask"].map { json throws(RPCStatus) in try self.mask(json) }
            return Write(
                .update(document.name, document.fields, mask: mask),
                transforms: try transforms(reader.array("updateTransforms")),
                precondition: try precondition(of: reader))
        case ("delete", let name)?:
            try refuseUpdateParts(of: "delete", reader)
            return Write(.delete(try documentName(name)), precondition: try precondition(of: reader))
        case ("verify", let name)?:
            try refuseUpdateParts(of: "verify", reader)
            let write = Write(.verify(try documentName(name)), precondition: try precondition(of: reader))
            if write.precondition == nil { refuse(.verifyWithoutPrecondition) }
            return write
        case (_, let transform)?:
            try refuseUpdateParts(of: "transform", reader)
            let transform = try MessageReader(transform, "document", "fieldTransforms")
            let name = documentName(try transform.string("document") ?? "")
            let transforms = try transforms(transform.array("fieldTransforms"))
            if transforms.isEmpty { refuse(.noTransforms) }
            return Write(.transform(name), transforms: transforms, precondition: try precondition(of: reader))
        case nil:
            refuse(.emptyWrite)
            try refuseUpdateParts(of: "write", reader)
            return Write(.delete(documentName("")), precondition: try precondition(of: reader))
        }
    }

    /// Refuses a mask and transforms in anything but an update. Their form is checked nevertheless.
    private mutating func refuseUpdateParts(of kind: String, _ reader: MessageReader) throws(RPCStatus) {
        if let mask = reader["updateMask"] {
            refuse(.mask(in: kind))
            _ = try self.mask(mask)
        }
        let transforms = try reader.array("updateTransforms")
        if !transforms.isEmpty {
            refuse(.transforms(in: kind))
            _ = try self.transforms(transforms)
        }
    }

    private mutating func documentName(_ json: JSONNode) throws(RPCStatus) -> DocumentName {
        guard let text = json.textOfPrimitive else { throw .invalidPayload }
        return documentName(text)
    }

    private mutating func precondition(of reader: MessageReader) throws(RPCStatus) -> Precondition? {
        try reader["currentDocument"].flatMap { json throws(RPCStatus) in try precondition(json) }
    }

    private mutating func transforms(_ elements: JSONNode.Elements) throws(RPCStatus) -> [FieldTransform] {
        var transforms: [FieldTransform] = []
        transforms.reserveCapacity(elements.count)
        var fields = NestedFields()
        for element in elements {
            let transform = try transform(element)
            content.check(transform, in: &fields)
            transforms.append(transform)
        }
        return transforms
    }

    private mutating func transform(_ json: JSONNode) throws(RPCStatus) -> FieldTransform {
        let kinds = try MessageReader(
            json, "fieldPath", "setToServerValue", "increment", "maximum", "minimum", "appendMissingElements",
            "removeAllFromArray")
        let path = fieldPath(try kinds.string("fieldPath") ?? "")
        let kind = try kinds.oneOf(
            "setToServerValue", "increment", "maximum", "minimum", "appendMissingElements",
            "removeAllFromArray")
        defer { content.checkTransformed(path) }
        switch kind {
        case ("setToServerValue", _)?:
            if try kinds.enumeration("setToServerValue", ServerValue.self) == nil {
                refuse(.unspecifiedServerValue)
            }
            return FieldTransform(path, .setToServerTime)
        case ("increment", let operand)?: return FieldTransform(path, .increment(try number(operand)))
        case ("maximum", let operand)?: return FieldTransform(path, .maximum(try number(operand)))
        case ("minimum", let operand)?: return FieldTransform(path, .minimum(try number(operand)))
        case ("appendMissingElements", let elements)?:
            return FieldTransform(path, .appendMissingElements(try array(elements)))
        case (_, let elements)?: return FieldTransform(path, .removeAllFromArray(try array(elements)))
        case nil:
            refuse(.unsetTransform)
            return FieldTransform(path, .setToServerTime)
        }
    }

    private mutating func number(_ json: JSONNode) throws(RPCStatus) -> Value {
        content.number(try value(json))
    }

    /// A `Precondition`; nil for an empty one.
    package mutating func precondition(_ json: JSONNode) throws(RPCStatus) -> Precondition? {
        let reader = try MessageReader(json, "exists", "updateTime")
        guard let condition = try reader.oneOf("exists", "updateTime") else { return nil }
        if condition.name == "exists" { return .exists(try reader.boolean("exists") ?? false) }
        let time = try reader.timestamp("updateTime") ?? .zero
        checkStorable(time)
        return .updateTime(time)
    }
}

extension JSONNode {
    /// The name of the document that a write is about; nil for a write without one.
    var nameOfWrite: WrittenName? {
        if let update = self["update"], !update.isNull {
            return WrittenName(update["name"]?.textOfPrimitive ?? "")
        }
        if let transform = self["transform"], !transform.isNull {
            return WrittenName(transform["document"]?.textOfPrimitive ?? "")
        }
        return (self["delete"] ?? self["verify"])?.textOfPrimitive.map { WrittenName($0) }
    }

    /// Whether the write only verifies.
    var isVerification: Bool { self["verify"].map { !$0.isNull } ?? false }
}

extension WireEncoder {
    package mutating func write(_ write: Write) {
        object { writer in
            switch write.operation {
            case .update(let name, let fields, let mask):
                writer.member("update") { $0.document(Document(name: name, fields: fields)) }
                if let mask { writer.member("updateMask") { $0.mask(mask) } }
                if !write.transforms.isEmpty { writer.transforms("updateTransforms", write.transforms) }
            case .delete(let name): writer.member("delete") { $0.name(name) }
            case .verify(let name): writer.member("verify") { $0.name(name) }
            case .transform(let name):
                writer.member("transform") { writer in
                    writer.object { writer in
                        writer.member("document") { $0.name(name) }
                        writer.transforms("fieldTransforms", write.transforms)
                    }
                }
            }
            switch write.precondition {
            case nil: break
            case .exists(let flag):
                writer.member("currentDocument") { $0.object { $0.member("exists") { $0.boolean(flag) } } }
            case .updateTime(let time):
                writer.member("currentDocument") {
                    $0.object { $0.member("updateTime") { $0.time(time) } }
                }
            }
        }
    }

    private mutating func transforms(_ name: String, _ transforms: [FieldTransform]) {
        member(name) { writer in
            writer.array(transforms) { writer, transform in
                writer.object { writer in
                    writer.member("fieldPath") { $0.string(transform.field.description) }
                    switch transform.operation {
                    case .setToServerTime: writer.member("setToServerValue") { $0.string("REQUEST_TIME") }
                    case .increment(let value): writer.member("increment") { $0.value(value) }
                    case .maximum(let value): writer.member("maximum") { $0.value(value) }
                    case .minimum(let value): writer.member("minimum") { $0.value(value) }
                    case .appendMissingElements(let values): writer.elements("appendMissingElements", values)
                    case .removeAllFromArray(let values): writer.elements("removeAllFromArray", values)
                    }
                }
            }
        }
    }

    private mutating func elements(_ name: String, _ values: [Value]) {
        member(name) { $0.object { $0.member("values") { $0.array(values) { $0.value($1) } } } }
    }
}

extension WireDecoder {
    package mutating func writeResult(_ json: JSONNode) throws(RPCStatus) -> WriteResult {
        let reader = try MessageReader(answer: json)
        var results: [Value] = []
        for element in try reader.array("transformResults") { results.append(try value(element)) }
        return WriteResult(updateTime: try reader.timestamp("updateTime"), transformResults: results)
    }
}

extension WireEncoder {
    package mutating func writeResult(_ result: WriteResult) {
        object { writer in
            if let time = result.updateTime { writer.member("updateTime") { $0.time(time) } }
            if !result.transformResults.isEmpty {
                writer.member("transformResults") { $0.array(result.transformResults) { $0.value($1) } }
            }
        }
    }
}
