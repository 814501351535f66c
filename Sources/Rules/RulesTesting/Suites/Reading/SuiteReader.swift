/// The parts of suites that differ by database: the data that cases begin with, and the requests.
protocol SuiteForm {
    associatedtype Item: Sendable
    associatedtype Operation: Sendable

    /// The suite in messages, such as `a suite`.
    static var title: String { get }
    /// The member of a suite that holds the data.
    static var dataKey: String { get }
    /// The names of the operations. A request has one of them.
    static var operations: [String] { get }
    /// The other members that requests of some operations have.
    static var others: [String] { get }

    /// Reads the data that a suite or a case begins with.
    func items(_ cursor: SuiteCursor) throws(SuiteProblem) -> [Item]

    /// Reads what a request asks for.
    ///
    /// - Returns: The operation, and what to append to the words that sum it up.
    func operation(_ head: StepHead, in step: SuiteCursor) throws(SuiteProblem) -> (Operation, about: String)
}

/// Reads suites of the short form.
struct SuiteReader<Form: SuiteForm> {
    private let form: Form
    private var senders = SenderReader()

    init(_ form: Form) {
        self.form = form
    }

    /// Reads a suite.
    mutating func suite(_ root: SuiteCursor) throws(SuiteProblem) -> CaseSuite<Form.Item, Form.Operation> {
        let members = try root.members(
            ["suite", "rules", "now", "users", Form.dataKey, "cases"], of: Form.title)
        guard let cases = members["cases"] else {
            throw root.problem("a suite needs \"cases\": a list of requests with what to expect")
        }
        if let users = members["users"] { try senders.read(users: users) }
        var suite = CaseSuite<Form.Item, Form.Operation>(
            file: root.file, name: try members["suite"]?.string() ?? root.file,
            rules: try members["rules"]?.string(), given: [], cases: [])
        if let now = members["now"] { suite.now = try now.time() }
        if let data = members[Form.dataKey] { suite.given = try form.items(data) }
        for element in try cases.elements() { suite.cases.append(try readCase(element)) }
        if suite.cases.isEmpty { throw cases.problem("the suite has no cases") }
        return suite
    }

    private func readCase(
        _ cursor: SuiteCursor
    ) throws(SuiteProblem) -> CaseSuite<Form.Item, Form.Operation>.Case {
        let frame = try CaseFrame(cursor, keys: Form.others + Form.operations)
        let given = try frame.given.map { given throws(SuiteProblem) in try form.items(given) } ?? []
        var steps: [CaseSuite<Form.Item, Form.Operation>.Step] = []
        for (step, kind) in frame.steps { steps.append(try self.step(step, of: kind)) }
        return CaseSuite.Case(
            name: frame.name ?? steps.map(\.summary).joined(separator: ", then "), line: cursor.line,
            given: given, steps: steps)
    }

    private func step(
        _ cursor: SuiteCursor, of kind: CaseFrame.Kind
    ) throws(SuiteProblem) -> CaseSuite<Form.Item, Form.Operation>.Step {
        let head = try StepHead(
            cursor, of: kind, operations: Form.operations, others: Form.others, senders: senders)
        let (operation, about) = try form.operation(head, in: cursor)
        return CaseSuite.Step(
            identity: head.identity, operation: operation, expectation: head.expectation, line: cursor.line,
            summary: head.summary + about)
    }
}
