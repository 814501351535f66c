import HTTPTypes
import JSONText

/// Writing a topic's file: a member a line, and a line of an answer's body a line, so that a change reads well.
extension RecordedTopic {
    var text: String {
        var lines = ["{", "  \"about\": \(JSON.string(about).lineText),", "  \"exchanges\": ["]
        for (index, exchange) in exchanges.enumerated() {
            lines += exchange.lines
            if index < exchanges.count - 1 { lines[lines.count - 1] += "," }
        }
        return (lines + ["  ]", "}", ""]).joined(separator: "\n")
    }
}

extension RecordedExchange {
    /// The exchange as lines, inside of the array of exchanges.
    fileprivate var lines: [String] {
        var members: [(name: String, lines: [String])] = []
        func add(_ name: String, _ json: JSON?) {
            if let json { members.append((name, [json.lineText])) }
        }
        add("title", title.map(JSON.string))
        add("as", request.label.map(JSON.string))
        add("request", .string("\(request.method.rawValue) \(request.target)"))
        if request.authorization != "Bearer owner" {
            add("authorization", request.authorization.map(JSON.string) ?? .null)
        }
        if !request.headers.isEmpty {
            add("headers", .object(request.headers.map { JSON.Member($0.name, .string($0.value)) }))
        }
        switch request.body {
        case .none: break
        case .json(let json): add("body", json)
        case .text(let text): add("body", .string(text))
        }
        if isFieldOrderFree { add("fieldOrder", .string("free")) }
        switch google {
        case .answer(let answer): members.append(("google", answer.lines))
        case .never: add("google", .null)
        case .unrecorded: break
        }
        add("difference", (difference?.rawValue).map(JSON.string))
        if let ours { members.append(("ours", ours.lines)) }

        var lines = ["    {"]
        for (index, member) in members.enumerated() {
            lines.append("      \"\(member.name)\": \(member.lines[0])")
            lines += member.lines.dropFirst().map { "      " + $0 }
            if index < members.count - 1 { lines[lines.count - 1] += "," }
        }
        return lines + ["    }"]
    }
}

extension ExchangeAnswer {
    fileprivate var lines: [String] {
        let body = self.body.split(separator: "\n", omittingEmptySubsequences: false).map {
            JSON.string(String($0)).lineText
        }
        return ["{", "  \"status\": \(JSON.string(status).lineText),"]
            + ["  \"body\": ["] + body.dropLast().map { "    \($0)," } + body.suffix(1).map { "    \($0)" }
            + ["  ]", "}"]
    }
}

extension JSON {
    /// The tree on one line, with a space after each colon and comma.
    fileprivate var lineText: String {
        switch self {
        case .null, .boolean, .number, .string: compactText
        case .array(let elements): "[" + elements.map(\.lineText).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.map { "\(JSON.string($0.name).compactText): \($0.value.lineText)" }.joined(
                    separator: ", ") + "}"
        }
    }
}
