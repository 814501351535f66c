/// The common parts of a request: the sender, the operation, and the expected decision.
struct StepHead {
    let identity: SuiteIdentity
    /// The operation, and its value.
    let name: String
    let operand: SuiteCursor
    let expectation: SuiteExpectation
    /// The operation's other members.
    let others: [String: SuiteCursor]

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - operations: The names of the operations. The request has one of them.
    ///   - others: The names of its other members.
    init(
        _ cursor: SuiteCursor, of kind: CaseFrame.Kind, operations: [String], others: [String],
        senders: SenderReader
    ) throws(SuiteProblem) {
        let kindName = kind.rawValue
        let extra = kind == .oneRequest ? ["name", "given", "steps"] : ["name"]
        let members = try cursor.members(["as", "expect"] + others + extra + operations, of: kindName)
        let named = operations.filter { members[$0] != nil }
        guard let name = named.first, named.count == 1, let operand = members[name] else {
            throw cursor.problem(
                named.isEmpty
                    ? "\(kindName) needs one of: \(operations.joined(separator: ", "))"
                    : "\(kindName) does one thing, this one has \(named.joined(separator: " and ")); use steps for several"
            )
        }
        guard let expect = members["expect"] else {
            throw cursor.problem("\(kindName) needs \"expect\": allowed, denied, or {denied: TEXT}")
        }
        guard let sender = members["as"] else {
            throw cursor.problem("\(kindName) needs \"as\": a user, nobody, or admin")
        }
        self.name = name
        self.operand = operand
        self.others = members.filter { others.contains($0.key) }
        identity = try senders.identity(sender)
        expectation = try SuiteExpectation(expect)
    }

    /// The request in words, such as `bob: update conversations/c1`.
    var summary: String { "\(identity.summary): \(name) \(subject)" }

    /// The subject of the operation, in a few words.
    private var subject: String {
        switch operand.node.content {
        case .string(let text): text
        case .list(let elements): "of \(elements.count)"
        default: ""
        }
    }
}

extension SuiteExpectation {
    /// Reads `expect`.
    init(_ cursor: SuiteCursor) throws(SuiteProblem) {
        let help = "expected allowed, denied, or {denied: TEXT}"
        if case .map = cursor.node.content {
            let members = try cursor.members(["denied"], of: "what is expected")
            guard let text = members["denied"] else { throw cursor.problem(help) }
            self = .denied(containing: try text.string())
            return
        }
        switch cursor.node.content {
        case .string("allowed"): self = .allowed
        case .string("denied"): self = .denied(containing: nil)
        default: throw cursor.problem(help)
        }
    }
}
