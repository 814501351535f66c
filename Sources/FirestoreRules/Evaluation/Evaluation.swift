import FirestoreModel

/// The state of deciding on one document and method: what rules see, what is left of the budget, the variables of the calls under way.
///
/// One thread uses it, for as long as the decision takes.
package final class Evaluation {
    let request: RuleValue
    let resource: Outcome
    let documents: DocumentAccess
    /// Where values are written down for coverage and explanations; nil when nobody asks.
    let trace: EvaluationTrace?
    /// What the captures of the matched template stand for.
    var captures = Captures.bound([])

    // One thread uses these, each for a moment: to check that again and again would take a seventh of the time.
    @exclusivity(unchecked) private var budget = ExpressionBudget()
    @exclusivity(unchecked) private var locals: [Outcome] = []
    @exclusivity(unchecked) private var frame = 0

    /// What failed operands have left behind.
    @exclusivity(unchecked) var leftovers = FailureLeftovers()

    /// `resource.data` and `request.resource.data`, where they are the fields of documents: nobody counts these references, as
    /// ``resource`` and ``request`` hold them.
    private let storedFields: Unmanaged<StoredFields>?
    private let writtenFields: Unmanaged<StoredFields>?
    /// `request.auth.uid`, where somebody is signed in.
    private let uid: RuleValue?

    init(request: RuleValue, resource: Outcome, documents: DocumentAccess, trace: EvaluationTrace?) {
        self.request = request
        self.resource = resource
        self.documents = documents
        self.trace = trace
        storedFields = nil
        writtenFields = nil
        uid = nil
    }

    init(_ request: RequestRecord, _ subject: Subject, documents: DocumentAccess, trace: EvaluationTrace?) {
        self.request = .map(RuleMap(record: request))
        resource = subject.resource
        self.documents = documents
        self.trace = trace
        storedFields = subject.storedFields.map { Unmanaged.passUnretained($0) }
        writtenFields = subject.writtenFields.map { Unmanaged.passUnretained($0) }
        uid = request.uid
    }

    /// What the expressions so far have cost.
    var spent: Int { budget.spent }

    @inline(__always)
    func charge(_ cost: Int = 1) throws(EvaluationFailure) {
        try budget.charge(cost)
    }

    /// The variable in a slot of the function that is being evaluated.
    @inline(__always)
    func local(_ slot: Int) throws(EvaluationFailure) -> RuleValue {
        try locals[frame + slot].get()
    }

    /// Keeps the next variable of the function that is being evaluated.
    func define(_ outcome: Outcome) {
        locals.append(outcome)
    }

    /// The fields that a part of the environment is; nil where it is something else.
    @inline(__always)
    func fields(of part: EnvironmentNode.Part) -> Unmanaged<StoredFields>? {
        switch part {
        case .resourceData: storedFields
        case .requestResourceData: writtenFields
        case .requestAuthUID: nil
        }
    }

    /// A part of the environment, where it is found without looking up one name after the other.
    @inline(__always)
    func value(of part: EnvironmentNode.Part) -> RuleValue? {
        part == .requestAuthUID ? uid : fields(of: part).map { .map(RuleMap($0.takeUnretainedValue())) }
    }

    /// Evaluates a function with its arguments as its first variables.
    func call(
        _ function: FunctionPlan, arguments: [any PlanNode]
    ) throws(EvaluationFailure) -> RuleValue {
        let base = locals.count
        // The arguments are the caller's expressions: all are evaluated before the frame changes.
        for argument in arguments { locals.append(try outcome(of: argument)) }
        let caller = frame
        frame = base
        defer {
            frame = caller
            locals.removeSubrange(base...)
        }
        return try function.body.value(in: self)
    }

    /// The value of an operand. When it fails, the operands after it are evaluated all the same, as Google's emulator does:
    /// their values stand in reports, and the documents that they ask for are asked for at once.
    @inline(__always)
    func value(
        of operand: any PlanNode, before others: @autoclosure () -> [any PlanNode]
    ) throws(EvaluationFailure) -> RuleValue {
        let start = leftovers.count
        do {
            return try operand.value(in: self)
        } catch .budgetExceeded {
            throw .budgetExceeded
        } catch {
            for other in others() {
                let mark = leftovers.count
                if case .failure(let failure) = try outcome(of: other) {
                    leftovers.note(failure, since: mark, after: error, since: start)
                }
            }
            throw error
        }
    }

    /// The arguments of a call, evaluated in their order.
    @inline(__always)
    func arguments(_ operands: [any PlanNode]) throws(EvaluationFailure) -> CallArguments {
        switch operands.count {
        case 0: CallArguments()
        case 1: CallArguments(try operands[0].value(in: self))
        default: CallArguments(try values(of: operands))
        }
    }

    /// The values of operands in their order; the first failure is that of all.
    func values(
        of operands: [any PlanNode], as role: OperandFailures.Role = .arguments
    ) throws(EvaluationFailure) -> [RuleValue] {
        // The one failure is that of all.
        if operands.count == 1 { return [try operands[0].value(in: self)] }
        var values: [RuleValue] = []
        values.reserveCapacity(operands.count)
        var failures = OperandFailures(self, role)
        for operand in operands {
            let mark = leftovers.count
            let outcome = try outcome(of: operand)
            failures.add(outcome, since: mark)
            if case .value(let value) = outcome { values.append(value) }
        }
        if let failure = failures.first { throw failure }
        return values
    }

    /// What becomes of an expression, except that nothing goes on once the budget is spent.
    func outcome(of node: any PlanNode) throws(EvaluationFailure) -> Outcome {
        do {
            return .value(try node.value(in: self))
        } catch .budgetExceeded {
            throw .budgetExceeded
        } catch {
            return .failure(error)
        }
    }
}
