import FirestoreModel

/// The messages of Google's emulator about documents that fail a condition.
extension RPCStatus {
    static func missingEntity(_ name: DocumentName) -> RPCStatus {
        RPCStatus(.notFound, "no entity to update: " + reference(to: name))
    }

    static func newerBaseVersion(_ name: DocumentName) -> RPCStatus {
        .invalidArgument(
            "Invalid base version, it is greater than the stored version: " + reference(to: name))
    }

    /// A document's name in the text form of protocol buffers.
    private static func reference(to name: DocumentName) -> String {
        let segments = name.path.segments
        var text = "app: \(quoted("dev~" + name.database.project))\npath <\n"
        for index in stride(from: 0, to: segments.count, by: 2) {
            let id = segments[index + 1]
            let name = id.number.map { "id: \($0)" } ?? "name: \(quoted(id.string))"
            text += "  Element {\n    type: \(quoted(segments[index].string))\n    \(name)\n  }\n"
        }
        return text + ">\n"
    }

    static func existingEntity(_ name: DocumentName) -> RPCStatus {
        let path = name.path.segments.map { id in id.number.map { "/\($0)L" } ?? "/\(id)" }.joined()
        return RPCStatus(
            .alreadyExists,
            "entity already exists: EntityRef{partitionRef=dev~\(name.database.project), path=\(path)}")
    }

    /// A string in the text form of protocol buffers, escaped UTF-16 unit by UTF-16 unit as Java does it.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x08: result += "\\b"
            case 0x09: result += "\\t"
            case 0x0A: result += "\\n"
            case 0x0C: result += "\\f"
            case 0x0D: result += "\\r"
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            case 0..<0x100: result += "\\" + padded(String(unit, radix: 8), 3)
            default: result += "\\u" + padded(String(unit, radix: 16), 4)
            }
        }
        return result + "\""
    }

    private static func padded(_ digits: String, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
