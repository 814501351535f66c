import Foundation
import HTTPTypes
import JSONText

/// Reading a topic's file.
extension RecordedTopic {
    init(named name: String) throws {
        try self.init(Data(contentsOf: RecordedTopic.file(name)))
    }

    init(_ text: Data) throws {
        let json = try JSONParser.parse(Array(text))
        about = json["about"]?.string ?? ""
        exchanges = try (json["exchanges"]?.array ?? []).map { try RecordedExchange($0) }
    }
}

extension RecordedExchange {
    private static let memberNames: Set = [
        "title", "as", "request", "authorization", "headers", "body", "fieldOrder", "google", "difference",
        "ours",
    ]

    fileprivate init(_ json: JSON) throws {
        guard case .object(let members) = json else {
            throw RecordedTopic.Mistake(description: "no object: \(json)")
        }
        for member in members where !RecordedExchange.memberNames.contains(member.name) {
            throw RecordedTopic.Mistake(description: "an exchange has no member \(member.name)")
        }
        let words = (json["request"]?.string ?? "").split(separator: " ").map(String.init)
        guard words.count == 2, let method = HTTPRequest.Method(words[0]) else {
            throw RecordedTopic.Mistake(description: "a request is a method and a target: \(json)")
        }
        request = ExchangeRequest(label: json["as"]?.string, method: method, target: words[1])
        if let authorization = json["authorization"] { request.authorization = authorization.string }
        if case .object(let headers)? = json["headers"] {
            request.headers = headers.map {
                ExchangeRequest.Header(name: $0.name, value: $0.value.string ?? "")
            }
        }
        switch json["body"] {
        case nil: request.body = .none
        case .string(let text)?: request.body = .text(text)
        case let body?: request.body = .json(body)
        }
        title = json["title"]?.string
        isFieldOrderFree = json["fieldOrder"]?.string == "free"
        google =
            switch json["google"] {
            case nil: .unrecorded
            case .null?: .never
            case let answer?: .answer(ExchangeAnswer(answer))
            }
        difference = try json["difference"].map { json in
            guard let difference = ListedDifference(rawValue: json.string ?? "") else {
                throw RecordedTopic.Mistake(description: "no difference is listed as \(json)")
            }
            return difference
        }
        ours = json["ours"].map { ExchangeAnswer($0) }
    }
}

extension ExchangeAnswer {
    fileprivate init(_ json: JSON) {
        let lines = (json["body"]?.array ?? []).map { $0.string ?? "" }
        self.init(status: json["status"]?.string ?? "", body: lines.joined(separator: "\n"))
    }
}
