import HTTPTypes
import JSONText
import TestSupport

/// Telling a story to a server.
extension RuleStory {
    /// The answers to the questions, in order.
    ///
    /// - Parameter address: Where Google's emulator is; nil to ask the embedded one.
    func answers(fromGoogles address: String?) async throws -> [[String]] {
        var server = try address.map { try Conversation(withGoogles: $0) } ?? Conversation()
        var users: [String: String] = ["owner": "Bearer owner"]
        // What becomes an answer: the number of the request, and how it is to be written down.
        var answers: [(index: Int, write: @Sendable (ExchangeAnswer) -> [String])] = []
        var uploadIndex = 0
        // Times in reports are not numbered: whoever evaluates otherwise would have other numbers everywhere.
        var reports: Set<Int> = []
        for item in items {
            switch item {
            case .comment: break
            case .user(let name, let claims):
                users[name] = UnsignedToken.header(claims: try JSONParser.parse(Array(claims.utf8)))
            case .rules(let lines):
                uploadIndex = server.answers.count
                try await server.ask(RuleStory.upload(lines.joined(separator: "\n") + "\n"))
                if let answer = server.answers.last, !answer.status.hasPrefix("200") {
                    throw Mistake(description: "the rules are not taken: \(answer.body)")
                }
            case .question(let question) where question.text == "@issues":
                answers.append((uploadIndex, RuleStory.issues))
            case .question(let question) where question.text == "@coverage":
                reports.insert(server.answers.count)
                answers.append((server.answers.count, RuleStory.coverage))
                try await server.ask(RuleStory.rulesRequest(.get, "ruleCoverage"))
            case .question(let question):
                let request = try RuleStory.request(question.text, users: users)
                answers.append(
                    (
                        server.answers.count,
                        request.isAboutSeveral ? RuleStory.answerAboutSeveral : RuleStory.answer
                    ))
                try await server.ask(request)
            }
        }
        let masked = server.maskedAnswers(leavingOut: reports)
        return answers.map { answer in
            answer.write(reports.contains(answer.index) ? server.answers[answer.index] : masked[answer.index])
        }
    }

    // MARK: Requests

    /// A request about the rules of the project.
    static func rulesRequest(_ method: HTTPRequest.Method, _ verb: String) -> ExchangeRequest {
        ExchangeRequest(method: method, target: "/emulator/v1/projects/{{project}}:\(verb)")
    }

    /// Sets rules.
    static func upload(_ rules: String) -> ExchangeRequest {
        var request = rulesRequest(.put, "securityRules")
        request.body = .json([
            "rules": ["files": [["name": "firestore.rules", "content": .string(rules)]]]
        ])
        return request
    }

    /// `alice GET /notes/n1`, or `tx = alice POST :beginTransaction {}`.
    private static func request(_ text: String, users: [String: String]) throws -> ExchangeRequest {
        var (rest, label) = (text[...], String?.none)
        if let range = text.firstRange(of: " = "), !text[..<range.lowerBound].contains(" ") {
            label = String(text[..<range.lowerBound])
            rest = text[range.upperBound...]
        }
        let words = rest.split(separator: " ", maxSplits: 3).map(String.init)
        guard words.count >= 3, let method = HTTPRequest.Method(words[1]) else {
            throw Mistake(description: "a request is who asks, a method, a path and perhaps a body: \(text)")
        }
        guard words[0] == "nobody" || users[words[0]] != nil else {
            throw Mistake(description: "who is \(words[0])?")
        }
        var request = ExchangeRequest(
            label: label, method: method, target: "/v1/{{documents}}\(words[2])",
            authorization: users[words[0]])
        if words.count > 3 { request.body = .json(try JSONParser.parse(Array(words[3].utf8))) }
        return request
    }

    // MARK: Answers

    private static func answer(_ answer: ExchangeAnswer) -> [String] {
        let status = answer.status.prefix(3)
        guard let json = JSON.sorted(answer.body) else {
            return ["\(status) \(RuleValueText.escaped(answer.body))"]
        }
        if let error = json["error"] {
            return ["\(status) \(RuleValueText.escaped(error["message"]?.string ?? ""))"]
        }
        return ["\(status) \(json.compactText)"]
    }

    /// The answer to a request about several documents at once.
    private static func answerAboutSeveral(_ answer: ExchangeAnswer) -> [String] {
        self.answer(answer).map(DecisionOrder.settled)
    }

    private static func issues(_ answer: ExchangeAnswer) -> [String] {
        let issues = JSON.sorted(answer.body)?["issues"]?.array ?? []
        if issues.isEmpty { return ["none"] }
        return issues.map { issue in
            let position = issue["sourcePosition"] ?? .null
            let place = position["line"] == nil ? "" : CoverageText.place(position) + " "
            return place + RuleValueText.escaped(issue["description"]?.string ?? "")
        }
    }

    private static func coverage(_ answer: ExchangeAnswer) -> [String] {
        guard answer.status.hasPrefix("200"), let report = try? JSONParser.parse(Array(answer.body.utf8))
        else {
            return self.answer(answer)
        }
        let lines = CoverageText.lines(report)
        return lines.isEmpty ? ["nothing"] : lines
    }
}
