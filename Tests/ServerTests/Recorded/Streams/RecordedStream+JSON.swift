import Foundation
import HTTPTypes
import JSONText

/// Reading and writing a stream's file.
extension RecordedStream {
    init(named name: String) throws { try self.init(Data(contentsOf: RecordedStream.file(name))) }

    init(_ text: Data) throws {
        let json = try JSONParser.parse(Array(text))
        about = json["about"]?.string ?? ""
        method = json["method"]?.string ?? ""
        steps = try (json["steps"]?.array ?? []).map { try Step($0) }
    }

    /// A member a line, and a message a line, so that a change reads well.
    var text: String {
        var lines = [
            "{", "  \"about\": \(JSON.string(about).compactText),",
            "  \"method\": \(JSON.string(method).compactText),", "  \"steps\": [",
        ]
        for (index, step) in steps.enumerated() {
            lines += step.lines
            if index < steps.count - 1 { lines[lines.count - 1] += "," }
        }
        return (lines + ["  ]", "}", ""]).joined(separator: "\n")
    }
}

extension RecordedStream.Step {
    fileprivate init(_ json: JSON) throws {
        if let message = json["open"] {
            let authorization = json["authorization"].map(\.string) ?? "Bearer owner"
            action = .open(message, authorization: authorization)
        } else if let message = json["send"] {
            action = .send(message)
        } else {
            let words = (json["request"]?.string ?? "").split(separator: " ").map(String.init)
            guard words.count == 2, let method = HTTPRequest.Method(words[0]) else {
                throw RecordedTopic.Mistake(description: "a step opens, sends or requests: \(json)")
            }
            var request = ExchangeRequest(method: method, target: words[1])
            request.body = json["body"].map { .json($0) } ?? .none
            action = .request(request)
        }
        title = json["title"]?.string
        end = json["until"]?.string.flatMap { StreamMark(rawValue: $0) }
        google = json["google"]?.array?.map(\.compactText)
        difference = json["difference"]?.string.flatMap { ListedDifference(rawValue: $0) }
        ours = json["ours"]?.array?.map(\.compactText)
    }

    fileprivate var lines: [String] {
        var members: [(String, String)] = []
        func add(_ name: String, _ text: String?) {
            if let text { members.append((name, JSON.string(text).compactText)) }
        }
        func add(_ name: String, _ messages: [String]?) {
            guard let messages else { return }
            let lines = messages.map { "        \($0)" }.joined(separator: ",\n")
            members.append((name, messages.isEmpty ? "[]" : "[\n\(lines)\n      ]"))
        }
        add("title", title)
        switch action {
        case .open(let message, let authorization):
            members.append(("open", message.compactText))
            if authorization == nil { members.append(("authorization", "null")) }
        case .send(let message): members.append(("send", message.compactText))
        case .request(let request):
            add("request", "\(request.method.rawValue) \(request.target)")
            if request.body != .none { members.append(("body", request.bodyText)) }
        }
        add("until", end?.rawValue)
        add("google", google)
        add("difference", difference?.rawValue)
        add("ours", ours)
        return ["    {"]
            + members.enumerated().map { index, member in
                "      \"\(member.0)\": \(member.1)\(index < members.count - 1 ? "," : "")"
            } + ["    }"]
    }
}
