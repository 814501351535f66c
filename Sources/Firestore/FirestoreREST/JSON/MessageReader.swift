package import FirestoreModel
package import FirestoreRPC
package import JSONText

/// Reads the members of one JSON object as the fields of a protobuf message.
///
/// Accepts what protobuf's JSON format accepts: `snake_case` besides `camelCase` names, `null` for a field that is not
/// set. In a request, an unknown name makes the whole payload invalid.
package struct MessageReader {
    /// The object; nil for a missing message, which has no fields.
    private let node: JSONNode?
    /// The fields by their names in `camelCase`, if some have other names or none that is known.
    private let renamed: [(name: String, value: JSONNode)]?

    /// Checks that a value is an object with only these names, as a request must be; nil stands for an empty one.
    package init(_ node: JSONNode?, _ names: String...) throws(RPCStatus) {
        self.node = node
        guard let node else {
            renamed = nil
            return
        }
        guard let members = node.members else { throw .invalidPayload }
        if members.allSatisfy({ member in names.contains { member.name.isString($0) } }) {
            renamed = nil
            return
        }
        var renamed: [(name: String, value: JSONNode)] = []
        for member in members {
            let text = member.name.string ?? ""
            let name = names.contains(text) ? text : MessageReader.camelCased(text)
            guard names.contains(name) else { throw .invalidPayload }
            renamed.append((name, member.value))
        }
        self.renamed = renamed
        if holdsFieldTwice { throw .invalidPayload }
    }

    /// True if a field is set under both of its names.
    private var holdsFieldTwice: Bool {
        let fields = renamed ?? []
        return fields.enumerated().contains { index, field in
            fields[..<index].contains {
                $0.name == field.name && !$0.value.isNull && $0.value.elements?.isEmpty != true
            }
        }
    }

    /// Reads the fields with these names, and passes over all others: newer clients send more than there is a use for.
    package init(passingOverAllBut names: String..., in node: JSONNode) throws(RPCStatus) {
        guard let members = node.members else { throw .invalidPayload }
        self.node = node
        var fields: [(name: String, value: JSONNode)] = []
        for member in members {
            let text = member.name.string ?? ""
            let name = names.contains(text) ? text : MessageReader.camelCased(text)
            if names.contains(name) { fields.append((name, member.value)) }
        }
        renamed = fields
        if holdsFieldTwice { throw .invalidPayload }
    }

    /// Reads a server's response: ignores unknown names, because servers add to
    /// their responses. An error, wherever it is, is not a response.
    package init(answer node: JSONNode) throws(RPCStatus) {
        guard node.isObject, node["error"] == nil else { throw .invalidPayload }
        self.node = node
        renamed = nil
    }

    /// The field with a name, or nil if it is not set.
    package subscript(name: String) -> JSONNode? {
        // A field can appear twice, under its two names.
        if let renamed { return renamed.last { $0.name == name && !$0.value.isNull }?.value }
        guard let value = node?[name], !value.isNull else { return nil }
        return value
    }

    /// The field of a oneof that is set, or nil.
    package func oneOf(_ names: String...) throws(RPCStatus) -> (name: String, value: JSONNode)? {
        var found: (name: String, value: JSONNode)?
        func look(at value: JSONNode, _ name: String) throws(RPCStatus) {
            // Not even null may follow the field that is set, as in Google's emulator.
            if found != nil { throw .invalidPayload }
            if !value.isNull { found = (name, value) }
        }
        if let renamed {
            for field in renamed where names.contains(field.name) { try look(at: field.value, field.name) }
        } else if let members = node?.members {
            for member in members {
                guard let name = names.first(where: { member.name.isString($0) }) else { continue }
                try look(at: member.value, name)
            }
        }
        return found
    }

    /// The `camelCase` form of a `snake_case` name; any other name unchanged.
    static func camelCased(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "_")) else { return name }
        let words = name.split(separator: "_", omittingEmptySubsequences: false)
        guard words.allSatisfy({ $0.first?.isLowercase == true }) else { return name }
        return words.dropFirst().reduce(into: String(words[0])) {
            $0 += $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}

extension MessageReader {
    package func string(_ name: String) throws(RPCStatus) -> String? {
        guard let json = self[name] else { return nil }
        guard let text = json.textOfPrimitive else { throw .invalidPayload }
        return text
    }

    /// A string; nil also for the empty one, which a message cannot tell from a missing one.
    package func text(_ name: String) throws(RPCStatus) -> String? {
        let text = try string(name)
        return text?.isEmpty == true ? nil : text
    }

    package func boolean(_ name: String) throws(RPCStatus) -> Bool? {
        guard let json = self[name] else { return nil }
        return try json.protoBoolean()
    }

    package func int32(_ name: String) throws(RPCStatus) -> Int? {
        guard let json = self[name] else { return nil }
        guard let digits = json.textOfPrimitive, let number = Int64(jsonDigits: digits),
            let small = Int32(exactly: number)
        else {
            throw .invalidPayload
        }
        return Int(small)
    }

    package func bytes(_ name: String) throws(RPCStatus) -> [UInt8]? {
        guard let json = self[name] else { return nil }
        guard let text = json.textOfPrimitive, let bytes = Base64.decode(text) else {
            throw .invalidPayload
        }
        return bytes
    }

    package func timestamp(_ name: String) throws(RPCStatus) -> Timestamp? {
        guard let json = self[name] else { return nil }
        guard let text = json.textOfPrimitive, let time = Timestamp(rfc3339: text) else {
            throw .invalidPayload
        }
        return time
    }

    package func array(_ name: String) throws(RPCStatus) -> JSONNode.Elements {
        guard let json = self[name] else { return JSONNode.Elements() }
        guard let elements = json.elements else { throw .invalidPayload }
        return elements
    }

    /// The texts of a repeated string field.
    package func strings(_ name: String) throws(RPCStatus) -> [String] {
        var texts: [String] = []
        for element in try array(name) {
            guard let text = element.textOfPrimitive else { throw .invalidPayload }
            texts.append(text)
        }
        return texts
    }

    package func int64(_ name: String) throws(RPCStatus) -> Int64? {
        guard let json = self[name] else { return nil }
        guard let digits = json.textOfPrimitive, let number = Int64(jsonDigits: digits) else {
            throw .invalidPayload
        }
        return number
    }

    /// An enum field, by name or by number; nil for "not specified", and for an unknown number.
    package func enumeration<E: ProtoEnum>(_ name: String, _ type: E.Type) throws(RPCStatus) -> E? {
        guard let json = self[name] else { return nil }
        guard let text = json.textOfPrimitive else { throw .invalidPayload }
        if let value = E.allCases.first(where: { $0.protoName == text }) { return value }
        if text == E.unspecifiedName { return nil }
        guard let number = Int64(jsonDigits: text).flatMap({ Int32(exactly: $0) }) else {
            throw .invalidPayload
        }
        return E(protoNumber: number)
    }

    /// True for an enum field that holds a number other than 0.
    package func holdsUnknownNumber(_ name: String) -> Bool {
        guard let digits = self[name]?.textOfPrimitive, let number = Int64(jsonDigits: digits) else {
            return false
        }
        return number != 0
    }
}

extension JSONNode {
    /// The text of a string, number or boolean, or of a list of one: Google's emulator accepts any in place of another.
    var textOfPrimitive: String? {
        if let text = string ?? digits { return text }
        if let boolean { return boolean ? "true" : "false" }
        guard var elements, elements.count == 1 else { return nil }
        return elements.next()?.textOfPrimitive
    }

    func protoBoolean() throws(RPCStatus) -> Bool {
        switch textOfPrimitive {
        case "true"?: true
        case "false"?: false
        case _: throw .invalidPayload
        }
    }
}

extension RPCStatus {
    /// The response of Google's emulator to JSON that does not match the message.
    package static let invalidPayload = RPCStatus.invalidArgument("Payload isn't valid for request.")
}
