import FirestoreModel
import FirestoreRules
import JSONText
import PrintableText
import RulesCore

/// A request with the documents that it meets, for people and for programs.
struct ScenarioReport {
    let scenario: Scenario

    init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    /// The documents and the request, indented.
    var lines: [String] { documentLines + requestLines() }

    var documentLines: [String] {
        let documents = scenario.world.documents.sorted { $0.path < $1.path }
        return [documents.isEmpty ? "  documents: none" : "  documents:"]
            + documents.map { document in
                let text = FlowText.text(of: SuiteJSON.fields(document.fields).shortened)
                return "    \(document.path.description.printable(limit: 200)): \(text.printable(limit: 600))"
            }
    }

    /// - Parameter number: Its place among several requests.
    func requestLines(number: Int? = nil) -> [String] {
        let user = FlowText.text(of: SuiteJSON.user(scenario.request.user)).printable(limit: 300)
        return ["  request\(number.map { " \($0)" } ?? ""): as \(user)"]
            + SuiteJSON.operation(scenario).map { member in
                "    \(member.name): \(FlowText.text(of: member.value.shortened).printable(limit: 600))"
            }
    }

    var documents: JSON { SuiteJSON.documents(scenario.world) }

    var request: JSON {
        let request = scenario.request
        var members = [
            JSON.Member("method", .string(request.method.rawValue)),
            JSON.Member(
                "path",
                .string(
                    request.method == .list
                        ? request.document.collection.description : request.document.description)),
            JSON.Member(
                "auth",
                request.user.map { user in
                    .object([
                        JSON.Member("uid", .string(user.uid)),
                        JSON.Member("token", SuiteJSON.fields(user.claims)),
                    ])
                } ?? .null),
            JSON.Member("time", .string(request.time.description)),
        ]
        if request.method == .create || request.method == .update {
            members.append(JSON.Member("data", SuiteJSON.fields(request.data)))
        }
        if request.method == .list, let query = SuiteJSON.operation(scenario).first, query.name == "query" {
            members.append(JSON.Member("query", query.value))
        }
        return .object(members)
    }

    /// The expression that decided, and why.
    static func lines(_ title: String, _ explanation: Explanation) -> [String] {
        let verdict = explanation.isAllowed ? "allowed" : "denied"
        guard let deciding = explanation.deciding else {
            return ["  \(title) \(verdict): \(explanation.reason)"]
        }
        return ["  \(title) \(verdict): \(explanation.summary)", "    \(deciding.expression)"]
    }

    static func json(_ explanation: Explanation) -> JSON {
        var members = [
            JSON.Member("allowed", .boolean(explanation.isAllowed)),
            JSON.Member("reason", .string(explanation.reason)),
        ]
        if let deciding = explanation.deciding, explanation.attempts.indices.contains(deciding.attempt) {
            let file = explanation.attempts[deciding.attempt].file
            members.append(JSON.Member("at", .string("\(file):\(deciding.range.start.line)")))
            members.append(JSON.Member("expression", .string(deciding.expression)))
        }
        return .object(members)
    }
}
