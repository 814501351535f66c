import EmulatorAccess
import FirestoreEmulator
import FirestoreModel
import JSONText

/// A value of the rules language, as a coverage report has it, written down for people: much as a rule would have it.
///
/// `3` is an int and `3.0` a float. Members of maps come in the order of their names, elements of lists and sets in their own.
/// What has no literal is written as a call: `set(1, 2)`, `timestamp(2020-01-01T00:00:00Z)`, `duration(86400s)`,
/// `latlng(1.5, 2.0)`, `bytes(YWI=)`, `vector(1.0, 2.0)`, `diff(a: ADDED)`, `constraint(GT 3)`. A time of today is `now`.
enum RuleValueText {
    static func text(_ value: JSON) -> String {
        guard case .object(let members) = value, members.count == 1, let member = members.first else {
            return value.compactText
        }
        let content = member.value
        switch member.name {
        case "nullValue": return "null"
        case "boolValue", "intValue", "floatValue": return word(content)
        case "stringValue": return quoted(content.string ?? "")
        case "bytesValue": return "bytes(\(content.string ?? ""))"
        case "timestampValue": return time(content.string ?? "")
        case "durationValue": return "duration(\(content.string ?? ""))"
        case "latlngValue":
            let numbers = ["latitude", "longitude"].map { content[$0].map(word) ?? "0" }
            return "latlng(\(numbers.joined(separator: ", ")))"
        case "listValue": return "[\(list(content))]"
        case "setValue": return "set(\(list(content)))"
        case "vectorValue": return "vector(\(list(content)))"
        case "mapValue": return "{\(fields(content))}"
        case "mapDiffValue": return "diff(\(statuses(content)))"
        case "pathValue": return path(content)
        case "constraintValue": return "constraint(\(constraints(content)))"
        default: return value.compactText
        }
    }

    private static func list(_ content: JSON) -> String {
        (content["values"]?.array ?? []).map { element in
            if case .object = element { return text(element) }
            return word(element)
        }
        .joined(separator: ", ")
    }

    private static func fields(_ content: JSON) -> String {
        sorted(content["fields"]).map { "\(quoted($0.name)): \(text($0.value))" }.joined(separator: ", ")
    }

    private static func statuses(_ content: JSON) -> String {
        sorted(content["keyStatuses"]).map { "\($0.name): \(word($0.value))" }.joined(separator: ", ")
    }

    private static func sorted(_ content: JSON?) -> [JSON.Member] {
        guard case .object(let members)? = content else { return [] }
        return members.sorted { Array($0.name.utf16).lexicographicallyPrecedes(Array($1.name.utf16)) }
    }

    /// Captures are written `{name}`, those that are bound `{name: text}`, and globs `{name=**}` and `{name=**: /a/b}`.
    private static func path(_ content: JSON) -> String {
        let segments = content["segments"]?.array ?? []
        if segments.isEmpty { return "/" }
        return segments.map { segment in
            if let text = segment["simple"]?.string { return "/" + escaped(text) }
            if let capture = segment["capture"] {
                let bound = capture["boundValue"].map { ": " + escaped(word($0)) } ?? ""
                return "/{\(capture["variableName"]?.string ?? "")\(bound)}"
            }
            if let capture = segment["globCapture"] {
                let bound = capture["boundValue"].map { ": " + path($0) } ?? ""
                return "/{\(capture["variableName"]?.string ?? "")=**\(bound)}"
            }
            return "/" + segment.compactText
        }
        .joined()
    }

    private static func constraints(_ content: JSON) -> String {
        (content["simpleConstraints"]?.array ?? []).map { constraint in
            "\(constraint["comparator"]?.string ?? "") \(constraint["value"].map(text) ?? "")"
        }
        .joined(separator: ", ")
    }

    private static func time(_ text: String) -> String {
        let now = EmulatorClock.system.now().seconds
        if let time = Timestamp(rfc3339: text), (time.seconds - now).magnitude < 86_400 { return "now" }
        return "timestamp(\(text))"
    }

    /// A JSON string without its quotation marks, or anything else as it stands.
    private static func word(_ json: JSON) -> String { json.string ?? json.compactText }

    private static func quoted(_ text: String) -> String {
        "'" + escaped(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")) + "'"
    }

    /// A text on one line.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.properties.isWhitespace && scalar != " ":
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
