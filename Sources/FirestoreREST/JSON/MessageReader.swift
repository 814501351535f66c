package import FirestoreModel

/// Reads the members of one JSON object as the fields of a protobuf message.
///
/// Accepts what protobuf's JSON form accepts: `snake_case` beside `camelCase` names, `null` for a field that is not
/// set. In a request, a name that the message does not have makes the whole payload invalid.
package struct MessageReader {
    private let members: JSON.Members

    /// Checks that a tree is an object with no names but these, as the request of a client must be.
    package init(_ json: JSON, _ names: String...) throws(RPCStatus) {
        guard case .object(let members) = json else { throw .invalidPayload }
        if members.haveOnly(names) {
            self.members = members
            return
        }
        var renamed: [JSON.Member] = []
        for member in members {
            let name = names.contains(member.name) ? member.name : MessageReader.camelCased(member.name)
            guard names.contains(name) else { throw .invalidPayload }
            renamed.append(JSON.Member(name, member.value))
        }
        self.members = JSON.Members(renamed)
        if holdsFieldTwice { throw .invalidPayload }
    }

    /// True when a field that is set comes again under its other name.
    private var holdsFieldTwice: Bool {
        members.enumerated().contains { index, member in
            members[..<index].contains {
                $0.name == member.name && !$0.value.isNull && $0.value != .array([])
            }
        }
    }

    /// Reads what a server has answered: passes over names that the message does not have, because servers add to
    /// their answers. An error is no answer, wherever it stands.
    package init(answer json: JSON) throws(RPCStatus) {
        guard case .object(let members) = json, json["error"] == nil else { throw .invalidPayload }
        self.members = members
    }

    /// The field with a name, or nil when it is not set.
    package subscript(name: String) -> JSON? {
        guard let value = members[name] else { return nil }
        if !value.isNull { return value }
        // Under its two names a field can stand twice.
        return members.last { $0.name == name && !$0.value.isNull }?.value
    }

    /// The one field of a oneof that is set, or nil.
    package func oneOf(_ names: String...) throws(RPCStatus) -> (name: String, value: JSON)? {
        var found: JSON.Member?
        for member in members where names.contains(member.name) {
            // Behind the one that is set not even null may stand, as in Google's emulator.
            if found != nil { throw .invalidPayload }
            if !member.value.isNull { found = member }
        }
        return found.map { ($0.name, $0.value) }
    }

    /// The `camelCase` form of a `snake_case` name; any other name as it is.
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

    package func array(_ name: String) throws(RPCStatus) -> [JSON] {
        guard let json = self[name] else { return [] }
        guard let elements = json.array else { throw .invalidPayload }
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

    /// An enum field, by name or by number; nil for "not specified", and for a number that no name has.
    package func enumeration<E: ProtoEnum>(_ name: String, _ type: E.Type) throws(RPCStatus) -> E? {
        guard let json = self[name] else { return nil }
        guard let text = json.textOfPrimitive else { throw .invalidPayload }
        if let value = E.allCases.first(where: { $0.protoName == text }) { return value }
        if text == E.unspecifiedName { return nil }
        guard let number = Int64(jsonDigits: text).flatMap({ Int32(exactly: $0) }) else {
            throw .invalidPayload
        }
        return E.allCases.first { number == Int32($0.protoNumber) }
    }

    /// True for an enum field that holds a number other than 0.
    package func holdsUnknownNumber(_ name: String) -> Bool {
        guard let digits = self[name]?.textOfPrimitive, let number = Int64(jsonDigits: digits) else {
            return false
        }
        return number != 0
    }
}

/// An enum of the protobuf interface: a name and a number for each case, and a name for "not specified".
package protocol ProtoEnum: CaseIterable {
    var protoName: String { get }
    var protoNumber: Int { get }
    static var unspecifiedName: String { get }
}

extension JSON {
    /// The text of a string, number or boolean, or of a list of one: Google's emulator takes any for any other.
    var textOfPrimitive: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .array(let elements): elements.count == 1 ? elements[0].textOfPrimitive : nil
        case .null, .object: nil
        }
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
    /// The answer of Google's emulator to every JSON text that does not fit the message.
    package static let invalidPayload = RPCStatus.invalidArgument("Payload isn't valid for request.")
}
