import FirestoreModel
import FirestoreRules

/// How long rules take to decide on the update that marks a message read: who sent it, which fields it changes, where its status goes, who
/// is added to `readBy`. Once by the message alone, and once with a `get()` of the conversation for its members.
@main
struct RuleEvaluation {
    private static let condition = """
        request.auth.uid != null
          && resource.data.senderId != request.auth.uid
          && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['status', 'readBy'])
          && request.resource.data.status == 'read' && resource.data.status in ['sent', 'delivered']
          && request.resource.data.readBy.toSet().difference(resource.data.readBy.toSet())
            .hasOnly([request.auth.uid])
          && request.resource.data.readBy.hasAll(resource.data.readBy)
        """

    /// How many decisions each measurement makes, if given: a profiler that counts instructions needs only a few.
    private static let givenCount = CommandLine.arguments.dropFirst().first.flatMap(Int.init)
    /// The only rule to measure, by its place below, if given.
    private static let givenRule = CommandLine.arguments.dropFirst(2).first.flatMap(Int.init)

    /// The same with a `get()` of the conversation.
    private static let ofMember =
        "request.auth.uid in get(/databases/$(database)/documents/conversations/$(id)).data.participants && "
        + condition

    /// `RuleEvaluation` measures all. For a profiler: `RuleEvaluation COUNT RULE` makes as many decisions of one rule, and
    /// `RuleEvaluation commits COUNT [user|administrator]` as many commits.
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "commits" {
            let count = arguments.dropFirst().first.flatMap(Int.init) ?? 40
            let isUser = arguments.count > 2 ? arguments.last == "user" : nil
            try await CommitsInProcess(condition: ofMember).measure(rounds: count, isUser: isUser)
            return
        }
        measureDecisions()
        if givenCount == nil {
            try KeptDecisions.measure(ofMember)
            try await CommitsInProcess(condition: ofMember).measure(rounds: 40, isUser: nil)
            try await RecordedCalls.measure()
            try await SuiteRuns.measure()
        }
    }

    private static func measureDecisions() {
        guard var floor = Rule("a decision without a condition", "true"),
            var receipt = Rule("a read receipt", condition),
            var member = Rule("a read receipt of a member", ofMember)
        else { return }
        // In turns, so that a slow moment of the machine affects all of them.
        for _ in 0..<(givenCount == nil ? 60 : 1) {
            if givenRule ?? 0 == 0 { floor.measure(givenCount ?? 20_000) }
            if givenRule ?? 1 == 1 { receipt.measure(givenCount ?? 20_000) }
            if givenRule ?? 2 == 2 { member.measure(givenCount ?? 20_000) }
        }
        for rule in [floor, receipt, member] {
            guard rule.denials == 0 else { return print("\(rule.name): the rules deny it") }
            print("\(rule.name): \(text(rule.fastest)) µs a decision")
        }
        if givenCount == nil { RecordedDecisions.measure(ofMember) }
        let (alone, withMembers) = (receipt.fastest - floor.fastest, member.fastest - floor.fastest)
        print("the condition alone: \(text(alone)) µs, and of a member \(text(withMembers)) µs")
    }

    private static func text(_ duration: Duration) -> String {
        let microseconds = Double(duration.components.attoseconds) / 1e12
        return "\((microseconds * 100).rounded() / 100)"
    }

    /// A condition, and the request that is decided by it.
    private struct Rule {
        let name: String
        private let plan: RulesPlan
        private let request: RulesRequest
        private let source: Documents
        /// What a decision took in the fastest of the measurements so far.
        private(set) var fastest = Duration.seconds(1000)
        private(set) var denials = 0

        /// Prepares a rule; nil, and a line that says so, when it cannot be used.
        init?(_ name: String, _ condition: String) {
            self.name = name
            let ruleset = Ruleset.updatingMessages(if: condition)

            for diagnostic in ruleset.diagnostics { print(diagnostic.line(in: ruleset.source)) }
            guard let plan = ruleset.plan(), let message = path("conversations/c1/messages/m1"),
                let conversation = path("conversations/c1")
            else {
                print("\(name): there are no rules to measure")
                return nil
            }
            self.plan = plan
            let before: MapValue = [
                "senderId": "alice", "text": "Are you coming tonight?", "status": "sent", "readBy": ["carol"],
            ]
            var after = before
            after["status"] = "read"
            after["readBy"] = ["carol", "bob"]
            source = Documents(
                conversation: (conversation, ["participants": ["alice", "bob", "carol"]]),
                message: (message, before, after))
            request = RulesRequest(
                auth: RulesAuth(uid: "bob", token: RuleMap(stored: ["sub": "bob"])), time: .zero,
                database: DatabaseID(project: "benchmark"),
                operations: [
                    .write(
                        WriteOperation(
                            path: message, kind: .set, exists: true, transforms: ["readBy"],
                            maskPaths: [FieldPath(["status"])]))
                ])
        }

        /// Decides so many times.
        mutating func measure(_ count: Int) {
            let time = ContinuousClock().measure {
                for _ in 0..<count {
                    var decision = RulesDecision(request, by: plan, source: source)
                    if decision.run() != nil { denials += 1 }
                }
            }
            fastest = min(fastest, time / count)
        }
    }

    private static func path(_ text: String) -> DocumentPath? {
        DocumentPath(segments: text.split(separator: "/").map { ResourceID(String($0)) })
    }

    /// Two documents at hand: what it takes to find them is no part of the rules.
    private struct Documents: RulesDataSource {
        let conversation: (path: DocumentPath, fields: MapValue)
        let message: (path: DocumentPath, before: MapValue, after: MapValue)

        func document(_ path: DocumentPath) -> MapValue? {
            if path == message.path { return message.before }
            return path == conversation.path ? conversation.fields : nil
        }

        func documentAfter(_ path: DocumentPath) -> MapValue? {
            path == message.path ? message.after : document(path)
        }
    }
}
